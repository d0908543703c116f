import type { Storage } from '../storage/storage.ts'
import { clearLinks, forgetLinks } from './link-rows.ts'
import { forgetLocks } from './log-in.ts'

const keptHours = 24
const atOnce = 10_000

/**
 * What people have left behind at least a day ago: links, and what was typed. Not along with each new
 * link, which would pay for it.
 */
export async function forgetVisits(storage: Storage, realNow: Temporal.Instant): Promise<void> {
  const note = { actor: 'nordgate', action: 'forget-visits', requestId: null }
  const before = realNow.subtract({ hours: keptHours })
  for (const forget of [forgetLinks, clearLinks, forgetLocks]) {
    let forgotten = atOnce
    while (forgotten === atOnce) {
      forgotten = await storage.transaction(note, (tx) => tx.run(forget, [before, atOnce]))
    }
  }
}
