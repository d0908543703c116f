import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../../kernel/problem.ts'
import { inWorld, type StorageLog } from '../../storage/storage.ts'
import { isDue, nextBatch } from './batch-step.ts'
import { createWorkFinder, type Work } from './batch-work.ts'
import { runDue } from './batches.ts'
import { carryOn, type StepParts } from './clock-steps.ts'
import { aheadOf, readAhead } from './world-row.ts'

export interface RunningBatches {
  /** Lets the chunk that is under way end; the next process goes on from there. */
  stop(): Promise<void>
}

const lookEveryMs = 1000
const lanes = 4
/** After this a large batch lets other worlds have their turn. */
const turnMs = 2000
const troubleMs = 60_000

/** Batches by themselves. Any number of processes may do this on one database. */
export function startBatches(parts: StepParts & { log: StorageLog }): RunningBatches {
  const { log } = parts
  const stopping = new AbortController()
  const { signal } = stopping
  /** Worlds whose batch failed, and until when they are left alone. */
  const inTrouble = new Map<bigint, number>()

  const find = createWorkFinder(parts)

  async function serve({ world, job }: Work): Promise<void> {
    if ((inTrouble.get(world) ?? 0) > performance.now()) return
    const turnEndsMs = performance.now() + turnMs
    const mayGoOn = () => !signal.aborted && performance.now() < turnEndsMs
    try {
      while ((await jobs[job](parts, world)) && mayGoOn());
      inTrouble.delete(world)
    } catch (error) {
      // The database is away or busy, which is no fault of this world's.
      if (error instanceof Problem) return
      inTrouble.set(world, performance.now() + troubleMs)
      log.error(
        { world: String(world), reason: String(error) },
        'a batch failed; it is tried again',
      )
    }
  }

  async function look(): Promise<void> {
    try {
      const work = await find()
      const lane = async () => {
        for (let next = work.pop(); next && !signal.aborted; next = work.pop()) await serve(next)
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    } catch (error) {
      log.warn({ reason: String(error) }, 'batches could not be looked for; the next look follows')
    }
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      await look()
      await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  const looking = keepLooking()
  return {
    stop: async () => {
      stopping.abort()
      await looking
    },
  }
}

/** Each does a part of its job, and answers whether to go on. */
const jobs: Record<Work['job'], (parts: StepParts, world: bigint) => Promise<boolean>> = {
  move: async (parts, world) => !(await carryOn(parts, world, 'pass-by')),
  batch: async (parts, world) =>
    (await isSomethingDue(parts, world)) && (await runDue(parts, world, 'pass-by')),
}

/** Looked at without a transaction first, since most looks find nothing. */
async function isSomethingDue({ storage, executors, clock }: StepParts, world: bigint) {
  const [batch, row] = await Promise.all([
    nextBatch(inWorld(storage, world), executors),
    storage.row(readAhead, [[world]]),
  ])
  return batch !== undefined && isDue(batch, aheadOf(clock.now(), row?.aheadMs ?? 0n))
}
