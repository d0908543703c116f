import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Storage } from '../storage/storage.ts'
import type { PsuCaller } from './psu-access.ts'
import { type Counting, count, uncount } from './quotas.ts'

export interface CountedAlong<T> {
  output: T
  /** The headers that tell what is left; fails when others have used up the calls meanwhile. */
  counted: Promise<Record<string, string>>
}

/**
 * The rest of check 15. The call is counted while its answer is read, so that neither waits for
 * the other; when reading refuses it, it is taken off the count again.
 */
export async function countAlong<T>(
  storage: Storage,
  caller: PsuCaller,
  counting: Counting,
  read: () => Promise<T>,
): Promise<CountedAlong<T>> {
  const reading = read()
  // What is refused without a question to the bank is refused by then, and never counted.
  await Promise.race([reading, nextTurn()])
  const counted = count(storage, caller, counting)
  const [answer, place] = await Promise.allSettled([reading, counted])
  if (answer.status === 'fulfilled') return { output: answer.value, counted }
  // Why the call was refused says more than why it could not be taken off.
  if (place.status === 'fulfilled') await Promise.allSettled([uncount(storage, caller, counting)])
  throw answer.reason
}
