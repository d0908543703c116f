import { isUuid } from '../../kernel/uuid.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import type { BankResult, Place, TransactionPage, TransactionQuery, Transactions } from '../port.ts'
import { done, refuse } from './answer.ts'
import { askedAccount, toListedAccount } from './asked-account.ts'
import { pages, toRow } from './transaction-pages.ts'
import { readOne, toTransaction } from './transaction-rows.ts'

export const transactionsIn = (world: WorldQueries): Transactions => ({
  transactions: (query) => page(world, query),
  transaction: async (accountId, id, reach) => {
    const asked = askedAccount(accountId, reach)
    const row = asked && (await world.row(readOne, [...asked, isUuid(id) ? id : null]))
    if (!row) return refuse('account-unknown')
    if (row.id === null) return refuse('transaction-unknown')
    return done(toTransaction(row, { accountId, currency: row.currency }))
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
  if (cursor !== null && !isUuid(cursor)) return refuse('transaction-unknown')
  const backwards = place.at === 'before' || place.at === 'last'
  const found = await world.row(pages[status][backwards ? 'newer' : 'older'], [
    ...asked,
    cursor,
    query.from?.toString() ?? '-infinity',
    query.to?.toString() ?? 'infinity',
    // One more than asked for tells whether there is another page.
    limit + 1,
    place.at === 'first' ? (place.offset ?? 0) : 0,
  ])
  if (!found) return refuse('account-unknown')
  if (cursor !== null && !found.marked) return refuse('transaction-unknown')
  const { currency, transactions } = found
  const shown = transactions
    .slice(0, limit)
    .map((item) => toTransaction(toRow(item), { accountId, currency }))
  return done({
    account: toListedAccount(found),
    transactions: backwards ? shown.reverse() : shown,
    ...beyond(place, transactions.length > limit),
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
