import type {
  Bank,
  BankResult,
  BankTransaction,
  ListedAccount,
  TransactionPage,
  TransactionQuery,
} from '../bank/port.ts'
import { Problem } from '../kernel/problem.ts'
import type { PsuCaller } from '../sca/sca.ts'
import { type ListQuery, limitOf, placeOf, type Turned } from './paging.ts'
import { periodOf } from './period.ts'
import { known, reachOf } from './reach.ts'

export interface ListPage extends Turned {
  account: ListedAccount
  /** Absent when they were not asked for. */
  booked?: BankTransaction[]
  pending?: BankTransaction[]
}

export interface Ask {
  accountId: string
  query: ListQuery
  /** The known issue: pending ones come all together, whatever the dates and the limit. */
  everyPending: boolean
}

/** A page of a list, and whether the PSU still sees the account, in one question to the bank. */
export async function readPage(bank: Bank, caller: PsuCaller, ask: Ask): Promise<ListPage> {
  const { accountId, query } = ask
  const status = statusOf(query)
  const asked: TransactionQuery = {
    ...{ accountId, reach: reachOf(caller.psu), status },
    ...periodOf(query, caller),
    ...{ limit: limitOf(query), place: placeOf(query) },
  }
  if (ask.everyPending && status !== 'booked') return withEveryPending(bank, asked)
  const { account, transactions, newer, older } = page(await bank.transactions(asked))
  const ofStatus = (wanted: BankTransaction['status']) =>
    transactions.filter((transaction) => transaction.status === wanted)
  return {
    ...{ account, shown: transactions, newer, older },
    ...(status !== 'pending' && { booked: ofStatus('booked') }),
    ...(status !== 'booked' && { pending: ofStatus('pending') }),
  }
}

const statusOf = ({ bookingStatus = 'booked' }: ListQuery): TransactionQuery['status'] =>
  bookingStatus === 'all' ? 'both' : bookingStatus

/** More than any account has reserved at a time. */
const everyOne = 100_000

/**
 * Every list that asks for pending ones has them all, so its further pages are of booked ones alone:
 * nothing is told twice, and no page that goes on with a list tells what came in after it.
 */
async function withEveryPending(bank: Bank, asked: TransactionQuery): Promise<ListPage> {
  const { accountId, reach } = asked
  const all = { limit: everyOne, place: { at: 'first' } } as const
  const pending = page(
    await bank.transactions({ accountId, ...(reach && { reach }), status: 'pending', ...all }),
  )
  const { account, transactions } = pending
  if (asked.status === 'pending') {
    return { account, pending: transactions, shown: [], newer: false, older: false }
  }
  const booked = page(await bank.transactions({ ...asked, status: 'booked' }))
  const { transactions: shown, newer, older } = booked
  const turned = { shown, newer, older, onwards: 'booked' } as const
  return { account, pending: transactions, booked: shown, ...turned }
}

function page(result: BankResult<TransactionPage>): TransactionPage {
  if (!result.ok && result.refusal === 'transaction-unknown') {
    throw new Problem('FORMAT_ERROR', 'The request is not as the interface describes it:', {
      findings: [{ path: 'query/cursor', text: 'is from another list' }],
    })
  }
  return known(result)
}
