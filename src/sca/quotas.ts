import { Problem } from '../kernel/problem.ts'
import { inWorld, type Storage } from '../storage/storage.ts'
import type { Quota, QuotaKind } from '../wire/operation.ts'
import { isOfListing } from './listing.ts'
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
import type { StandingRow } from './standing.ts'
import { countCall, readCalls } from './unattended-rows.ts'

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
  standing: StandingRow
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
  { listings, calledAt }: StandingRow,
  query: Counted['query'],
  now: Temporal.Instant,
): string | undefined {
  if (query.listing === undefined) return undefined
  const isRecent = (at: Temporal.Instant | undefined) =>
    at !== undefined && at.until(now).total('minutes') < listingMinutes
  return listings?.find((key, place) => isRecent(calledAt?.[place]) && isOfListing(key, query))
}

/**
 * The rest of check 15, when there is an answer to give: a call that is refused for another reason
 * is not counted. Throws when others have used up the calls meanwhile.
 */
export async function count(
  storage: Storage,
  { tppId, requestId, world, now, psu }: PsuCaller,
  { kind, accountIds, listing, goesOn, rate }: Counting,
): Promise<Record<string, string>> {
  if (goesOn || accountIds.length === 0) return rateHeaders(rate, now)
  const note = { actor: tppId, action: `count-${kind}`, requestId }
  const rates = await storage.transaction(note, async (tx) => {
    const own = inWorld(tx, world)
    const since = windowStart(now)
    const counted = await own.rows(countCall, [
      ...([psu.psuId, accountIds, kind, now, listing, since, callsMax] as const),
    ])
    const enough = counted.length === accountIds.length
    const rows = enough ? counted : await own.rows(readCalls, [psu.psuId, accountIds, kind])
    const seen = rows.map(({ calledAt }) => rateOf(calledAt, now))
    if (!enough) throw exceeded(tightest(seen) ?? rate, now)
    return seen
  })
  return rateHeaders(tightest(rates) ?? rate, now)
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
