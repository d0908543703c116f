import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { freshDatabase, query } from '../../../test/databases.ts'
import type { Clock } from '../../kernel/clock.ts'
import { systemRandom } from '../../kernel/random.ts'
import { openStorage, type Storage } from '../../storage/storage.ts'

/** Databases with the tables of the demo payments. */
const tables = `
  create table demo_payment (
    world_id bigint not null references world on delete cascade,
    id bigint generated always as identity,
    kind text not null,
    ready_at timestamptz not null,
    status text not null default 'ACTC',
    primary key (world_id, id)
  );
  create table demo_execution (
    world_id bigint not null,
    payment_id bigint not null,
    at timestamptz not null,
    process text not null,
    foreign key (world_id, payment_id) references demo_payment
  );`

export const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Each ends with the file that opened it. */
export async function openDemo(databaseUrl: string, clock: Clock): Promise<Storage> {
  const options = { databaseUrl, dataFolder: '', connections: 8, log: silent, clock }
  const storage = await openStorage(options)
  after(() => storage.close())
  return storage
}

export async function demoDatabase(clock: Clock): Promise<{ url: string; storage: Storage }> {
  const url = await freshDatabase()
  const storage = await openDemo(url, clock)
  await query(url, tables)
  return { url, storage }
}

/** A caller as the pipeline would make it. */
export function callerIn(
  world: { id: bigint; now: Temporal.Instant },
  tppId: string,
  requestId: string = systemRandom.uuid(),
) {
  return { requestId, tppId, tppName: tppId, roles: [], now: world.now, world: world.id }
}

/** Looks again and again, for as long as a slow machine may need. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It never came true that ${what}.`)
    await delay(50)
  }
}
