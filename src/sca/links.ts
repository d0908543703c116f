import { hash } from 'node:crypto'
import type { Random } from '../kernel/random.ts'
import type { WorldQueries } from '../storage/storage.ts'
import { forgetLinks, insertLink, type NewLink } from './link-rows.ts'

/** Only the hash is kept of what opens something. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const newSecret = (random: Random): string => random.bytes(32).toString('base64url')

export const linkId = /^[A-Za-z0-9_-]{43}$/

export const linkMinutes = 10
export const idleMinutes = 5
const keptDays = 1

/** Makes a link and tells the secret in its address, which is known to nobody else afterwards. */
export async function createLink(
  world: WorldQueries,
  random: Random,
  link: NewLink,
  now: Temporal.Instant,
): Promise<string> {
  const secret = newSecret(random)
  await world.run(forgetLinks, [now.subtract({ hours: 24 * keptDays })])
  await world.run(insertLink, [
    hashOf(secret),
    link.shows,
    link.subjectKind,
    link.subjectId,
    link.reason,
    link.tppId,
    link.tppName,
    link.redirectUri,
    link.prefersApp,
    link.sessionId,
    link.customerNumber,
    link.context,
    link.agreementId,
    link.asksContext,
    now,
  ])
  return secret
}
