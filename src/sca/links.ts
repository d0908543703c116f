import { hash } from 'node:crypto'
import type { Random } from '../kernel/random.ts'
import type { WorldQueries } from '../storage/storage.ts'
import { forgetLinks, insertLink, type LinkRow, type NewLink } from './link-rows.ts'

/** Only the hash is kept of what opens something. */
export const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer')

export const newSecret = (random: Random): string => random.bytes(32).toString('base64url')

export const linkId = /^[A-Za-z0-9_-]{43}$/

const linkMinutes = 10
const idleMinutes = 5
const keptDays = 1

/** Until the link or the PSU's patience with it is over, whichever comes first. */
export function secondsLeft(
  { createdAt, touchedAt }: Pick<LinkRow, 'createdAt' | 'touchedAt'>,
  now: Temporal.Instant,
): number {
  const ends = [createdAt.add({ minutes: linkMinutes }), touchedAt.add({ minutes: idleMinutes })]
  return Math.floor(Math.min(...ends.map((end) => now.until(end).total('seconds'))))
}

/** Makes a link and tells the secret in its address, which is known to nobody else afterwards. */
export async function createLink(
  world: WorldQueries,
  random: Random,
  link: NewLink,
  now: Temporal.Instant,
): Promise<string> {
  const secret = newSecret(random)
  // Sent together: each wait is one that a payment's creation would have.
  await Promise.all([
    world.run(forgetLinks, [now.subtract({ hours: 24 * keptDays })]),
    world.run(insertLink, [
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
      link.authorisationId,
    ]),
  ])
  return secret
}
