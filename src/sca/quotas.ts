import { Problem } from '../kernel/problem.ts'
import { inWorld, isNullRefused, type Storage } from '../storage/storage.ts'
import type { Quota, QuotaKind } from '../wire/operation.ts'
import { isOfListing } from './listing.ts'
import { ruleFor, unasked } from './policy.ts'
import type { PsuCaller } from './psu-access.ts'
import {
  callsMax,
  type Rate,
  rateHeaders,
  rateOf,
  secondsUntil,
  tightest,
  windowStart,
} from './rate.ts'
import { ScaNeeded } from './sca-needed.ts'
import type { GrantedStanding } from './standing.ts'
import { countCall, readCalls, uncountCall } from './unattended-rows.ts'

/** A call without the PSU that is counted; undefined for all others. */
export interface Counting {
  kind: QuotaKind
  accountIds: string[]
  /** The key of this call, or of the one whose list it goes on with. */
  listing: string
  /** A further page of a list that was counted when it began. */
  goesOn: boolean
  /** As it stood when the call came in. */
  rate: Rate
}

/** For how long the links of a list are good: to turn its pages, not to look what is new. */
const listingMinutes = 10

export const quotaKindOf = (quota: Quota): QuotaKind =>
  quota === 'withBalance' || quota === 'withCardBalance' ? 'balances' : quota

export interface Counted {
  quota: Quota | undefined
  caller: PsuCaller
  standing: GrantedStanding
  accountId: string | undefined
  query: { listing?: unknown; withBalance?: unknown }
  newListing: () => string
}

/** Check 15, as far as reading goes: refuses what has clearly used up its calls. */
export function beginCounting(call: Counted): Counting | undefined {
  const { quota, caller, standing, accountId, query } = call
  const { psu, now } = caller
  if (quota === undefined || psu.present) return undefined
  const along = quota === 'withBalance' || quota === 'withCardBalance'
  if (along && query.withBalance !== true) return undefined
  const rate = rateOf(standing.calledAt ?? [], now)
  const listed = listingOf(standing, query, now)
  const goesOn = listed !== undefined
  if (!goesOn && rate.remaining === 0) throw exceeded(rate, now)
  const all = [...(quota === 'withCardBalance' ? psu.cardAccounts : psu.accounts).keys()]
  return {
    kind: quotaKindOf(quota),
    accountIds: accountId === undefined ? all : [accountId],
    listing: listed ?? call.newListing(),
    goesOn,
    rate,
  }
}

function listingOf(
  { listings, calledAt }: GrantedStanding,
  query: Counted['query'],
  now: Temporal.Instant,
): string | undefined {
  if (query.listing === undefined) return undefined
  const isRecent = (at: Temporal.Instant | undefined) =>
    at !== undefined && at.until(now).total('minutes') < listingMinutes
  return listings?.find((key, place) => isRecent(calledAt?.[place]) && isOfListing(key, query))
}

const psuIsUnknown = ruleFor('accounts', { ...unasked, psuKnown: false })!

/** Counts the call; throws when others have used up the calls meanwhile, or the PSU is gone. */
export async function count(
  storage: Storage,
  { tppId, requestId, world, now, psu }: PsuCaller,
  { kind, accountIds, listing, goesOn, rate }: Counting,
): Promise<Record<string, string>> {
  if (goesOn || accountIds.length === 0) return rateHeaders(rate, now)
  const note = { actor: tppId, action: `count-${kind}`, requestId }
  const tightestOf = (rows: { calledAt: Temporal.Instant[] }[]) =>
    tightest(rows.map(({ calledAt }) => rateOf(calledAt, now))) ?? rate
  try {
    const window = [now, listing, windowStart(now), callsMax] as const
    const counted = await storage.write(note, countCall.inWorld, [
      ...([world, psu.psuId, accountIds, kind, ...window] as const),
    ])
    if (counted.length === 0) throw new ScaNeeded(psuIsUnknown)
    return rateHeaders(tightestOf(counted), now)
  } catch (error) {
    if (!isNullRefused(error, 'unattended_calls', 'called_at')) throw error
    const rows = await inWorld(storage, world).rows(readCalls, [psu.psuId, accountIds, kind])
    throw exceeded(tightestOf(rows), now)
  }
}

/** A call that is refused for another reason is not counted. */
export async function uncount(
  storage: Storage,
  { tppId, requestId, world, psu }: PsuCaller,
  { kind, accountIds, listing, goesOn }: Counting,
): Promise<void> {
  if (goesOn || accountIds.length === 0) return
  const note = { actor: tppId, action: `uncount-${kind}`, requestId }
  await storage.write(note, uncountCall.inWorld, [world, psu.psuId, accountIds, kind, listing])
}

function exceeded(rate: Rate, now: Temporal.Instant): Problem {
  const headers = {
    ...rateHeaders({ ...rate, remaining: 0 }, now),
    'Retry-After': String(secondsUntil(rate.resetAt, now)),
  }
  const text =
    `Without the PSU, ${callsMax} such calls for an account are let pass in 24 hours; ` +
    'Retry-After says in how many seconds there is one again.'
  return new Problem('ACCESS_EXCEEDED', text, { headers })
}
