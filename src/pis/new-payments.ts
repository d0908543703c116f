import { osloInstant } from '../kernel/oslo.ts'
import type { PayingCaller } from '../sca/sca.ts'
import type { Debtor } from './debtor.ts'
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

export interface Order extends Asked {
  /** Unknown until somebody approves, when nobody may be told about the account yet. */
  fees: Fees | undefined
  exempt: boolean
  newId(): string
}

/** The rows of a payment: its own, and after it those of its parts. */
export function newPayments(order: Order): [NewPayment, ...NewPayment[]] {
  const { draft, fees, service, newId } = order
  const id = newId()
  const whole: NewPayment = {
    ...sharedBy(order),
    id,
    service,
    body: draft.body,
    amount: draft.amount,
    fee: fees?.all ?? null,
    endToEndId: draft.endToEndId ?? (service === 'payments' ? madeEndToEndId(id) : null),
  }
  const parts = draft.parts.map((body, place): NewPayment => {
    const partId = newId()
    return {
      ...whole,
      id: partId,
      service: 'payments',
      parentId: id,
      place,
      body,
      amount: amountIn(body),
      fee: fees?.parts[place] ?? null,
      endToEndId: body.endToEndIdentification ?? madeEndToEndId(partId),
    }
  })
  return [whole, ...parts]
}

/** What is the same for a bulk payment and its parts. */
function sharedBy({ caller, product, draft, debtor, exempt }: Order) {
  const { now } = caller
  const { executionOn } = draft
  const { status, history } = begun(exempt ? 'created-exempt' : 'created', now)
  const waitsForBatch = exempt && product.execution === 'in-batches'
  return {
    ...payerOf(caller),
    product: product.name,
    parentId: null,
    place: null,
    debtorAccountId: debtor.accountId,
    requestedOn: asksForDay(draft) ? draft.requestedOn : null,
    executionOn,
    likeness: draft.likeness,
    status,
    history,
    fundsAvailable: null,
    messages: null,
    psuMessage: null,
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
