import type { Money } from '../kernel/money.ts'
import type { BankResult, QuotedRate } from './port.ts'
import type { PartyAccount, TransactionDetails } from './transaction-details.ts'

/**
 * Carrying out payments. Every step takes many payments and answers in their order; a refused one
 * leaves the others alone. Steps are idempotent by the payment's reference: the same step again
 * answers as it did and does nothing. One that comes twice in a call is judged by its first.
 *
 *     reserve ──► book ──► settle
 *        │          └────► giveBack
 *        └────► release
 *     execute: all of it in one, for batches       transfer: the same for instant payments
 *
 * Batches call `execute`, and `settle` or `giveBack` for what went to another bank. Nothing of ours
 * calls `reserve`, `book` and `release`: they are the steps that `execute` is made of, for a bank
 * that sets money aside when a payment is approved, and the contract's test takes them one by one.
 */
export interface Execution {
  /** Sets the money aside: a pending transaction on the debtor's account. */
  reserve(orders: readonly PaymentOrder[], at: Temporal.Instant): Promise<StepResult[]>
  /** The debtor's side is booked and the reservation ends. */
  book(references: readonly string[], at: Temporal.Instant): Promise<StepResult[]>
  /** The creditor's side: booked when the account is here, otherwise on its way to another bank. */
  settle(references: readonly string[], at: Temporal.Instant): Promise<StepResult[]>
  /** Ends a reservation without booking: refused, cancelled, stopped. */
  release(references: readonly string[], at: Temporal.Instant): Promise<StepResult[]>
  /** A booked payment that its creditor did not take comes back to the debtor. */
  giveBack(references: readonly string[], at: Temporal.Instant): Promise<StepResult[]>
  /**
   * Reserve, book and settle in one, with nothing pending on the way. A payment to another bank is
   * booked and settled later.
   */
  execute(orders: readonly PaymentOrder[], at: Temporal.Instant): Promise<ExecutedResult[]>
  /**
   * Both sides at once, for instant payments and between own accounts. One that its creditor's bank
   * has taken and not posted yet is booked, and settled later.
   */
  transfer(orders: readonly PaymentOrder[], at: Temporal.Instant): Promise<ExecutedResult[]>
}

export type StepResult = BankResult<StepDone>

export interface StepDone {
  reference: string
  /** The id of the transaction on the debtor's account, pending or booked; the creditor's for settle. */
  transactionId: string
}

export type ExecutedResult = BankResult<Executed>

export interface Executed extends StepDone {
  /** How far it came: `booked` when the creditor's bank is another and has not posted it. */
  state: 'booked' | 'settled'
}

export interface PaymentOrder {
  /** The payment's own id: at most 64 characters. */
  reference: string
  debtorAccountId: string
  /** What leaves the debtor's account, in its currency and without fee; more than zero. */
  debit: Money
  /** What the creditor gets; another currency than the debit needs `exchange`. */
  credit: Money
  exchange?: QuotedRate
  /** Booked for itself, in the debtor's currency. */
  fee?: Money
  /** A number without IBAN is Norwegian unless `details.creditorAgent` is a bank abroad. */
  creditorAccount: PartyAccount
  endToEndId?: string
  /** Shown on both accounts. */
  details: TransactionDetails
  /** Shown on none: what the payment needs on its way, or what is reported about it. */
  instructions?: PaymentInstructions
}

export interface PaymentInstructions {
  creditorAddress?: PartyAddress
  /** `URGP` is faster than usual. */
  serviceLevelCode?: 'NURG' | 'URGP'
  regulatoryReportingCode?: string
  regulatoryReportingInformation?: string
}

export interface PartyAddress {
  street?: string
  buildingNumber?: string
  postalCode?: string
  townName?: string
  country: string
}
