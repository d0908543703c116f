import type { Queries, WorldQueries } from '../../storage/storage.ts'
import type { Timetable } from './batch-times.ts'

/** How many payments ended in which status. */
export type Counts = Readonly<Record<string, number>>

export interface Chunk {
  counts: Counts
  /** How many were carried out, each counted once though a later batch may come back to it. */
  executed: number
  /** Nothing that was due is left. Until then `execute` is called again for the same batch. */
  done: boolean
}

/**
 * What runs in batches plugs in here. The engine decides when, in which order and in whose
 * transaction; the executor knows what waits. Waiting work is ready from an instant on: that of its
 * approval or the start of its execution date in Oslo, whichever is later.
 */
export interface Executor {
  /** Kept with every run: never rename it. */
  readonly name: string
  readonly timetable: Timetable
  /** From when on the first of the waiting work is ready; one look into an index. */
  readyFrom(world: WorldQueries): Promise<Temporal.Instant | undefined>
  /** The same for every world in which work waits, and for no other; asked every second. */
  worldsWaiting(queries: Queries): Promise<{ world: bigint; readyFrom: Temporal.Instant }[]>
  /**
   * Carries out a part of what is ready at `at`, in one transaction: a thousand payments rather
   * than a hundred thousand. It is called anew when the database asks for that, so all it does is
   * done within that transaction. Work left for a later batch must not be ready any more.
   */
  execute(world: WorldQueries, at: Temporal.Instant): Promise<Chunk>
  /** Takes some of the waiting work into the batch at `at` and leaves it there for the next one. */
  hold?(world: WorldQueries, asked: Holding): Promise<Held>
}

export interface Holding {
  tppId: string
  ids: readonly string[]
  at: Temporal.Instant
}

export interface Held {
  counts: Counts
  /** Which cannot be held, by their place among the ids, and why; then none is. */
  refused: { place: number; text: string }[]
}

export const addCounts = (one: Counts, other: Counts): Counts => {
  const sum: Record<string, number> = { ...one }
  for (const [status, count] of Object.entries(other)) sum[status] = (sum[status] ?? 0) + count
  return sum
}
