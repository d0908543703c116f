import type { WorldQueries } from '../../storage/storage.ts'
import type { BankResult, Place, TransactionPage, TransactionQuery, Transactions } from '../port.ts'
import { done, isId, refuse } from './answer.ts'
import { balanceRow } from './balances.ts'
import { pages, readBooked, readPending, toTransaction } from './transaction-rows.ts'

export const transactionsIn = (world: WorldQueries): Transactions => ({
  transactions: (query) => page(world, query),
  transaction: async (accountId, id) => {
    if (!isId(accountId)) return refuse('account-unknown')
    const booked = isId(id) ? await world.row(readBooked, [accountId, id]) : undefined
    if (booked) return done(toTransaction(booked, accountId, 'booked'))
    const pending = isId(id) ? await world.row(readPending, [accountId, id]) : undefined
    if (pending && !pending.ended) return done(toTransaction(pending, accountId, 'pending'))
    const known = await balanceRow(world, accountId)
    return refuse(known ? 'transaction-unknown' : 'account-unknown')
  },
})

async function page(
  world: WorldQueries,
  query: TransactionQuery,
): Promise<BankResult<TransactionPage>> {
  const { accountId, status, limit, place } = query
  const cursor = 'transactionId' in place ? place.transactionId : null
  if (!isId(accountId)) return refuse('account-unknown')
  if (cursor !== null && !isId(cursor)) return refuse('transaction-unknown')
  const backwards = place.at === 'before' || place.at === 'last'
  const rows = await world.rows(pages[status][backwards ? 'newer' : 'older'], [
    accountId,
    query.from?.toString() ?? '-infinity',
    query.to?.toString() ?? 'infinity',
    cursor,
    // One more than asked for tells whether there is another page.
    limit + 1,
    place.at === 'first' ? (place.offset ?? 0) : 0,
  ])
  if (rows.length === 0) {
    const refusal = await whyEmpty(world, query, cursor)
    if (refusal) return refuse(refusal)
  }
  const shown = rows.slice(0, limit).map((row) => toTransaction(row, accountId, status))
  return done({
    transactions: backwards ? shown.reverse() : shown,
    ...beyond(place, rows.length > limit),
  })
}

function beyond(place: Place, more: boolean): Pick<TransactionPage, 'newer' | 'older'> {
  switch (place.at) {
    case 'first':
      return { newer: (place.offset ?? 0) > 0, older: more }
    case 'after':
      return { newer: true, older: more }
    case 'before':
      return { newer: more, older: true }
    case 'last':
      return { newer: more, older: false }
  }
}

/** Looked into only when there is nothing to show, so that a full page costs one question. */
async function whyEmpty(
  world: WorldQueries,
  { accountId, status }: TransactionQuery,
  cursor: string | null,
) {
  if (!(await balanceRow(world, accountId))) return 'account-unknown'
  if (cursor === null) return undefined
  const marked = await world.row(status === 'booked' ? readBooked : readPending, [
    accountId,
    cursor,
  ])
  return marked ? undefined : 'transaction-unknown'
}
