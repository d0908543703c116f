import type { Bank, BankRefusal } from '../../bank/port.ts'
import { osloDate } from '../../kernel/oslo.ts'
import { passed } from '../history.ts'
import type { Payment, PaymentBody } from '../payment.ts'
import { afterBatch } from './hold.ts'
import { type PaidPayment, prepareOrders } from './orders.ts'
import { refusalMessages } from './verdict.ts'

/**
 * Instant payments, within the transaction in which they are approved, at any hour. Answers what
 * has become of each, in their order; to save that is the caller's. What another bank has yet to post, the next
 * batch settles.
 */
export async function settleAtOnce(
  bank: Bank,
  payments: readonly Payment[],
  now: Temporal.Instant,
): Promise<Payment[]> {
  const prepared = await prepareOrders(bank, payments.map(toPaid), osloDate(now))
  const orders = prepared.flatMap((each) => ('order' in each ? [each.order] : []))
  const results = (orders.length === 0 ? [] : await bank.transfer(orders, now)).values()
  return payments.map((payment, place) => {
    const each = prepared[place]!
    if (!('order' in each)) return refused(payment, each.refusal, now)
    const result = results.next().value!
    if (!result.ok) return refused(payment, result.refusal, now)
    if (result.value.state === 'settled') return passed(payment, 'settled-at-once', now)
    return passed(payment, 'accepted-at-once', now, { readyAt: afterBatch(now) })
  })
}

/** An instant payment stands for itself: it has no parts and belongs to no series. */
const toPaid = (payment: Payment): PaidPayment => ({
  ...payment,
  body: payment.body as PaymentBody,
  parentService: null,
})

function refused(payment: Payment, refusal: BankRefusal, now: Temporal.Instant): Payment {
  if (refusal === 'insufficient-funds') {
    return passed(payment, 'no-funds-at-once', now, { fundsAvailable: false })
  }
  return passed(payment, 'refused-at-once', now, { messages: refusalMessages(refusal) })
}
