import type { Currency } from '../../kernel/currency.ts'
import { bareArray, textArray } from './array-text.ts'
import type { InternalAccount } from './books.ts'
import type { PostParameters } from './post-statement.ts'
import { type Change, effectsOf, spendOf } from './posting.ts'

/** What all changes together do to one account. */
export interface Total {
  accountId: string
  currency: Currency
  booked: bigint
  invoiced: bigint
  reserved: bigint
  incoming: bigint
  gross: bigint
  /** The sum of what each change takes; what others bring is not set against it. */
  spend: bigint
  pays: boolean
  /** Whether all changes mean the same currency. */
  consistent: boolean
}

export function totalsOf(changes: readonly Change[]): Total[] {
  const totals = new Map<string, Total>()
  for (const change of changes) {
    for (const [accountId, effect] of effectsOf(change)) {
      const total = totals.get(accountId) ?? {
        ...{ accountId, currency: effect.currency, pays: false, consistent: true },
        ...{ booked: 0n, invoiced: 0n, reserved: 0n, incoming: 0n, gross: 0n, spend: 0n },
      }
      totals.set(accountId, total)
      total.booked += effect.booked
      total.invoiced += effect.invoiced
      total.reserved += effect.reserved
      total.incoming += effect.incoming
      total.gross += effect.gross
      const spend = spendOf(effect)
      if (spend > 0n) total.spend += spend
      total.pays ||= accountId === change.payerId
      total.consistent &&= total.currency === effect.currency
    }
  }
  return [...totals.values()]
}

type Columns = PostParameters extends [unknown, unknown, ...infer Rest] ? Rest : never

/** An array for each column, since that is what the database unnests quickest. */
export function postingColumns(changes: readonly Change[], totals: readonly Total[]): Columns {
  const postings = changes.flatMap((change) => change.postings)
  const opened = changes.flatMap(({ opens }) => opens ?? [])
  const lines = postings.flatMap((posting, place) =>
    posting.lines.map((line, index) => ({
      place: place + 1,
      number: index + 1,
      accountId: 'accountId' in line ? line.accountId : null,
      internal: 'internal' in line ? line.internal : (null as InternalAccount | null),
      amount: line.amount,
      bookingDate: posting.bookingDate,
      invoiced: 'invoiced' in line && line.invoiced === true,
    })),
  )
  return [
    bareArray(totals.map(({ accountId }) => accountId)),
    bareArray(totals.map(({ currency }) => currency)),
    sums(totals, 'booked'),
    sums(totals, 'invoiced'),
    sums(totals, 'reserved'),
    sums(totals, 'incoming'),
    sums(totals, 'gross'),
    sums(totals, 'spend'),
    bareArray(totals.map(({ pays }) => pays)),
    bareArray(postings.map(({ id }) => id)),
    bareArray(postings.map(({ kind }) => kind)),
    bareArray(postings.map(({ valueDate }) => valueDate)),
    textArray(postings.map(({ endToEndId }) => endToEndId ?? null)),
    textArray(postings.map(({ details }) => JSON.stringify(details))),
    bareArray(lines.map(({ place }) => place)),
    bareArray(lines.map(({ number }) => number)),
    bareArray(lines.map(({ accountId }) => accountId)),
    bareArray(lines.map(({ internal }) => internal)),
    bareArray(lines.map(({ amount }) => amount.minor)),
    bareArray(lines.map(({ amount }) => amount.currency)),
    bareArray(lines.map(({ bookingDate }) => bookingDate)),
    bareArray(lines.map(({ invoiced }) => invoiced)),
    textArray(opened.map(({ reference }) => reference)),
    bareArray(opened.map(({ state }) => state)),
    textArray(opened.map(({ payment }) => JSON.stringify(payment))),
    bareArray(opened.map(({ creditorAccountId }) => creditorAccountId)),
    bareArray(opened.map(({ reservationId }) => reservationId)),
    bareArray(opened.map(({ debtorTransactionId }) => debtorTransactionId)),
    bareArray(opened.map(({ creditorTransactionId }) => creditorTransactionId)),
  ]
}

type Sum = 'booked' | 'invoiced' | 'reserved' | 'incoming' | 'gross' | 'spend'

/** Sums that 64 bits do not hold are only sent where the database adds none of them. */
const sums = (totals: readonly Total[], name: Sum): string =>
  bareArray(totals.map((total) => BigInt.asIntN(64, total[name])))
