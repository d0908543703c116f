import assert from 'node:assert/strict'
import { osloDate } from '../../kernel/oslo.ts'
import type { Random } from '../../kernel/random.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import type { BankTransaction } from '../port.ts'
import { done, refuse } from './answer.ts'
import type { BooksRefusal, BooksResult, NewTransaction } from './books.ts'
import { keepDetails } from './kept-details.ts'
import { post } from './post.ts'
import type { Change, Posting } from './posting.ts'
import { insertReservations, type NewReservation } from './reservations.ts'

type Entered = NewTransaction & { id: string; valueDate: Temporal.PlainDate }

/** What the bank itself books or announces, against clearing and whatever the balance is. */
export async function enter(
  world: WorldQueries,
  random: Random,
  transactions: readonly NewTransaction[],
  at: Temporal.Instant,
  kind: 'entered' | 'adjustment' = 'entered',
): Promise<BooksResult<BankTransaction>[]> {
  const today = osloDate(at)
  const entered = transactions.map((transaction) => ({
    ...transaction,
    id: transaction.id ?? random.uuid(),
    valueDate: transaction.valueDate ?? transaction.bookingDate,
  }))
  for (const { id } of entered) assert(isUuid(id), 'a transaction id is a UUID')
  const plain = entered.map((each) => plainRefusal(each, today))
  const sound = entered.filter((_, place) => plain[place] === undefined)
  const refusals = await post(
    world,
    sound.map((each) => changeFor(each, kind)),
    at,
  )
  const accepted = sound.filter((_, place) => refusals[place] === undefined)
  await insertReservations(world, accepted.filter(isPending).map(reservationOf), at)
  const verdicts = refusals.values()
  return entered.map((transaction, place) => {
    const refusal = plain[place] ?? verdicts.next().value
    return refusal ? refuse(refusal) : done(toTransaction(transaction))
  })
}

function plainRefusal(
  { accountId, bookingDate }: Entered,
  today: Temporal.PlainDate,
): BooksRefusal | undefined {
  if (!isUuid(accountId)) return 'account-unknown'
  if (Temporal.PlainDate.compare(bookingDate, today) > 0) return 'date-in-future'
  return undefined
}

const isPending = ({ status }: Entered): boolean => status === 'pending'

function changeFor(transaction: Entered, kind: Posting['kind']): Change {
  const { accountId, amount } = transaction
  if (!isPending(transaction)) return { postings: [postingOf(transaction, kind)], holds: [] }
  const { minor, currency } = amount
  const [reserved, incoming] = minor < 0n ? [-minor, 0n] : [0n, minor]
  return { postings: [], holds: [{ accountId, currency, reserved, incoming }] }
}

const postingOf = (transaction: Entered, kind: Posting['kind']): Posting => ({
  id: transaction.id,
  kind,
  bookingDate: transaction.bookingDate,
  valueDate: transaction.valueDate,
  endToEndId: transaction.endToEndId,
  details: keepDetails(transaction.details),
  lines: againstClearing(transaction),
})

export const againstClearing = ({
  accountId,
  amount,
  invoiced = false,
}: Pick<NewTransaction, 'accountId' | 'amount' | 'invoiced'>): Posting['lines'] => [
  { accountId, amount, invoiced },
  { internal: 'clearing', amount: { ...amount, minor: -amount.minor } },
]

const reservationOf = (transaction: Entered): NewReservation => ({
  id: transaction.id,
  accountId: transaction.accountId,
  amount: transaction.amount,
  reservedOn: transaction.bookingDate,
  valueDate: transaction.valueDate,
  endToEndId: transaction.endToEndId,
  details: keepDetails(transaction.details),
})

const toTransaction = ({
  endToEndId,
  invoiced = false,
  status = 'booked',
  ...entered
}: Entered): BankTransaction => ({
  ...entered,
  bookingDate: entered.bookingDate.toString(),
  valueDate: entered.valueDate.toString(),
  status,
  ...(endToEndId !== undefined && { endToEndId }),
  invoiced: status === 'booked' && invoiced,
})
