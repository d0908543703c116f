import assert from 'node:assert/strict'
import type { Bank } from '../bank/port.ts'
import { osloDate } from '../kernel/oslo.ts'
import type { ProblemCode } from '../kernel/problem.ts'
import type { Failure, ScaSubject, SubjectOfLink } from '../sca/sca.ts'
import type { WorldQueries } from '../storage/storage.ts'
import { problemStatus } from '../wire/problems.ts'
import { approved } from './approved.ts'
import { bindingOf } from './binding.ts'
import { describeCancellation, describePayment } from './describe.ts'
import { ratesFor } from './exchange-rates.ts'
import { settleAtOnce } from './execution/execute-now.ts'
import { passed } from './history.ts'
import { type Deed, lockWholes, type Payable, payableBy, type Whole } from './payable.ts'
import type { Payment } from './payment.ts'
import { savePayments } from './payment-rows.ts'
import { productNamed } from './products/products.ts'
import { type PaymentEvent, statusAfter } from './status.ts'

export interface ApprovalParts {
  bank(world: WorldQueries): Bank
}

/** What a PSU approves: a payment, or that an approved one is cancelled. */
export const createApprovals = (parts: ApprovalParts): ScaSubject[] => [
  paymentSubject(parts),
  cancellationSubject(parts),
]

const paymentSubject = ({ bank }: ApprovalParts): ScaSubject => {
  const waiting = waitingFor('approved')
  const payable = async (world: WorldQueries, subject: SubjectOfLink) =>
    payableNow(bank(world), await waiting(world, subject), subject, 'pay')
  return {
    kind: 'payment',
    binding: async (world, subject) => bound(await waiting(world, subject), 'pay'),
    describe: async (world, subject) => {
      const shown = await payable(world, subject)
      return shown && describePayment(shown, await ratesFor(bank(world), [shown], dayOf(subject)))
    },
    approve: async (world, subject) => {
      const shown = await payable(world, subject)
      if (!shown) return failure('FORBIDDEN', 'The PSU may not approve this payment.')
      return approvePayments(bank(world), world, [shown], subject)
    },
    reject: async (world, subject) => {
      const whole = await waiting(world, subject)
      if (whole) await save(world, whole, 'declined', subject.now)
      return failure('PAYMENT_FAILED', 'The PSU declined the payment.')
    },
  }
}

const cancellationSubject = ({ bank }: ApprovalParts): ScaSubject => {
  const waiting = waitingFor('cancellation-approved')
  const payable = async (world: WorldQueries, subject: SubjectOfLink) =>
    payableNow(bank(world), await waiting(world, subject), subject, 'cancel')
  return {
    kind: 'cancellation',
    binding: async (world, subject) => bound(await waiting(world, subject), 'cancel'),
    describe: async (world, subject) => {
      const shown = await payable(world, subject)
      return shown && describeCancellation(shown)
    },
    approve: async (world, subject) => {
      const shown = await payable(world, subject)
      if (!shown) return failure('FORBIDDEN', 'The PSU may not cancel this payment.')
      await save(world, shown, 'cancellation-approved', subject.now)
      return undefined
    },
    reject: async () => failure('CONFLICT', 'The PSU keeps the payment.'),
  }
}

/**
 * All of them or none, until money moves: then each instant one is settled or not by itself, and
 * the failure tells that one was not. Baskets approve by it too.
 */
export async function approvePayments(
  bank: Bank,
  world: WorldQueries,
  payables: readonly Payable[],
  subject: Pick<SubjectOfLink, 'customerId' | 'context' | 'now'>,
): Promise<Failure | undefined> {
  const { now } = subject
  const isInstant = ({ payment }: Payable) =>
    productNamed(payment.product)?.execution === 'at-approval'
  const known = payables.map((each) => approved(each, subject))
  const later = known.filter((each) => !isInstant(each))
  const atOnce = known.filter(isInstant).map(({ payment }) => payment)
  const settled = atOnce.length === 0 ? [] : await settleAtOnce(bank, atOnce, now)
  await savePayments(world, [
    ...later.flatMap(({ payment, parts }) => [payment, ...parts]),
    ...settled,
  ])
  const failed = settled.find(({ status }) => status !== 'ACSC')
  return failed && failure('PAYMENT_FAILED', whyFailed(failed))
}

const whyFailed = ({ status, messages }: Payment): string =>
  status === 'ACCP'
    ? 'There is not enough money in the account.'
    : (messages?.[0]?.text ?? 'The payment was not carried out.')

/** The payment of a link, locked, while the event can still happen to it. */
const waitingFor =
  (event: PaymentEvent) =>
  async (
    world: WorldQueries,
    { id, tppId }: Pick<SubjectOfLink, 'id' | 'tppId'>,
  ): Promise<Whole | undefined> => {
    const [whole] = await lockWholes(world, tppId, [id])
    return whole && statusAfter(whole.payment.status, event) ? whole : undefined
  }

async function payableNow(
  bank: Bank,
  whole: Whole | undefined,
  subject: SubjectOfLink,
  deed: Deed,
): Promise<Payable | undefined> {
  const found = whole && (await payableBy(bank, [whole], subject, deed))
  return found?.[0]
}

const bound = (whole: Whole | undefined, deed: Deed) =>
  whole && bindingOf([whole.payment, ...whole.parts], deed)

const dayOf = ({ now }: SubjectOfLink): Temporal.PlainDate => osloDate(now)

/** The payment and its parts share the event. Nothing is left for a batch, nor to tell the PSU. */
async function save(
  world: WorldQueries,
  { payment, parts }: Whole,
  event: PaymentEvent,
  now: Temporal.Instant,
): Promise<void> {
  assert(payment.parentId === null, 'A part is not approved by itself.')
  const ended = { readyAt: null, nextOn: null, psuMessage: null }
  await savePayments(
    world,
    [payment, ...parts].map((each) => passed(each, event, now, ended)),
  )
}

export const failure = (code: ProblemCode, message: string): Failure => ({
  ...{ status: problemStatus(code), code, message },
})
