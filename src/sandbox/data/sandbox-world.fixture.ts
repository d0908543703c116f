import { after } from 'node:test'
import { freshDatabase } from '../../../test/databases.ts'
import { systemClock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/random.ts'
import { openStorage, type Storage, type Transaction } from '../../storage/storage.ts'
import { createWorlds } from '../worlds/worlds.ts'
import { createFillWorld, type InitialState } from './fill-world.ts'
import type { WorldCaller } from './own-books.ts'

export const random = systemRandom

/** A database of its own for one test file. */
export async function openSandboxStorage(): Promise<Storage> {
  const storage = await openStorage({
    databaseUrl: await freshDatabase(),
    dataFolder: '',
    connections: 6,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: systemClock,
  })
  after(() => storage.close())
  return storage
}

export interface SandboxWorld {
  caller: WorldCaller
  /** Runs a handler that writes as the pipeline would. */
  write<Answer>(act: (caller: WorldCaller, tx: Transaction) => Promise<Answer>): Promise<Answer>
}

/** A TPP with a filled world. */
export async function sandboxWorld(
  storage: Storage,
  tppId: string,
  now = systemClock.now(),
): Promise<SandboxWorld> {
  const worlds = createWorlds<InitialState>({
    storage,
    fill: createFillWorld(random),
    shared: false,
  })
  const { id: world } = await worlds.enter(tppId, now)
  const caller: WorldCaller = {
    ...{ tppId, tppName: tppId, roles: ['AISP', 'PISP'] as const, world, now },
    requestId: random.uuid(),
  }
  const note = { actor: tppId, action: 'test', requestId: null }
  return {
    caller,
    write: (act) => storage.transaction(note, (tx) => act(caller, tx)),
  }
}
