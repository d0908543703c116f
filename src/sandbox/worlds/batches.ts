import { Problem } from '../../kernel/problem.ts'
import { inWorld, type Transaction, type WorldQueries } from '../../storage/storage.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type { runBatch } from '../../wire/sandbox-batches.ts'
import type { WorldCaller } from '../data/own-books.ts'
import { addCounts, type Counts, type Executor, type Holding } from './batch-executor.ts'
import { insertAskedRuns, readAskedRuns, readLastRuns } from './batch-runs.ts'
import { isDue, nextBatch, runChunk } from './batch-step.ts'
import type { StepParts } from './clock-steps.ts'
import { aheadOf, lockFreeWorld, lockWorld } from './world-row.ts'

export type Batches = ReturnType<typeof createBatches>

/** Batches on demand: one of each kind that has the batch timetable, as of the world's now. */
export function createBatches(parts: StepParts) {
  const { storage, executors, clock } = parts
  const kinds = executors.filter(({ timetable }) => timetable === 'batch').map(({ name }) => name)
  const holder = executors.find((executor) => executor.hold)

  /** A request id is the TPP's own for 24 hours; after that it is a new request. */
  const asked = ({ tppId, requestId }: WorldCaller): [string, string, Temporal.Instant] => [
    tppId,
    requestId,
    clock.now().subtract({ hours: 24 }),
  ]

  async function ask(caller: WorldCaller, ids: readonly string[]): Promise<boolean> {
    const { tppId, requestId, world: id } = caller
    const note = { actor: tppId, action: 'ask-batch', requestId }
    return storage.transaction(note, async (tx) => {
      const aheadMs = await lockWorld(tx, id)
      const realNow = clock.now()
      const now = aheadOf(realNow, aheadMs)
      const world = inWorld(tx, id)
      if ((await world.rows(readAskedRuns, asked(caller))).length > 0) return true
      // What fell due before comes first, and each batch at its own time.
      const earlier = await nextBatch(world, executors)
      if (earlier && isDue(earlier, now)) return false
      const last = (await world.rows(readLastRuns, [kinds])).map(({ dueAt }) => dueAt)
      const at = laterThan(last, now)
      const held = await holdBack(world, holder, { tppId, ids, at })
      const counts = kinds.map((kind): Counts => (kind === holder?.name ? held : {}))
      await world.run(insertAskedRuns, [tppId, requestId, at, kinds, counts, realNow])
      return true
    })
  }

  return {
    /** Commits as it goes, in transactions of its own; sent again it answers the same. */
    async run(
      caller: WorldCaller,
      { body }: Input<typeof runBatch>,
      _tx?: Transaction,
    ): Promise<Output<typeof runBatch>> {
      const { world } = caller
      if (kinds.length === 0) return {}
      while (!(await ask(caller, body?.hold ?? []))) await runDue(parts, world)
      for (;;) {
        const runs = await inWorld(storage, world).rows(readAskedRuns, asked(caller))
        if (runs.length === 0) throw worldWasReplaced()
        if (!runs.some(({ running }) => running)) {
          return runs.map(({ counts }) => counts).reduce<Counts>(addCounts, {})
        }
        await runDue(parts, world)
      }
    },
  }
}

/** Before the batch begins, and in the transaction that asks for it. */
async function holdBack(
  world: WorldQueries,
  holder: Executor | undefined,
  asked: Holding,
): Promise<Counts> {
  if (asked.ids.length === 0 || !holder?.hold) return {}
  const { counts, refused } = await holder.hold(world, asked)
  if (refused.length === 0) return counts
  throw new Problem('FORMAT_ERROR', 'The batch cannot hold these payments:', {
    findings: refused.map(({ place, text }) => ({ path: `body/hold/${place}`, text })),
  })
}

const worldWasReplaced = (): Problem =>
  new Problem('CONFLICT', 'The world was reset or restored while the batch ran.')

/** Two batches of one kind never share an instant, not even when the clock stands still. */
function laterThan(earlier: Temporal.Instant[], now: Temporal.Instant): Temporal.Instant {
  return earlier
    .map((instant) => instant.add({ microseconds: 1 }))
    .reduce((a, b) => (Temporal.Instant.compare(a, b) < 0 ? b : a), now)
}

/** One chunk of what is due in a world; answers whether there was one. */
export async function runDue(
  { storage, executors, clock }: StepParts,
  id: bigint,
  whenBusy: 'wait' | 'pass-by' = 'wait',
): Promise<boolean> {
  const note = {
    actor: 'nordgate',
    action: 'run-batch',
    requestId: null,
    details: { world: String(id) },
  }
  return storage.transaction(note, async (tx) => {
    const aheadMs = whenBusy === 'wait' ? await lockWorld(tx, id) : await lockFreeWorld(tx, id)
    if (aheadMs === undefined) return false
    const realNow = clock.now()
    const world = inWorld(tx, id)
    const batch = await nextBatch(world, executors)
    if (!batch || !isDue(batch, aheadOf(realNow, aheadMs))) return false
    await runChunk(world, batch, realNow)
    return true
  })
}
