import { acrossWorlds, worldStatement } from '../../storage/storage.ts'

/** The rows behind moves of a clock. */
export interface ClockMove {
  tppId: string
  requestId: string
  target: Temporal.Instant
  batches: number
  executed: bigint
  finished: boolean
}

const columns = `m.tpp_id as "tppId", m.request_id as "requestId", m.target, m.batches, m.executed,
  m.finished_at is not null as finished`

type Asked = [tppId: string, requestId: string]

export const readMove = worldStatement<Asked, ClockMove>(
  'clock-move-read',
  `select ${columns} from clock_move m
   where m.world_id = $1 and m.tpp_id = $2 and m.request_id = $3`,
)

export const readUnfinishedMove = worldStatement<[], ClockMove>(
  'clock-move-unfinished',
  `select ${columns} from clock_move m where m.world_id = $1 and m.finished_at is null`,
)

export const insertMove = worldStatement<
  [...Asked, target: Temporal.Instant, batches: number, realNow: Temporal.Instant]
>(
  'clock-move-insert',
  `insert into clock_move (world_id, tpp_id, request_id, target, batches, started_at, touched_at)
   values ($1, $2, $3, $4, $5, $6, $6)`,
)

export const saveProgress = worldStatement<
  [executed: number, finished: boolean, realNow: Temporal.Instant]
>(
  'clock-move-progress',
  `update clock_move set executed = executed + $2, touched_at = $4,
     finished_at = case when $3 then $4::timestamptz end
   where clock_move.world_id = $1 and finished_at is null`,
)

export const forgetMoves = worldStatement<[before: Temporal.Instant]>(
  'clock-move-forget',
  `delete from clock_move where clock_move.world_id = $1 and finished_at < $2`,
)

export const worldsWithStalledMove = acrossWorlds<
  [untouchedSince: Temporal.Instant],
  { world: bigint }
>(
  'a move whose process died is carried on by any other',
  'clock-move-stalled',
  'select world_id as world from clock_move where finished_at is null and touched_at < $1',
)
