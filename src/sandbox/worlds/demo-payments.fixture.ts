import { setTimeout as delay } from 'node:timers/promises'
import { acrossWorlds, type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { Executor } from './batch-executor.ts'
import type { Timetable } from './batch-times.ts'

/** Payments as simple as can be, to try the batches on. */
export interface DemoOptions {
  name?: string
  timetable?: Timetable
  chunk?: number
  process?: string
  /** Makes a chunk last, so that a test can strike in the middle of it. */
  lingerMs?: number
  onChunk?: (at: Temporal.Instant) => void
}

export function demoExecutor(options: DemoOptions = {}): Executor {
  const { name = 'demo', timetable = 'batch', chunk = 100, lingerMs = 0 } = options
  return {
    name,
    timetable,
    readyFrom: async (world) => (await world.row(firstReady, [name]))?.readyFrom ?? undefined,
    worldsWaiting: (queries) => queries.rows(allReady, [name]),
    execute: async (world, at) => {
      options.onChunk?.(at)
      const half = await world.run(execute, [name, at, chunk, options.process ?? ''])
      if (lingerMs > 0) await delay(lingerMs)
      return { counts: half > 0 ? { ACSC: half } : {}, executed: half, done: half < chunk }
    },
  }
}

export async function addPayments(
  world: WorldQueries,
  readyAt: string,
  count = 1,
  kind = 'demo',
): Promise<void> {
  await world.run(insert, [kind, Temporal.Instant.from(readyAt), count])
}

const insert = worldStatement<[kind: string, readyAt: Temporal.Instant, count: number]>(
  'demo-insert',
  `insert into demo_payment (world_id, kind, ready_at)
   select $1, $2, $3 from generate_series(1, $4::int)`,
)

const firstReady = worldStatement<[kind: string], { readyFrom: Temporal.Instant | null }>(
  'demo-first-ready',
  `select min(ready_at) as "readyFrom" from demo_payment
   where world_id = $1 and kind = $2 and status = 'ACTC'`,
)

const allReady = acrossWorlds<[kind: string], { world: bigint; readyFrom: Temporal.Instant }>(
  'a test',
  'demo-all-ready',
  `select world_id as world, min(ready_at) as "readyFrom" from demo_payment
   where kind = $1 and status = 'ACTC' group by world_id`,
)

const execute = worldStatement<
  [kind: string, at: Temporal.Instant, chunk: number, process: string]
>(
  'demo-execute',
  `with taken as (
     update demo_payment set status = 'ACSC' where world_id = $1 and id in (
       select id from demo_payment
       where world_id = $1 and kind = $2 and status = 'ACTC' and ready_at <= $3
       order by id limit $4)
     returning id)
   insert into demo_execution (world_id, payment_id, at, process)
   select $1, id, $3, $5 from taken`,
)
