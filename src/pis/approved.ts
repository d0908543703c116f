import assert from 'node:assert/strict'
import type { SubjectOfLink } from '../sca/sca.ts'
import { isMoved, movedMessage } from './due-date.ts'
import { passed } from './history.ts'
import { readyFrom } from './new-payments.ts'
import type { Payable } from './payable.ts'
import type { Payment } from './payment.ts'
import { productNamed } from './products/products.ts'

type Approver = Pick<SubjectOfLink, 'customerId' | 'context' | 'now'>

/**
 * What approval makes of a payment and its parts. An instant one is only told who pays: what becomes
 * of it, the money says.
 */
export function approved(payable: Payable, by: Approver): Payable {
  const { payment, parts, account } = payable
  const product = productNamed(payment.product)
  assert(product, `There is no product ${payment.product}.`)
  const { customerId, context, now } = by
  const who = {
    customerId: payment.customerId ?? customerId,
    agreementId: context.kind === 'CORPORATE' ? context.agreementId : null,
    approvedAt: now,
  }
  if (product.execution === 'at-approval')
    return { payment: { ...payment, ...who }, parts, account }
  const event = isMoved(payment) ? 'approved-with-new-date' : 'approved'
  const said = { psuMessage: movedMessage(payment) }
  const step = (each: Payment): Payment =>
    passed(each, event, now, { ...who, ...said, ...whenDue(each, by) })
  return { payment: step(payment), parts: parts.map(step), account }
}

/** A bulk payment goes by its parts, and a periodic one by its executions. */
function whenDue({ service, executionOn }: Payment, { now }: Approver) {
  assert(executionOn)
  if (service === 'periodic-payments') return { nextOn: executionOn, readyAt: null }
  return { nextOn: null, readyAt: service === 'payments' ? readyFrom(executionOn, now) : null }
}
