import type { Random } from '../../kernel/random.ts'
import { slowRegister } from './account-numbers.ts'
import type { ExecutionRow } from './executions.ts'
import { creditorBban, readOrder } from './kept-order.ts'
import type { KnownExecution } from './known-parts.ts'
import { feePostings, transferPosting } from './payment-postings.ts'
import type { Change } from './posting.ts'
import type { NewReservation } from './reservations.ts'

/** How a payment begins: it is reserved, or carried out at once as one of a batch or by itself. */
export interface Course {
  begin(random: Random): Pick<ExecutionRow, 'state' | 'reservationId' | 'debtorTransactionId'>
  /** Once it is known whether the creditor is here. */
  open(execution: ExecutionRow, today: Temporal.PlainDate, random: Random): Opening
  /** Whether this is how a known payment began. */
  ledTo(known: KnownExecution): boolean
}

export interface Opening {
  execution: ExecutionRow
  change: Change
  reservation?: NewReservation
}

export const reserving: Course = {
  begin: (random) => ({
    state: 'reserved',
    reservationId: random.uuid(),
    debtorTransactionId: null,
  }),
  open: reservation,
  ledTo: ({ state, reservationId }) => reservationId !== null && state !== 'released',
}

export const transferring: Course = {
  begin: (random) => ({
    state: 'transferred',
    reservationId: null,
    debtorTransactionId: random.uuid(),
  }),
  open: (execution, today, random) => {
    if (isPostedLater(execution)) execution.state = 'booked'
    return bookBothSides(execution, today, random)
  },
  ledTo: ({ state, reservationId, payment }) =>
    state === 'transferred' || (reservationId === null && isPostedLater({ payment })),
}

const isPostedLater = ({ payment }: Pick<ExecutionRow, 'payment'>): boolean =>
  creditorBban(payment)?.startsWith(slowRegister) ?? false

export const executing: Course = {
  begin: (random) => ({
    state: 'settled',
    reservationId: null,
    debtorTransactionId: random.uuid(),
  }),
  open: (execution, today, random) => {
    if (execution.creditorAccountId === null) execution.state = 'booked'
    return bookBothSides(execution, today, random)
  },
  ledTo: ({ state, reservationId }) => reservationId === null && state !== 'transferred',
}

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

function bookBothSides(
  execution: ExecutionRow,
  today: Temporal.PlainDate,
  random: Random,
): Opening {
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
