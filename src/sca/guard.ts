import assert from 'node:assert/strict'
import type { Bank } from '../bank/port.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import {
  inWorld,
  type Storage,
  type Transaction,
  type WorldQueries,
  type WorldTransaction,
} from '../storage/storage.ts'
import { toScaNeededForNothing, toScaRedirect } from '../wire/consents.ts'
import type { Guards } from '../wire/operation.ts'
import { admit, admitPayment } from './admit.ts'
import { countAlong } from './count-along.ts'
import { forNothing, insertLink, type NewLink } from './link-rows.ts'
import { newLink } from './links.ts'
import { listingWith } from './listing.ts'
import type { ScaRule } from './policy.ts'
import type { OfferingCaller, PayingCaller, PsuCaller, PsuRequest } from './psu-access.ts'
import { psuRequestReader } from './psu-request.ts'
import { beginCounting, type Counting, quotaKindOf } from './quotas.ts'
import { rateHeaders } from './rate.ts'
import {
  type GrantedStanding,
  grantedParameters,
  type Standing,
  type StandingQuestion,
  standingParameters,
} from './standing.ts'

export interface GuardParts {
  storage: Storage
  clock: Clock
  random: Random
  /** For a transaction that writes in a world: its time, and nobody replaces it meanwhile. */
  hold(
    tx: Transaction,
    where: { world: bigint; realNow: Temporal.Instant },
  ): Promise<{ now: Temporal.Instant }>
  bank(world: WorldQueries): Bank
  publicUrl(): string
  /** Whether a PSU may be sent to http://localhost. */
  localhost: boolean
}

/** One call of an operation with an `sca` guard. */
export interface GuardedCall {
  guards: Guards
  caller: Caller
  asks: PsuRequest
  standing: Standing
  input: { path: unknown; query: unknown }
}

export type ScaGuards = ReturnType<typeof createGuard>

/** Checks 14 and 15. */
export const createGuard = (parts: GuardParts) => ({
  /** What the headers say about the PSU. */
  read: psuRequestReader(parts),

  /** What has to be asked of the database along with the world's row. */
  question(
    tppId: string,
    { guards, asks, input }: Omit<GuardedCall, 'caller' | 'standing'>,
  ): StandingQuestion {
    if (!goesByGrants(guards))
      return { granted: false, parameters: standingParameters(tppId, asks) }
    const accountId = accountIn(input)
    const { quota } = guards
    const isCounted = quota !== undefined && accountId !== undefined && !asks.present
    const counted = isCounted ? { kind: quotaKindOf(quota), accountId } : undefined
    return { granted: true, parameters: grantedParameters(tppId, asks, counted) }
  },

  /** Check 14: the caller with what it may see, or what the PSU or the TPP has to do first. */
  admit(call: GuardedCall): OfferingCaller | PayingCaller | PsuCaller {
    const { guards, caller, asks, standing, input } = call
    const { sca: guard = 'accounts', quota } = guards
    if (guard === 'offer') return { ...caller, asks, standing }
    const { now } = caller
    if (guard === 'payment') {
      return { ...caller, asks, standing, ...admitPayment({ guard, asks, standing, now }) }
    }
    const details = quota === 'details'
    const accountId = accountIn(input)
    const asked = { guard, details, asks, standing: granted(standing), accountId, now }
    return { ...caller, asks, psu: admit(asked) }
  },

  /** Check 15 before the answer, and after it. */
  beginCounting({ guards, standing, input }: GuardedCall, caller: PsuCaller): Counting | undefined {
    const query = input.query as { listing?: unknown; withBalance?: unknown }
    const { quota } = guards
    const newListing = () => parts.random.uuid()
    return beginCounting({
      quota,
      caller,
      standing: granted(standing),
      query,
      accountId: accountIn(input),
      newListing,
    })
  },
  /** The caller with what the links of a list that is counted need. */
  listing: (caller: PsuCaller, { listing, goesOn }: Counting): PsuCaller => ({
    ...caller,
    psu: { ...caller.psu, listing: listingWith(listing, goesOn) },
  }),
  rateHeaders: ({ now }: PsuCaller, { rate }: Counting) => rateHeaders(rate, now),
  countAlong: <T>(caller: PsuCaller, counting: Counting, read: () => Promise<T>) =>
    countAlong(parts.storage, caller, counting, read),

  /** The body of the 401: where the PSU is to be sent. */
  async ask(call: GuardedCall, rule: ScaRule, operation: string) {
    const { storage, clock, hold } = parts
    const { tppId, requestId, world } = call.caller
    const note = {
      ...{ actor: tppId, action: 'ask-for-sca', requestId },
      details: { reason: rule.reason, operation },
    }
    const href = await storage.transaction(note, async (tx) => {
      const { now } = await hold(tx, { world, realNow: clock.now() })
      return linkFor(parts, inWorld(tx, world), { ...call, rule, now })
    })
    // Who logs in does so for a session, whatever they want to do in it.
    const leadsNowhere = rule.shows === 'log-in' && call.asks.sessionId === undefined
    return leadsNowhere ? toScaNeededForNothing(href) : toScaRedirect(href)
  },
})

/** Who only wants to pay, or to ask for more, has to be granted nothing. */
const goesByGrants = ({ sca }: Guards): boolean => sca !== 'offer' && sca !== 'payment'

function granted(standing: Standing): GrantedStanding {
  assert('grants' in standing, 'What is granted was not asked for.')
  return standing as GrantedStanding
}

const accountIn = ({ path }: GuardedCall['input']): string | undefined =>
  (path as { id?: string } | undefined)?.id

export interface LinkOrder extends Pick<GuardedCall, 'caller' | 'asks' | 'standing'> {
  guards: Pick<Guards, 'sca'>
  rule: Pick<ScaRule, 'reason' | 'shows' | 'asksContext'>
  now: Temporal.Instant
}

export function linkFor(
  { random, publicUrl }: Pick<GuardParts, 'random' | 'publicUrl'>,
  world: WorldTransaction,
  { caller, asks, standing, rule, guards, now }: LinkOrder,
): string {
  const link: NewLink = {
    ...{ shows: rule.shows, reason: rule.reason, asksContext: rule.asksContext },
    ...forNothing,
    ...askedBy(caller, asks),
    customerNumber: asks.psuIdentity ?? null,
    expectedCustomerId: standing.customerId,
    context: contextAskedFor(asks, standing, { ...rule, ...guards }),
    agreementId: standing.agreementId,
  }
  const { secret, row } = newLink(random, link, now)
  world.runLast(insertLink, row)
  return `${publicUrl()}/sca/${secret}`
}

/** Who wants a link, and where the PSU goes afterwards. */
export const askedBy = ({ tppId, tppName }: Caller, asks: PsuRequest) => ({
  ...{ tppId, tppName, redirectUri: asks.redirectUri, prefersApp: !asks.redirectPreferred },
  sessionId: asks.sessionId ?? null,
})

/**
 * What the request has settled: a PSU who is known as a private person is not asked again. A company
 * is settled only where it is known which one, or the PSU will be asked.
 */
function contextAskedFor(
  { context, psuCorporateId }: PsuRequest,
  { psuId, actsPrivately, agreementId }: Standing,
  { sca, asksContext }: Pick<Guards, 'sca'> & Pick<ScaRule, 'asksContext'>,
): NewLink['context'] {
  if (psuCorporateId !== undefined) {
    return asksContext || agreementId !== null ? 'CORPORATE' : null
  }
  if (context !== undefined && asksContext) return context
  const settled = psuId !== null && actsPrivately && sca !== 'user' && sca !== 'offer'
  return settled ? 'PRIVATE' : null
}
