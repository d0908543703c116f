import type { Payment, StatusStep } from './payment.ts'
import { next, type PaymentEvent, type PaymentStatus } from './status.ts'

/** What changes in a payment along with its status. */
export type Changes = Partial<
  Pick<
    Payment,
    | 'customerId'
    | 'agreementId'
    | 'fee'
    | 'executionOn'
    | 'fundsAvailable'
    | 'messages'
    | 'psuMessage'
    | 'approvedAt'
    | 'readyAt'
    | 'nextOn'
  >
>

interface Begun {
  status: PaymentStatus
  history: StatusStep[]
}

/** The first line of a payment's history. */
export function begun(event: 'created' | 'created-exempt', at: Temporal.Instant): Begun {
  const status = next('–', event)
  return { status, history: [{ status, event, at: at.toString() }] }
}

/** The payment after the event, which must be one that its status knows. */
export function passed(
  payment: Payment,
  event: PaymentEvent,
  at: Temporal.Instant,
  changes: Changes = {},
): Payment {
  const status = next(payment.status, event)
  const step = { status, event, at: at.toString() }
  return { ...payment, ...changes, status, history: [...payment.history, step] }
}
