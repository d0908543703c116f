import type { WorldQueries } from '../../storage/storage.ts'
import type { BankResult, Place, TransactionPage, TransactionQuery, Transactions } from '../port.ts'
import { done, isId, refuse } from './answer.ts'
import { pages } from './transaction-pages.ts'
import { askedAccount, readOne, toListedAccount, toTransaction } from './transaction-rows.ts'

export const transactionsIn = (world: WorldQueries): Transactions => ({
  transactions: (query) => page(world, query),
  transaction: async (accountId, id, reach) => {
    const asked = askedAccount(accountId, reach)
    const row = asked && (await world.row(readOne, [...asked, isId(id) ? id : null]))
    if (!row) return refuse('account-unknown')
    return row.id === null ? refuse('transaction-unknown') : done(toTransaction(row, accountId))
  },
})

async function page(
  world: WorldQueries,
  query: TransactionQuery,
): Promise<BankResult<TransactionPage>> {
  const { accountId, status, limit, place } = query
  const cursor = 'transactionId' in place ? place.transactionId : null
  const asked = askedAccount(accountId, query.reach)
  if (!asked) return refuse('account-unknown')
  if (cursor !== null && !isId(cursor)) return refuse('transaction-unknown')
  const backwards = place.at === 'before' || place.at === 'last'
  const rows = await world.rows(pages[status][backwards ? 'newer' : 'older'], [
    ...asked,
    cursor,
    query.from?.toString() ?? '-infinity',
    query.to?.toString() ?? 'infinity',
    // One more than asked for tells whether there is another page.
    limit + 1,
    place.at === 'first' ? (place.offset ?? 0) : 0,
  ])
  const [first] = rows
  if (!first) return refuse('account-unknown')
  if (cursor !== null && !first.marked) return refuse('transaction-unknown')
  const found = rows.flatMap((row) => (row.id === null ? [] : [toTransaction(row, accountId)]))
  const shown = found.slice(0, limit)
  return done({
    account: toListedAccount(first),
    transactions: backwards ? shown.reverse() : shown,
    ...beyond(place, found.length > limit),
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
