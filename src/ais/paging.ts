import type { BankTransaction, Place } from '../bank/port.ts'
import type { Listing } from '../sca/sca.ts'
import { link } from '../wire/link.ts'
import type { Input } from '../wire/operation.ts'
import { pageUsual } from '../wire/transaction-query.ts'
import type { listTransactions } from '../wire/transactions.ts'

export type ListQuery = Input<typeof listTransactions>['query']

/** The place that a link carries; without one, a number of transactions to skip. */
export function placeOf({ cursor, offset = 0 }: ListQuery): Place {
  if (cursor === undefined) return { at: 'first', offset }
  if (cursor === 'last') return { at: 'last' }
  const dash = cursor.indexOf('-')
  const at = cursor.slice(0, dash) === 'after' ? 'after' : 'before'
  return { at, transactionId: cursor.slice(dash + 1) }
}

export const limitOf = ({ limit = pageUsual }: ListQuery): number => limit

export interface Turned {
  /** Those that are counted by limit and offset, in the order of the list. */
  shown: readonly Pick<BankTransaction, 'id'>[]
  newer: boolean
  older: boolean
  /** What the links lead on to, where the rest of what was asked for stands on this page already. */
  onwards?: 'booked'
}

interface Step {
  offset?: number
  cursor?: string
  /** Nothing behind the link can be newer than the list, so it goes on with it. */
  goesOn?: boolean
}

/**
 * Links to the other pages, with all that was asked for; `address` is that of the list. Without the
 * PSU, those that may show what has come in meanwhile begin a list of their own.
 */
export function pageLinks(
  address: string,
  query: ListQuery,
  page: Turned,
  listing: Listing | undefined,
) {
  const to = ({ offset, cursor, goesOn = false }: Step) => {
    const { dateFrom, dateTo, limit } = query
    const bookingStatus = cursor === undefined ? query.bookingStatus : onwards
    const asked = { bookingStatus, dateFrom, dateTo, limit, offset, cursor }
    const pass = goesOn ? listing?.passFor(asked) : undefined
    return link(withQuery(address, { ...asked, listing: pass }), 'GET')
  }
  const { onwards = query.bookingStatus } = page
  const here = distance(query, page, listing)
  return {
    first: to({}),
    ...(page.older && { next: to(next(page, here)) }),
    ...(page.newer && { previous: to(previous(query, page, here)) }),
    // More than one page was there when the list began, so nothing new fits on the last.
    last: to({ cursor: 'last', goesOn: page.older || listing?.goesOn === true }),
  }
}

function withQuery(address: string, asked: Record<string, string | number | undefined>): string {
  let url = address
  let mark = '?'
  for (const name in asked) {
    const value = asked[name]
    if (value === undefined) continue
    url += `${mark}${name}=${encodeURIComponent(value)}`
    mark = '&'
  }
  return url
}

function next({ shown }: Turned, here: number | undefined): Step {
  const last = shown.at(-1)
  // Everything before the place is gone; what follows it is the beginning.
  if (!last) return {}
  const offset = here === undefined ? {} : { offset: here + shown.length }
  return { ...offset, cursor: `after-${last.id}`, goesOn: true }
}

function previous(query: ListQuery, { shown }: Turned, here: number | undefined): Step {
  const [first] = shown
  // Beyond the end: the page before it is the last one.
  if (!first) return { cursor: 'last' }
  const cursor = `before-${first.id}`
  if (here === undefined) return { cursor }
  const offset = here - limitOf(query)
  // A page that was not full when the list began has room for what is new.
  return { offset: Math.max(0, offset), cursor, goesOn: offset >= 0 }
}

/**
 * How far from the beginning the page is, where it is known: beside a cursor it is only told, and
 * without the PSU believed of our own links alone.
 */
function distance(
  { offset, cursor }: ListQuery,
  { newer }: Turned,
  listing: Listing | undefined,
): number | undefined {
  if (!newer) return 0
  if (cursor === undefined) return offset ?? 0
  return listing === undefined || listing.goesOn ? offset : undefined
}
