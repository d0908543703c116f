import type { BankTransaction, Place } from '../bank/port.ts'
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
}

type Step = { offset?: number; cursor?: string }

/** Links to the other pages, with all that was asked for; `address` is that of the list. */
export function pageLinks(
  address: string,
  query: ListQuery,
  page: Turned,
  listing: string | undefined,
) {
  const to = ({ offset, cursor }: Step) => {
    const { bookingStatus, dateFrom, dateTo, limit } = query
    const asked = { bookingStatus, dateFrom, dateTo, limit, offset, cursor, listing }
    const given = Object.entries(asked).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    return link(given.length > 0 ? `${address}?${given.join('&')}` : address, 'GET')
  }
  return {
    first: to({}),
    ...(page.older && { next: to(next(query, page)) }),
    ...(page.newer && { previous: to(previous(query, page)) }),
    last: to({ cursor: 'last' }),
  }
}

function next(query: ListQuery, { shown, newer }: Turned): Step {
  const last = shown.at(-1)
  // Everything before the place is gone; what follows it is the beginning.
  if (!last) return {}
  return { ...moved(query, newer, shown.length), cursor: `after-${last.id}` }
}

function previous(query: ListQuery, { shown, newer }: Turned): Step {
  const [first] = shown
  // Beyond the end: the page before it is the last one.
  if (!first) return { cursor: 'last' }
  return { ...moved(query, newer, -limitOf(query)), cursor: `before-${first.id}` }
}

/** How far from the beginning that is, where it is known: beside a cursor it is only told. */
function moved({ offset, cursor }: ListQuery, newer: boolean, by: number): Pick<Step, 'offset'> {
  const here = newer ? (offset ?? (cursor === undefined ? 0 : undefined)) : 0
  return here === undefined ? {} : { offset: Math.max(0, here + by) }
}
