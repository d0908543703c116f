import type { Currency } from '../kernel/currency.ts'
import type { Money } from '../kernel/money.ts'
import type { BankResult, Reach } from './port.ts'
import type { TransactionDetails } from './transaction-details.ts'

export interface Transactions {
  /** Newest first. What arrives between two pages makes nothing appear twice or not at all. */
  transactions(query: TransactionQuery): Promise<BankResult<TransactionPage>>
  transaction(
    accountId: string,
    transactionId: string,
    reach?: Reach,
  ): Promise<BankResult<BankTransaction>>
}

export interface TransactionQuery {
  accountId: string
  /** Asked together with the list, so that it costs no question of its own. */
  reach?: Reach
  /** `both`: the pending ones first, so that one that is booked meanwhile is met further on. */
  status: 'booked' | 'pending' | 'both'
  /** By booking date, or by the day of the reservation for pending ones; both included. */
  from?: Temporal.PlainDate
  to?: Temporal.PlainDate
  limit: number
  place: Place
}

/** Where a page begins: a cursor is the id of a transaction that an earlier page has shown. */
export type Place =
  | { at: 'first'; offset?: number }
  | { at: 'after'; transactionId: string }
  | { at: 'before'; transactionId: string }
  /** The oldest ones that fill a page. */
  | { at: 'last' }

export interface TransactionPage {
  account: ListedAccount
  transactions: BankTransaction[]
  /** Whether there are newer ones before, and older ones after this page, within the query. */
  newer: boolean
  older: boolean
}

/** What tells one account from another on a list. */
export type ListedAccount =
  | { kind: 'account'; iban: string; bban: string; currency: Currency }
  | { kind: 'card'; maskedPan: string; currency: Currency }

export interface BankTransaction {
  id: string
  accountId: string
  status: 'booked' | 'pending'
  /** Negative when money leaves the account. */
  amount: Money
  /** As `2026-05-17`, since lists only print it; the day of the reservation while it is pending. */
  bookingDate: string
  valueDate: string
  /** The same while it is pending and when it is booked. */
  endToEndId?: string
  /** Card accounts: whether it is on an invoice. */
  invoiced: boolean
  details: TransactionDetails
}
