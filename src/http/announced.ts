import { acceptedChanges, changesInForce, type Environment } from '../wire/announced-changes.ts'
import type { Answer } from './answer.ts'
import type { Received } from './received.ts'

/** The announced changes that an answer follows, and the header that repeats those asked for. */
export function announcedTo({ headers }: Received, environment: Environment) {
  const accepted = acceptedChanges(headers.get('x-accept-fix'))
  return {
    changes: (now: Temporal.Instant) => changesInForce(accepted, environment, now),
    repeatedIn: (answer: Answer): Answer =>
      accepted.length === 0
        ? answer
        : { ...answer, headers: { ...answer.headers, 'x-accept-fix': accepted.join(', ') } },
  }
}
