import type { Money } from '../kernel/money.ts'
import type { BulkBody, PaymentBody, PeriodicBody } from './payment.ts'

/** A payment as the rules have left it: everything that is known before the PSU's accounts are. */
export interface PaymentDraft {
  body: PaymentBody | PeriodicBody | BulkBody
  /** Of a bulk payment the sum. */
  amount: Money
  /** Of a bulk payment, in their order; otherwise empty. They have no debtor of their own. */
  parts: PaymentBody[]
  requestedOn: Temporal.PlainDate
  /** Of a periodic payment the first execution. */
  executionOn: Temporal.PlainDate
  endToEndId?: string
  likeness: string
}
