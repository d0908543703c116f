import type { WorldQueries } from '../../storage/storage.ts'
import { addCounts, type Counts, type Executor } from './batch-executor.ts'
import { type LastRun, readLastRuns, saveRun } from './batch-runs.ts'
import { firstTime } from './batch-times.ts'

/** A batch that waits to be run or carried on. */
export interface DueBatch {
  executor: Executor
  at: Temporal.Instant
  /** Begun, by this process or one that died, and not finished. */
  running: boolean
  /** What its earlier chunks have done. */
  counts: Counts
}

/** The batch that comes first; of those at the same instant, the first in the list. */
export async function nextBatch(
  world: WorldQueries,
  executors: readonly Executor[],
): Promise<DueBatch | undefined> {
  if (executors.length === 0) return undefined
  const [lastRuns, readyFrom] = await Promise.all([
    world.rows(readLastRuns, [executors.map(({ name }) => name)]),
    Promise.all(executors.map((executor) => executor.readyFrom(world))),
  ])
  return executors
    .map((executor, index) => {
      const last = lastRuns.find(({ kind }) => kind === executor.name)
      return batchOf(executor, last, readyFrom[index])
    })
    .filter((batch) => batch !== undefined)
    .reduce<DueBatch | undefined>(
      (first, batch) => (first && !isBefore(batch, first) ? first : batch),
      undefined,
    )
}

const isBefore = (one: DueBatch, other: DueBatch): boolean =>
  Temporal.Instant.compare(one.at, other.at) < 0

function batchOf(
  executor: Executor,
  last: LastRun | undefined,
  readyFrom: Temporal.Instant | undefined,
): DueBatch | undefined {
  if (last?.running) return { executor, at: last.dueAt, running: true, counts: last.counts }
  if (!readyFrom) return undefined
  const at = timeAfter(executor, readyFrom, last?.dueAt)
  return { executor, at, running: false, counts: {} }
}

/** Work that was committed just after its batch had run goes into the next one. */
function timeAfter(
  { timetable }: Executor,
  readyFrom: Temporal.Instant,
  last: Temporal.Instant | undefined,
): Temporal.Instant {
  const isTooLate = last && Temporal.Instant.compare(last, readyFrom) >= 0
  if (!isTooLate) return firstTime(timetable, readyFrom)
  return firstTime(timetable, last.add({ nanoseconds: 1 }))
}

/** What has begun is always carried on. */
export const isDue = ({ running, at }: DueBatch, now: Temporal.Instant): boolean =>
  running || Temporal.Instant.compare(at, now) <= 0

/** One chunk, within the transaction that holds the world's lock; tells how many it carried out. */
export async function runChunk(
  world: WorldQueries,
  { executor, at, counts }: DueBatch,
  realNow: Temporal.Instant,
): Promise<number> {
  const chunk = await executor.execute(world, at)
  const state = chunk.done ? 'done' : 'running'
  await world.run(saveRun, [executor.name, at, state, addCounts(counts, chunk.counts), realNow])
  return chunk.executed
}
