import { acrossWorlds, worldStatement } from '../../storage/storage.ts'
import type { Counts } from './batch-executor.ts'

/** The rows behind the batches. */
export interface LastRun {
  kind: string
  dueAt: Temporal.Instant
  running: boolean
  counts: Counts
}

/** Batches of one kind run in the order of their times, so only the last can be unfinished. */
export const readLastRuns = worldStatement<[kinds: string[]], LastRun>(
  'batch-run-last',
  `select asked.kind, last.due_at as "dueAt", last.state = 'running' as running, last.counts
   from unnest($2::text[]) as asked (kind)
   cross join lateral (
     select r.due_at, r.state, r.counts from batch_run r
     where r.world_id = $1 and r.kind = asked.kind order by r.due_at desc limit 1
   ) as last`,
)

export const saveRun = worldStatement<
  [kind: string, dueAt: Temporal.Instant, state: string, counts: Counts, realNow: Temporal.Instant]
>(
  'batch-run-save',
  `insert into batch_run (world_id, kind, due_at, state, counts, started_at, finished_at)
   values ($1, $2, $3, $4, $5, $6, case $4::text when 'done' then $6::timestamptz end)
   on conflict (world_id, kind, due_at) do update
     set state = excluded.state, counts = excluded.counts, finished_at = excluded.finished_at`,
)

type Asked = [tppId: string, requestId: string]

export const insertAskedRuns = worldStatement<
  [...Asked, dueAt: Temporal.Instant, kinds: string[], counts: Counts[], realNow: Temporal.Instant]
>(
  'batch-run-ask',
  `insert into batch_run (world_id, kind, due_at, state, counts, tpp_id, request_id, started_at)
   select $1, kind, $4, 'running', counts, $2, $3, $7
   from unnest($5::text[], $6::jsonb[]) as run (kind, counts)`,
)

export const readAskedRuns = worldStatement<
  [...Asked, since: Temporal.Instant],
  { running: boolean; counts: Counts }
>(
  'batch-run-asked',
  `select r.state = 'running' as running, r.counts from batch_run r
   where r.world_id = $1 and r.tpp_id = $2 and r.request_id = $3 and r.started_at > $4
   order by r.kind`,
)

export const worldsWithRunning = acrossWorlds<[], { world: bigint }>(
  'batches left behind by a process that died are carried on by any other',
  'batch-run-left-behind',
  `select distinct world_id as world from batch_run where state = 'running'`,
)
