import { ledgerBank } from '../../bank/ledger/ledger.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/random.ts'
import { startBatches } from '../../sandbox/worlds/batch-schedule.ts'
import { openStorage } from '../../storage/storage.ts'
import { createPaymentExecutors } from './executors.ts'

/** A process of its own that carries out payments until it is killed. */
const [databaseUrl = ''] = process.argv.slice(2)

const clock = systemClock
const log = { info() {}, warn() {}, error() {} }
const storage = await openStorage({ databaseUrl, dataFolder: '', connections: 6, log, clock })
const executors = createPaymentExecutors({
  bank: (world) => ledgerBank(world, systemRandom),
  random: systemRandom,
  log,
})
startBatches({ storage, executors, clock, log })
