import assert from 'node:assert/strict'
import { osloDate } from '../../kernel/oslo.ts'
import type { Random } from '../../kernel/random.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import type {
  BankRefusal,
  BankResult,
  Executed,
  ExecutedResult,
  PaymentOrder,
  StepResult,
} from '../port.ts'
import { ownRegister } from './account-numbers.ts'
import { done, refuse } from './answer.ts'
import type { ExecutionRow } from './executions.ts'
import { creditorBban, isSameOrder, keepOrder } from './kept-order.ts'
import { type Creditor, type KnownExecution, knownParts } from './known-parts.ts'
import { type Course, executing, type Opening, reserving, transferring } from './payment-courses.ts'
import { post } from './post.ts'
import { insertReservations } from './reservations.ts'

/** A payment that has begun, now or before. */
interface Opened extends KnownExecution {
  reference: string
}

/** The first step of a payment. */
async function open(
  world: WorldQueries,
  random: Random,
  orders: readonly PaymentOrder[],
  at: Temporal.Instant,
  course: Course,
): Promise<BankResult<Opened>[]> {
  const asked = orders.map((order) => ({
    reference: order.reference,
    bban: creditorBban(order),
  }))
  const parts = await knownParts(world, asked)
  const today = osloDate(at)
  const executions = orders.map((order) => executionOf(order, course, random))
  const kept = new Map<string, KnownExecution>()
  const refusals = new Map<string, BankRefusal>()
  const openings: Opening[] = []
  for (const [place, execution] of executions.entries()) {
    const { reference } = execution
    if (kept.has(reference)) continue
    const { known, creditor } = parts[place]!
    kept.set(reference, known ?? execution)
    if (known) continue
    const refusal = plainRefusal(orders[place]!, asked[place]!.bban, creditor)
    execution.creditorAccountId = creditor?.id ?? null
    if (refusal) refusals.set(reference, refusal)
    else openings.push(course.open(execution, today, random))
  }
  for (const [reference, refusal] of await write(world, openings, at)) {
    refusals.set(reference, refusal)
  }
  return executions.map((execution) => {
    const refusal = refusals.get(execution.reference)
    return refusal ? refuse(refusal) : answerFor(execution, kept.get(execution.reference)!, course)
  })
}

async function write(
  world: WorldQueries,
  openings: readonly Opening[],
  at: Temporal.Instant,
): Promise<[reference: string, BankRefusal][]> {
  const changes = openings.map(({ change, execution }) => ({ ...change, opens: execution }))
  const refusals = await post(world, changes, at)
  const accepted = openings.filter((_, place) => refusals[place] === undefined)
  const reservations = accepted.flatMap(({ reservation }) => reservation ?? [])
  await insertReservations(world, reservations, at)
  return openings.flatMap(({ execution }, place): [string, BankRefusal][] => {
    const refusal = refusals[place]
    return refusal === undefined ? [] : [[execution.reference, refusal]]
  })
}

/** The same order again gets the same answer, unless its reservation was given up since. */
function answerFor(asked: ExecutionRow, kept: KnownExecution, course: Course): BankResult<Opened> {
  const sameOrder = asked === kept || isSameOrder(asked.payment, kept.payment)
  if (!sameOrder || !course.ledTo(kept)) return refuse('reference-used')
  return done({ ...kept, reference: asked.reference })
}

function plainRefusal(
  order: PaymentOrder,
  bban: string | undefined,
  creditor: Creditor | undefined,
): BankRefusal | undefined {
  assert(order.debit.minor > 0n && order.credit.minor > 0n, 'a payment of nothing')
  if (!isUuid(order.debtorAccountId)) return 'account-unknown'
  if (!creditor) return bban?.startsWith(ownRegister) ? 'creditor-refuses' : undefined
  if (creditor.id === order.debtorAccountId) return 'creditor-refuses'
  const { iban } = order.creditorAccount
  if (iban !== undefined && iban !== creditor.iban) return 'creditor-refuses'
  if (creditor.currency !== order.credit.currency) return 'currency-not-held'
  const references = order.details.remittanceInformationStructuredArray ?? []
  return creditor.kidRequired && references.length === 0 ? 'creditor-refuses' : undefined
}

const executionOf = (order: PaymentOrder, course: Course, random: Random): ExecutionRow => ({
  reference: order.reference,
  payment: keepOrder(order),
  ...course.begin(random),
  creditorAccountId: null,
  creditorTransactionId: null,
})

export async function reserve(
  world: WorldQueries,
  random: Random,
  orders: readonly PaymentOrder[],
  at: Temporal.Instant,
): Promise<StepResult[]> {
  const opened = await open(world, random, orders, at, reserving)
  return opened.map(
    as(({ reference, reservationId }) => ({ reference, transactionId: reservationId! })),
  )
}

export async function execute(
  world: WorldQueries,
  random: Random,
  orders: readonly PaymentOrder[],
  at: Temporal.Instant,
): Promise<ExecutedResult[]> {
  const opened = await open(world, random, orders, at, executing)
  return opened.map(as(executedStep))
}

export async function transfer(
  world: WorldQueries,
  random: Random,
  orders: readonly PaymentOrder[],
  at: Temporal.Instant,
): Promise<ExecutedResult[]> {
  return (await open(world, random, orders, at, transferring)).map(as(executedStep))
}

const executedStep = ({ reference, debtorTransactionId, state }: Opened): Executed => ({
  reference,
  transactionId: debtorTransactionId!,
  state: state === 'settled' || state === 'transferred' ? 'settled' : 'booked',
})

const as =
  <To>(to: (payment: Opened) => To) =>
  (result: BankResult<Opened>): BankResult<To> =>
    result.ok ? done(to(result.value)) : result
