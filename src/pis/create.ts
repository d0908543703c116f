import type { Bank } from '../bank/port.ts'
import { earliestDay } from '../kernel/execution-date.ts'
import { osloDate } from '../kernel/oslo.ts'
import { Problem } from '../kernel/problem.ts'
import type { PayingCaller } from '../sca/sca.ts'
import { inWorld, type Transaction } from '../storage/storage.ts'
import type { WireCreated } from '../wire/payments.ts'
import { accountsOf, debtorOf } from './debtor.ts'
import { settleAtOnce } from './execution/execute-now.ts'
import { isExempt } from './exemption.ts'
import { feesOf } from './fees.ts'
import { insertPayments, insertPaymentsLast } from './insert-payments.ts'
import { type Asked, newPayments } from './new-payments.ts'
import type { PaymentParts } from './parts.ts'
import type { Payment, PaymentService } from './payment.ts'
import { type NewPayment, savePayments } from './payment-rows.ts'
import { type Approval, printCreated } from './print.ts'
import type { Product } from './products/product.ts'
import { type PaymentDraft, type ReadRequest, readRequest } from './read-request.ts'

type Query = { allowLogicalDuplicate?: boolean }

/** The operation that makes payments of one product in one service. */
export function createCreate(parts: PaymentParts, service: PaymentService, product: Product) {
  return async (
    caller: PayingCaller,
    { query, body }: { query: Query; body: unknown },
    tx: Transaction,
  ): Promise<WireCreated> => {
    const { now, changes = noChanges } = caller
    const bank = parts.bank(inWorld(tx, caller.world))
    const register = bank.register(caller.edition)
    const situation = {
      ...{ now, today: osloDate(now), earliest: earliestDay(now), changes },
      psuKnown: caller.psu !== undefined,
      bank: { rate: bank.rate, ...register },
    }
    // What is not remembered is asked for together: two statements, one wait.
    const [request, reached] = await Promise.all([
      readRequest(product, service, body, situation),
      accountsOf(register, caller),
    ])
    const draft = draftOf(request)
    await parts.room?.take(inWorld(tx, caller.world), 'payments', 1 + draft.parts.length)
    const debtor = await debtorOf(situation.bank, reached, draft, now)
    const asked = { caller, service, product, draft, debtor }
    const payments = await makePayments(parts, bank, asked)
    const unlike = !query.allowLogicalDuplicate
    const approval = await keep(parts, { payments, unlike, caller }, tx)
    const payment = approval ? payments[0] : await carriedOut(parts, asked, payments[0], tx)
    const { warnings } = request
    return printCreated(payment, { publicUrl: parts.publicUrl(), approval, warnings })
  }
}

const noChanges: ReadonlySet<string> = new Set()

function draftOf({ errors, draft }: ReadRequest): PaymentDraft {
  if (draft && errors.length === 0) return draft
  throw new Problem(errors[0]?.code ?? 'FORMAT_ERROR', 'The payment cannot be made:', {
    findings: errors,
  })
}

type Made = [whole: NewPayment, ...parts: NewPayment[]]

async function makePayments(parts: PaymentParts, bank: Bank, asked: Asked): Promise<Made> {
  const { product, draft, debtor } = asked
  const { own } = debtor
  const fees = own && (await feesOf(bank, product, draft, own.account.currency))
  const exempt = parts.ownTransfersExempt && (await isExempt(bank, asked))
  return newPayments(asked, { fees, exempt, random: parts.random })
}

interface Kept {
  payments: Made
  unlike: boolean
  caller: PayingCaller
}

/** Writes the payment and, where it needs one, the link to approve it. */
async function keep(
  { offers }: PaymentParts,
  { payments, unlike, caller }: Kept,
  tx: Transaction,
): Promise<Approval | undefined> {
  const [payment] = payments
  const world = inWorld(tx, caller.world)
  if (payment.status === 'RCVD') {
    insertPaymentsLast(world, payments, { unlike })
    return offers.approval(caller, { kind: 'payment', id: payment.id }, payment, tx)
  }
  await insertPayments(world, payments, { unlike })
  return undefined
}

/** What is instant and needs no approval is settled now; the rest waits for a batch. */
async function carriedOut(
  parts: PaymentParts,
  { product, caller }: Asked,
  payment: NewPayment,
  tx: Transaction,
): Promise<Payment> {
  if (product.execution !== 'at-approval') return payment
  const world = inWorld(tx, caller.world)
  const [settled = payment] = await settleAtOnce(parts.bank(world), [payment], caller.now)
  await savePayments(world, [settled])
  return settled
}
