import { osloInstant } from '../kernel/oslo.ts'
import type { Random } from '../kernel/random.ts'
import type { PayingCaller } from '../sca/sca.ts'
import type { Debtor } from './debtor.ts'
import { movedMessage } from './due-date.ts'
import { madeEndToEndId } from './execution/order.ts'
import { amountIn, type Fees } from './fees.ts'
import { begun } from './history.ts'
import { payerOf } from './payer.ts'
import type { PaymentService } from './payment.ts'
import type { NewPayment } from './payment-rows.ts'
import type { Product } from './products/product.ts'
import type { PaymentDraft } from './read-request.ts'

/** What a TPP has asked for, once it is understood. */
export interface Asked {
  caller: PayingCaller
  service: PaymentService
  product: Product
  draft: PaymentDraft
  debtor: Debtor
}

interface Terms {
  /** Unknown until somebody approves, when nobody may be told about the account yet. */
  fees: Fees | undefined
  exempt: boolean
  random: Pick<Random, 'uuid'>
}

/** The rows of a payment: its own, and after it those of its parts. */
export function newPayments(asked: Asked, terms: Terms): [NewPayment, ...NewPayment[]] {
  const { fees, random } = terms
  const whole = wholePayment(asked, terms)
  const parts = asked.draft.parts.map((body, place): NewPayment => {
    const id = random.uuid()
    return {
      ...whole,
      id,
      service: 'payments',
      parentId: whole.id,
      place,
      body,
      amount: amountIn(body),
      fee: fees?.parts[place] ?? null,
      endToEndId: body.endToEndIdentification ?? madeEndToEndId(id),
    }
  })
  return [whole, ...parts]
}

/** All in one literal, which is made ten times as fast as one that begins with another object. */
function wholePayment(asked: Asked, { fees, exempt, random }: Terms): NewPayment {
  const { caller, service, product, draft, debtor } = asked
  const { now } = caller
  const { tppId, customerId, meantFor, context, agreementId } = payerOf(caller)
  const id = random.uuid()
  const { executionOn } = draft
  const requestedOn = asksForDay(draft) ? draft.requestedOn : null
  const { status, history } = begun(exempt ? 'created-exempt' : 'created', now)
  const waitsForBatch = exempt && product.execution === 'in-batches'
  return {
    id,
    tppId,
    service,
    product: product.name,
    parentId: null,
    place: null,
    customerId,
    meantFor,
    context,
    agreementId,
    debtorAccountId: debtor.accountId,
    body: draft.body,
    amount: draft.amount,
    fee: fees?.all ?? null,
    endToEndId: draft.endToEndId ?? (service === 'payments' ? madeEndToEndId(id) : null),
    requestedOn,
    executionOn,
    likeness: draft.likeness,
    status,
    history,
    fundsAvailable: null,
    messages: null,
    // Who has to approve is told then.
    psuMessage: exempt ? movedMessage({ requestedOn, executionOn }) : null,
    createdAt: now,
    approvedAt: exempt ? now : null,
    readyAt: waitsForBatch ? readyFrom(executionOn, now) : null,
    nextOn: null,
  }
}

const asksForDay = ({ body }: PaymentDraft): boolean =>
  'requestedExecutionDate' in body && body.requestedExecutionDate !== undefined

/** A batch may take it on its day, but not before it is approved. */
export function readyFrom(day: Temporal.PlainDate, now: Temporal.Instant): Temporal.Instant {
  const start = osloInstant(day, '00:00')
  return Temporal.Instant.compare(start, now) > 0 ? start : now
}
