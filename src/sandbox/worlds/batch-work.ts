import type { Executor } from './batch-executor.ts'
import { worldsWithRunning } from './batch-runs.ts'
import { firstTime } from './batch-times.ts'
import { worldsWithStalledMove } from './clock-moves.ts'
import type { StepParts } from './clock-steps.ts'
import { aheadOf, readAhead } from './world-row.ts'

/** What is to be done in a world: a batch, or a move of its clock that lost its process. */
export interface Work {
  world: bigint
  job: 'move' | 'batch'
}

interface Waiting {
  world: bigint
  readyFrom: Temporal.Instant
  /** The first batch that may take it. */
  at: Temporal.Instant
}

/** A move commits several times a second as long as its process lives. */
const stalledAfterSeconds = 5

/**
 * Looks for worlds with work, at a cost that goes with the work that waits and not with the number
 * of worlds: one statement for each executor, and two over indexes that are empty but for trouble.
 */
export function createWorkFinder({ storage, executors, clock }: StepParts) {
  /** From the last look, since the calendar is dear to ask. */
  let known = new Map<string, Waiting>()

  async function waiting(): Promise<Waiting[]> {
    const rows = await Promise.all(executors.map((executor) => waitingFor(executor)))
    const found = rows.flat()
    known = new Map(found)
    return found.map(([, work]) => work)
  }

  async function waitingFor(executor: Executor): Promise<[string, Waiting][]> {
    const rows = await executor.worldsWaiting(storage)
    return rows.map(({ world, readyFrom }) => {
      const key = `${executor.name} ${world}`
      const before = known.get(key)
      if (before?.readyFrom.equals(readyFrom)) return [key, before]
      return [key, { world, readyFrom, at: firstTime(executor.timetable, readyFrom) }]
    })
  }

  /** By each world's own clock. */
  async function due(): Promise<bigint[]> {
    const all = await waiting()
    if (all.length === 0) return []
    const realNow = clock.now()
    const rows = await storage.rows(readAhead, [[...new Set(all.map(({ world }) => world))]])
    const now = new Map(rows.map(({ id, aheadMs }) => [id, aheadOf(realNow, aheadMs)]))
    return all
      .filter(({ world, at }) => Temporal.Instant.compare(at, now.get(world) ?? realNow) <= 0)
      .map(({ world }) => world)
  }

  return async (): Promise<Work[]> => {
    const stalledSince = clock.now().subtract({ seconds: stalledAfterSeconds })
    const [stalled, running, dueNow] = await Promise.all([
      storage.rows(worldsWithStalledMove, [stalledSince]),
      storage.rows(worldsWithRunning, []),
      due(),
    ])
    const batches = new Set([...dueNow, ...running.map(({ world }) => world)])
    return [
      ...stalled.map(({ world }): Work => ({ world, job: 'move' })),
      ...[...batches].map((world): Work => ({ world, job: 'batch' })),
    ]
  }
}
