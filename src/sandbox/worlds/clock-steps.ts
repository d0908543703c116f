import assert from 'node:assert/strict'
import type { Clock } from '../../kernel/clock.ts'
import { inWorld, type Storage, type Transaction } from '../../storage/storage.ts'
import type { Executor } from './batch-executor.ts'
import { isDue, nextBatch, runChunk } from './batch-step.ts'
import { type ClockMove, readUnfinishedMove, saveProgress } from './clock-moves.ts'
import { growClock, lockFreeWorld, lockWorld } from './world-row.ts'

export interface StepParts {
  storage: Storage
  executors: readonly Executor[]
  clock: Clock
}

/** One transaction takes as many steps as fit, since each commit waits for the disk. */
const stepsMs = 100

/**
 * A move goes from one batch to the next: in one transaction the clock is set to the instant at
 * which the batch is due, and the batch, or a chunk of it, runs. So a process may die between any
 * two, and whoever comes next goes on from there. Answers whether the move is over.
 */
export async function carryOn(
  { storage, executors, clock }: StepParts,
  world: bigint,
  whenBusy: 'wait' | 'pass-by' = 'wait',
): Promise<boolean> {
  const note = {
    actor: 'nordgate',
    action: 'move-clock',
    requestId: null,
    details: { world: String(world) },
  }
  return storage.transaction(note, async (tx) => {
    if (whenBusy === 'wait') await lockWorld(tx, world)
    else if ((await lockFreeWorld(tx, world)) === undefined) return true
    const move = await inWorld(tx, world).row(readUnfinishedMove, [])
    if (!move) return true
    const startedMs = performance.now()
    while (performance.now() - startedMs < stepsMs) {
      if (await step(tx, world, { move, executors, realNow: clock.now() })) return true
    }
    return false
  })
}

interface Step {
  move: ClockMove
  executors: readonly Executor[]
  realNow: Temporal.Instant
}

async function step(
  tx: Transaction,
  id: bigint,
  { move: { target }, executors, realNow }: Step,
): Promise<boolean> {
  const world = inWorld(tx, id)
  const batch = await nextBatch(world, executors)
  if (!batch || !isDue(batch, target)) {
    await growClock(tx, id, { realNow, to: target })
    await world.run(saveProgress, [0, true, realNow])
    return true
  }
  await growClock(tx, id, { realNow, to: batch.at })
  const executed = await runChunk(world, batch, realNow)
  assert.equal(await world.run(saveProgress, [executed, false, realNow]), 1)
  return false
}
