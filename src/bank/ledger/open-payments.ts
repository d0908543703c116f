import assert from 'node:assert/strict'
import { osloDate } from '../../kernel/oslo.ts'
import type { Random } from '../../kernel/random.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import type { BankRefusal, PaymentOrder, StepResult } from '../port.ts'
import { ownRegister } from './account-numbers.ts'
import { done, isId, refuse } from './answer.ts'
import type { ExecutionRow } from './executions.ts'
import { creditorBban, isSameOrder, keepOrder, readOrder } from './kept-order.ts'
import { type Creditor, type KnownExecution, knownParts } from './known-parts.ts'
import { feePostings, transferPosting } from './payment-postings.ts'
import { post } from './post.ts'
import type { Change } from './posting.ts'
import { insertReservations, type NewReservation } from './reservations.ts'

type OpeningState = 'reserved' | 'transferred'

interface Opening {
  execution: ExecutionRow
  change: Change
  reservation?: NewReservation
}

type Prepare = (execution: ExecutionRow, today: Temporal.PlainDate, random: Random) => Opening

/** The first step of a payment: either it is reserved, or it is carried out at once. */
async function open(
  world: WorldQueries,
  random: Random,
  orders: readonly PaymentOrder[],
  at: Temporal.Instant,
  { state, prepare }: { state: OpeningState; prepare: Prepare },
): Promise<StepResult[]> {
  const asked = orders.map(({ reference, creditorAccount }) => ({
    reference,
    bban: creditorBban(creditorAccount),
  }))
  const parts = await knownParts(world, asked)
  const today = osloDate(at)
  const executions = orders.map((order) => executionOf(order, state, random))
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
    else openings.push(prepare(execution, today, random))
  }
  for (const [reference, refusal] of await write(world, openings, at)) {
    refusals.set(reference, refusal)
  }
  return executions.map((execution) => {
    const refusal = refusals.get(execution.reference)
    return refusal ? refuse(refusal) : answerFor(execution, kept.get(execution.reference)!, state)
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
function answerFor(asked: ExecutionRow, kept: KnownExecution, state: OpeningState): StepResult {
  const sameStep = (kept.state === 'transferred') === (state === 'transferred')
  const sameOrder = asked === kept || isSameOrder(asked.payment, kept.payment)
  if (!sameOrder || !sameStep || kept.state === 'released') return refuse('reference-used')
  const transactionId = state === 'reserved' ? kept.reservationId : kept.debtorTransactionId
  return done({ reference: asked.reference, transactionId: transactionId! })
}

function plainRefusal(
  order: PaymentOrder,
  bban: string | undefined,
  creditor: Creditor | undefined,
): BankRefusal | undefined {
  assert(order.debit.minor > 0n && order.credit.minor > 0n, 'a payment of nothing')
  if (!isId(order.debtorAccountId)) return 'account-unknown'
  if (!creditor) return bban?.startsWith(ownRegister) ? 'creditor-refuses' : undefined
  if (creditor.id === order.debtorAccountId) return 'creditor-refuses'
  const { iban } = order.creditorAccount
  if (iban !== undefined && iban !== creditor.iban) return 'creditor-refuses'
  if (creditor.currency !== order.credit.currency) return 'currency-not-held'
  const references = order.details.remittanceInformationStructuredArray ?? []
  return creditor.kidRequired && references.length === 0 ? 'creditor-refuses' : undefined
}

function executionOf(order: PaymentOrder, state: OpeningState, random: Random): ExecutionRow {
  const payment = keepOrder(order)
  const reserves = state === 'reserved'
  return {
    reference: order.reference,
    state,
    payment,
    creditorAccountId: null,
    reservationId: reserves ? random.uuid() : null,
    debtorTransactionId: reserves ? null : random.uuid(),
    creditorTransactionId: null,
  }
}

export const reserve = (
  world: WorldQueries,
  random: Random,
  orders: readonly PaymentOrder[],
  at: Temporal.Instant,
): Promise<StepResult[]> =>
  open(world, random, orders, at, { state: 'reserved', prepare: reservation })

export const transfer = (
  world: WorldQueries,
  random: Random,
  orders: readonly PaymentOrder[],
  at: Temporal.Instant,
): Promise<StepResult[]> =>
  open(world, random, orders, at, { state: 'transferred', prepare: transferral })

/** The fee is set aside with the amount, and so part of the pending transaction. */
function reservation(execution: ExecutionRow, today: Temporal.PlainDate): Opening {
  const order = readOrder(execution.payment)
  const accountId = order.debtorAccountId
  const { currency } = order.debit
  const reserved = order.debit.minor + order.fee.minor
  return {
    execution,
    change: {
      postings: [],
      holds: [{ accountId, currency, reserved, incoming: 0n }],
      payerId: accountId,
    },
    reservation: {
      id: execution.reservationId!,
      accountId,
      amount: { minor: -reserved, currency },
      reservedOn: today,
      valueDate: today,
      endToEndId: order.endToEndId,
      details: order.details,
    },
  }
}

function transferral(execution: ExecutionRow, today: Temporal.PlainDate, random: Random): Opening {
  const order = readOrder(execution.payment)
  const { creditorAccountId, debtorTransactionId } = execution
  const payment = transferPosting(debtorTransactionId!, order, creditorAccountId, today)
  execution.creditorTransactionId = creditorAccountId === null ? null : debtorTransactionId
  return {
    execution,
    change: {
      postings: [payment, ...feePostings(random, order, today)],
      holds: [],
      payerId: order.debtorAccountId,
      ...(creditorAccountId !== null && { payeeId: creditorAccountId }),
    },
  }
}
