import { systemClock } from '../../kernel/clock.ts'
import { openStorage } from '../../storage/storage.ts'
import { startBatches } from './batch-schedule.ts'
import { demoExecutor } from './demo-payments.fixture.ts'
import { createWorldClock } from './world-clock.ts'

/** A process of its own that runs batches, or moves one world's clock, until it is killed. */
const [databaseUrl = '', name = '', chunk, lingerMs, world = ''] = process.argv.slice(2)

const clock = systemClock
const log = { info() {}, warn() {}, error() {} }
const storage = await openStorage({ databaseUrl, dataFolder: '', connections: 8, log, clock })
const executors = [
  demoExecutor({ process: name, chunk: Number(chunk), lingerMs: Number(lingerMs) }),
]
const parts = { storage, executors, clock }

process.stdout.write('ready')
if (world === '') startBatches({ ...parts, log })
else {
  const caller = { tppId: name, tppName: name, roles: [], requestId: 'the-call' }
  const inWorld = { ...caller, world: BigInt(world), now: clock.now() }
  const body = { advance: 'P300D' }
  await createWorldClock(parts).move(inWorld, { path: {}, query: {}, body })
}
