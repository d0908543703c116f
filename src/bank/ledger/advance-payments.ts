import { osloDate } from '../../kernel/oslo.ts'
import type { Random } from '../../kernel/random.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import type { BankRefusal, StepResult } from '../port.ts'
import { done, isText, refuse } from './answer.ts'
import {
  type Advance,
  accountsShut,
  advanceExecutions,
  type ExecutionRow,
  type ExecutionState,
  lockExecutions,
} from './executions.ts'
import { type ReadOrder, readOrder } from './kept-order.ts'
import { creditorPosting, debtorPosting, feePostings, returnPosting } from './payment-postings.ts'
import { post } from './post.ts'
import type { Change, Hold } from './posting.ts'
import { endReservations } from './reservations.ts'

/** A later step: what it starts from, what it does, and where it has been done already. */
interface Step {
  from: ExecutionState
  to: ExecutionState
  /** States in which it lies behind, besides `to`. */
  past: readonly ExecutionState[]
  needsCreditor: boolean
  endsReservation: boolean
  change(
    order: ReadOrder,
    advance: Advance & ExecutionRow,
    today: Temporal.PlainDate,
    random: Random,
  ): Change
  /** The id that the step answers with. */
  answer(execution: Advance & Pick<ExecutionRow, 'reservationId'>): string | null
}

const book: Step = {
  from: 'reserved',
  to: 'booked',
  past: ['settled', 'given-back'],
  needsCreditor: true,
  endsReservation: true,
  change: (order, execution, today, random) => {
    execution.debtorTransactionId = random.uuid()
    return {
      postings: [
        debtorPosting(execution.debtorTransactionId, order, today),
        ...feePostings(random, order, today),
      ],
      holds: [freed(order)],
      payerId: order.debtorAccountId,
    }
  },
  answer: ({ debtorTransactionId }) => debtorTransactionId,
}

const settle: Step = {
  from: 'booked',
  to: 'settled',
  past: [],
  needsCreditor: false,
  endsReservation: false,
  change: (order, execution, today, random) => {
    const { creditorAccountId } = execution
    if (creditorAccountId === null) return { postings: [], holds: [] }
    execution.creditorTransactionId = random.uuid()
    return {
      postings: [creditorPosting(execution.creditorTransactionId, order, creditorAccountId, today)],
      holds: [],
      payeeId: creditorAccountId,
    }
  },
  answer: ({ creditorTransactionId, debtorTransactionId }) =>
    creditorTransactionId ?? debtorTransactionId,
}

const release: Step = {
  from: 'reserved',
  to: 'released',
  past: [],
  needsCreditor: false,
  endsReservation: true,
  change: (order) => ({ postings: [], holds: [freed(order)] }),
  answer: ({ reservationId }) => reservationId,
}

const giveBack: Step = {
  from: 'booked',
  to: 'given-back',
  past: [],
  needsCreditor: false,
  endsReservation: false,
  change: (order, execution, today, random) => {
    execution.creditorTransactionId = random.uuid()
    return { postings: [returnPosting(execution.creditorTransactionId, order, today)], holds: [] }
  },
  answer: ({ creditorTransactionId }) => creditorTransactionId,
}

export const steps = { book, settle, release, giveBack }

const freed = ({ debtorAccountId, debit, fee }: ReadOrder): Hold => ({
  accountId: debtorAccountId,
  currency: debit.currency,
  reserved: -(debit.minor + fee.minor),
  incoming: 0n,
})

export async function advance(
  world: WorldQueries,
  random: Random,
  references: readonly string[],
  at: Temporal.Instant,
  step: Step,
): Promise<StepResult[]> {
  const executions = await lockExecutions(world, references.filter(isText))
  const refusals = new Map<string, BankRefusal>()
  const waiting = [...executions.values()].filter(({ state }) => state === step.from)
  const shut = step.needsCreditor ? await creditorsShut(world, waiting) : new Set<string>()
  const going = waiting.filter(({ creditorAccountId }) => !shut.has(creditorAccountId ?? ''))
  for (const { reference } of waiting) refusals.set(reference, 'creditor-refuses')
  const today = osloDate(at)
  const changes = going.map((row) => step.change(readOrder(row.payment), row, today, random))
  const verdicts = await post(world, changes, at)
  for (const [place, row] of going.entries()) {
    const refusal = verdicts[place]
    if (refusal) refusals.set(row.reference, refusal)
    else refusals.delete(row.reference)
  }
  const carriedOut = going.filter(({ reference }) => !refusals.has(reference))
  for (const row of carriedOut) row.state = step.to
  await keep(world, carriedOut, at, step)
  return references.map((reference) => answerFor(executions.get(reference), refusals, step))
}

async function keep(
  world: WorldQueries,
  rows: readonly ExecutionRow[],
  at: Temporal.Instant,
  step: Step,
): Promise<void> {
  const ended = step.endsReservation ? rows.flatMap(({ reservationId }) => reservationId ?? []) : []
  await Promise.all([advanceExecutions(world, rows), endReservations(world, ended, at)])
}

/** Those that would not take the money; the debtor's side is not booked for them. */
const creditorsShut = (world: WorldQueries, rows: readonly ExecutionRow[]) =>
  accountsShut(
    world,
    rows.flatMap(({ creditorAccountId }) => creditorAccountId ?? []),
  )

function answerFor(
  row: ExecutionRow | undefined,
  refusals: ReadonlyMap<string, BankRefusal>,
  step: Step,
): StepResult {
  if (!row) return refuse('reference-unknown')
  const refusal = refusals.get(row.reference)
  if (refusal) return refuse(refusal)
  if (row.state !== step.to && !step.past.includes(row.state)) return refuse('reference-used')
  return done({ reference: row.reference, transactionId: step.answer(row)! })
}
