import type { Currency } from '../../kernel/currency.ts'
import { worldStatement } from '../../storage/storage.ts'
import type { BankTransaction } from '../port.ts'
import { type KeptDetails, readDetails } from './kept-details.ts'

export interface TransactionRow {
  id: string
  amount: bigint
  currency: Currency
  bookingDate: string
  valueDate: string
  enteredAt: Temporal.Instant
  endToEndId: string | null
  invoiced: boolean
  details: KeptDetails
}

export const toTransaction = (
  row: TransactionRow,
  accountId: string,
  status: BankTransaction['status'],
): BankTransaction => ({
  id: row.id,
  accountId,
  status,
  amount: { minor: row.amount, currency: row.currency },
  bookingDate: Temporal.PlainDate.from(row.bookingDate),
  valueDate: Temporal.PlainDate.from(row.valueDate),
  enteredAt: row.enteredAt,
  ...(row.endToEndId !== null && { endToEndId: row.endToEndId }),
  invoiced: row.invoiced,
  details: readDetails(row.details),
})

type PageParameters = [
  accountId: string,
  from: string,
  to: string,
  cursor: string | null,
  limit: number,
  offset: number,
]

/** A page is read from its edge towards the older ones, or towards the newer ones. */
interface Direction {
  than: '<' | '>'
  order: 'desc' | 'asc'
  /** The parameter that bounds the list where the page begins, and the one at the other end. */
  near: '$3' | '$4'
  far: string
  beforeAll: string
}

const older: Direction = {
  ...{ than: '<', order: 'desc', near: '$4', far: '>= $3' },
  beforeAll: '9223372036854775807',
}
const newer: Direction = {
  ...{ than: '>', order: 'asc', near: '$3', far: '<= $4' },
  beforeAll: '-1',
}

/**
 * The edge is the cursor, a transaction's id, so that no number of ours leaves the bank; or the end
 * of the list. It is the only bound on its side: with two the index would begin at the wrong one.
 */
const edge = ({ than, near, beforeAll }: Direction, cursor: string) =>
  `edge as materialized (
     select case when m.day ${than}= ${near}::date then m.day else ${near}::date end as day,
       case when m.day ${than}= ${near}::date then m.seq else ${beforeAll} end as seq
     from (${cursor}) as m
     union all select ${near}::date, ${beforeAll} where $5::uuid is null)`

/** The page is cut before anything is joined to it, however long the account's list is. */
const bookedPage = (name: string, direction: Direction) => {
  const { than, order, far } = direction
  const cursor = `select m.booking_date as day, m.transaction_seq as seq from ledger_transaction k
      join ledger_entry m on m.world_id = $1 and m.transaction_seq = k.seq
    where k.world_id = $1 and k.id = $5 and m.account_id = $2`
  return worldStatement<PageParameters, TransactionRow>(
    name,
    `with ${edge(direction, cursor)}, page as materialized (
       select e.transaction_seq, e.amount, e.currency, e.booking_date, e.invoiced
       from ledger_entry e
       where e.world_id = $1 and e.account_id = $2 and e.booking_date ${far}::date
         and (e.booking_date, e.transaction_seq) ${than}
           ((select day from edge), (select seq from edge))
       order by e.booking_date ${order}, e.transaction_seq ${order} limit $6 offset $7
     )
     select t.id, page.amount, page.currency, page.booking_date as "bookingDate",
       t.value_date as "valueDate", t.entered_at as "enteredAt",
       t.end_to_end_id as "endToEndId", page.invoiced, t.details
     from page cross join lateral (
       select t.id, t.value_date, t.entered_at, t.end_to_end_id, t.details
       from ledger_transaction t where t.world_id = $1 and t.seq = page.transaction_seq limit 1) t
     order by page.booking_date ${order}, page.transaction_seq ${order}`,
  )
}

const pendingPage = (name: string, direction: Direction) => {
  const { than, order, far } = direction
  const cursor = `select m.reserved_on as day, m.seq from reservation m
    where m.world_id = $1 and m.id = $5 and m.account_id = $2`
  return worldStatement<PageParameters, TransactionRow>(
    name,
    `with ${edge(direction, cursor)}
     select r.id, r.amount, r.currency, r.reserved_on as "bookingDate",
       r.value_date as "valueDate", r.entered_at as "enteredAt",
       r.end_to_end_id as "endToEndId", false as invoiced, r.details
     from reservation r
     where r.world_id = $1 and r.account_id = $2 and r.ended_at is null
       and r.reserved_on ${far}::date
       and (r.reserved_on, r.seq) ${than} ((select day from edge), (select seq from edge))
     order by r.reserved_on ${order}, r.seq ${order} limit $6 offset $7`,
  )
}

/** From the cursor, or from the newest, towards the older ones; and the other way round. */
export const pages = {
  booked: {
    older: bookedPage('transactions-booked-older', older),
    newer: bookedPage('transactions-booked-newer', newer),
  },
  pending: {
    older: pendingPage('transactions-pending-older', older),
    newer: pendingPage('transactions-pending-newer', newer),
  },
}

export const readBooked = worldStatement<[accountId: string, id: string], TransactionRow>(
  'transaction-booked',
  `select t.id, e.amount, e.currency, e.booking_date as "bookingDate",
     t.value_date as "valueDate", t.entered_at as "enteredAt", t.end_to_end_id as "endToEndId",
     e.invoiced, t.details
   from ledger_transaction t
     join ledger_entry e on e.world_id = $1 and e.transaction_seq = t.seq
   where t.world_id = $1 and t.id = $3 and e.account_id = $2`,
)

export const readPending = worldStatement<
  [accountId: string, id: string],
  TransactionRow & { ended: boolean }
>(
  'transaction-pending',
  `select r.id, r.amount, r.currency, r.reserved_on as "bookingDate",
     r.value_date as "valueDate", r.entered_at as "enteredAt", r.end_to_end_id as "endToEndId",
     false as invoiced, r.details, r.ended_at is not null as ended
   from reservation r where r.world_id = $1 and r.id = $3 and r.account_id = $2`,
)
