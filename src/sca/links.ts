import { hash } from 'node:crypto'
import type { Random } from '../kernel/random.ts'
import type { InsertedLink, LinkRow, NewLink } from './link-rows.ts'

/**
 * Of what opens something only the hash is kept. A link that a POST was answered with also stands in
 * its kept answer, which is given again to who repeats the request; that goes after 24 hours.
 */
export const hashOf = (secret: string): Buffer =>
  // A buffer straight from the hash has memory of its own, which costs more than all else here.
  Buffer.from(hash('sha256', secret, 'hex'), 'hex')

export const newSecret = (random: Random): string => random.bytes(32).toString('base64url')

export const linkId = /^[A-Za-z0-9_-]{43}$/

const linkMinutes = 10
const idleMinutes = 5

/** Until the link or the PSU's patience with it is over, whichever comes first. */
export function secondsLeft(
  { createdAt, touchedAt }: Pick<LinkRow, 'createdAt' | 'touchedAt'>,
  now: Temporal.Instant,
): number {
  const ends = [createdAt.add({ minutes: linkMinutes }), touchedAt.add({ minutes: idleMinutes })]
  return Math.floor(Math.min(...ends.map((end) => now.until(end).total('seconds'))))
}

/** The row of a new link, and the secret in its address, which is kept nowhere. */
export function newLink(random: Random, link: NewLink, now: Temporal.Instant) {
  const secret = newSecret(random)
  const row: InsertedLink = [
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
    link.expectedCustomerId,
  ]
  return { secret, row }
}
