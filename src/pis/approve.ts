import assert from 'node:assert/strict'
import type { Bank } from '../bank/port.ts'
import { osloDate } from '../kernel/oslo.ts'
import type {
  ApprovalFailure,
  Failure,
  ScaSubject,
  SubjectDescription,
  SubjectOfLink,
} from '../sca/sca.ts'
import type { WorldQueries } from '../storage/storage.ts'
import { approved } from './approved.ts'
import { bindingOf } from './binding.ts'
import { describeCancellation, describePayment } from './describe.ts'
import { ratesFor } from './exchange-rates.ts'
import { settleAtOnce } from './execution/execute-now.ts'
import { failure, mayNot, notPriced } from './failures.ts'
import { passed } from './history.ts'
import { type Deed, lockWholes, type Payable, payableBy, type Whole } from './payable.ts'
import type { Payment } from './payment.ts'
import { savePayments } from './payment-rows.ts'
import { isPriced } from './priced.ts'
import { productNamed } from './products/products.ts'
import { keepShownFees } from './shown-fees.ts'
import { type PaymentEvent, statusAfter } from './status.ts'

export interface ApprovalParts {
  bank(world: WorldQueries): Bank
}

/** What a PSU approves: a payment, or that an approved one is cancelled. */
export const createApprovals = ({ bank }: ApprovalParts): ScaSubject[] =>
  [paying, cancelling].map((act) => subjectOf(bank, act))

/** What may be done about one payment, and what comes of it. */
interface Act {
  kind: string
  deed: Deed
  /** What happens to the payment when the PSU approves. */
  event: PaymentEvent
  describe(bank: Bank, shown: Payable, subject: SubjectOfLink): Promise<SubjectDescription>
  approve(
    bank: Bank,
    world: WorldQueries,
    shown: Payable,
    subject: SubjectOfLink,
  ): Promise<ApprovalFailure | undefined>
  reject(world: WorldQueries, whole: Whole | undefined, now: Temporal.Instant): Promise<Failure>
}

const paying: Act = {
  kind: 'payment',
  deed: 'pay',
  event: 'approved',
  describe: async (bank, shown, { now }) =>
    describePayment(shown, await ratesFor(bank, [shown], osloDate(now))),
  approve: async (bank, world, shown, subject) =>
    isPriced(shown) ? approvePayments(bank, world, [shown], subject) : notPriced,
  reject: async (world, whole, now) => {
    if (whole) await save(world, whole, 'declined', now)
    return failure('PAYMENT_FAILED', 'The PSU declined the payment.')
  },
}

const cancelling: Act = {
  kind: 'cancellation',
  deed: 'cancel',
  event: 'cancellation-approved',
  describe: async (_bank, shown) => describeCancellation(shown),
  approve: async (_bank, world, shown, { now }) => {
    await save(world, shown, 'cancellation-approved', now)
    return undefined
  },
  reject: async () => failure('CONFLICT', 'The PSU keeps the payment.'),
}

function subjectOf(bank: ApprovalParts['bank'], act: Act): ScaSubject {
  const { kind, deed, event } = act
  const payable = async (world: WorldQueries, subject: SubjectOfLink) => {
    const whole = await waitingFor(event, world, subject)
    const found = whole && (await payableBy(bank(world), [whole], subject, deed))
    if (whole && found) await keepShownFees(world, [whole], found)
    return found?.[0]
  }
  return {
    kind,
    binding: async (world, subject) => {
      const whole = await waitingFor(event, world, subject)
      return whole && bindingOf([whole.payment, ...whole.parts], subject.now, deed)
    },
    describe: async (world, subject) => {
      const shown = await payable(world, subject)
      return shown && act.describe(bank(world), shown, subject)
    },
    approve: async (world, subject) => {
      const shown = await payable(world, subject)
      return shown ? act.approve(bank(world), world, shown, subject) : mayNot
    },
    reject: async (world, subject) =>
      act.reject(world, await waitingFor(event, world, subject), subject.now),
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
): Promise<ApprovalFailure | undefined> {
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
  const failed = settled.find(({ status }) => status === 'ACCP' || status === 'RJCT')
  return failed && { ...failure('PAYMENT_FAILED', whyFailed(failed)), approved: true }
}

const whyFailed = ({ status, messages }: Payment): string =>
  status === 'ACCP'
    ? 'There is not enough money in the account.'
    : (messages?.[0]?.text ?? 'The payment was not carried out.')

/** The payment of a link, locked, while the event can still happen to it. */
async function waitingFor(
  event: PaymentEvent,
  world: WorldQueries,
  { id, tppId }: Pick<SubjectOfLink, 'id' | 'tppId'>,
): Promise<Whole | undefined> {
  const [whole] = await lockWholes(world, tppId, [id])
  return whole && statusAfter(whole.payment.status, event) ? whole : undefined
}

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
