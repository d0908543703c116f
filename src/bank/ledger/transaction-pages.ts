import { worldStatement } from '../../storage/storage.ts'
import type { TransactionQuery } from '../port.ts'
import { type AskedAccount, knownAccount, type ListedRow } from './asked-account.ts'
import type { TransactionRow } from './transaction-rows.ts'

type PageParameters = [
  ...[...AskedAccount, cursor: string | null],
  ...[from: string, to: string, limit: number, offset: number],
]

/** One row with the whole page: the driver takes a row apart ten times as slowly as JSON. */
type PageRow = ListedRow & { marked: boolean; transactions: PageItem[] }

/** Without names, which would be a third of the text. */
type PageItem = [
  ...[id: string, status: TransactionRow['status'], amount: string],
  ...[bookingDate: string, valueDate: string, endToEndId: string | null],
  ...[invoiced: boolean, received: boolean, details: TransactionRow['details']],
]

export function toRow(item: PageItem): TransactionRow {
  const [id, status, amount, bookingDate, valueDate, endToEndId, invoiced, received, details] = item
  return { id, status, amount, bookingDate, valueDate, endToEndId, invoiced, received, details }
}

type Part = 'booked' | 'pending'

/** Which way a page goes from its cursor: to the older ones, or back to the newer ones. */
interface Way {
  beyond: '<' | '>'
  order: 'desc' | 'asc'
  /** Just before the first day on the way; a cursor outside the days asked for counts as that. */
  start: string
  isOutside: (day: string) => string
  /** Where the way ends, on the last of the days asked for. */
  until: (day: string) => string
  nowhere: string
}

const ways: Record<'older' | 'newer', Way> = {
  older: {
    ...{ beyond: '<', order: 'desc', start: '$7::date + 1', nowhere: `'-infinity'::date` },
    isOutside: (day) => `${day} > $7::date`,
    until: (day) => `${day} >= $6::date`,
  },
  newer: {
    ...{ beyond: '>', order: 'asc', start: '$6::date', nowhere: `'infinity'::date` },
    isOutside: (day) => `${day} < $6::date`,
    until: (day) => `${day} <= $7::date`,
  },
}

/** Pending ones stand before all booked ones, whatever their dates. */
const rankOf: Record<Part, number> = { booked: 0, pending: 1 }

/** The cursor is a transaction's id, so that no number of ours leaves the bank. */
const marks: Record<Part, string> = {
  booked: `select 0 as rank, m.booking_date as day, m.transaction_seq as seq
    from ledger_transaction k
      join ledger_entry m on m.world_id = $1 and m.transaction_seq = k.seq
    where k.world_id = $1 and k.id = $5 and m.account_id = $2`,
  pending: `select 1 as rank, p.reserved_on as day, p.seq from reservation p
    where p.world_id = $1 and p.id = $5 and p.account_id = $2`,
}

/**
 * Where a part begins: at the cursor when that is in it, else at one of its ends. One bound for
 * both the cursor and the first day: of two, the index would be entered at the day, and all that
 * lies before the cursor be read and thrown away.
 */
function startOf(part: Part, { start, isOutside, nowhere, order }: Way): string {
  const rank = rankOf[part]
  // With the cursor in the part before this one, on the way, all of this one is still to come.
  const ahead = order === 'desc' ? `mark.rank > ${rank}` : `mark.rank < ${rank}`
  const from = (column: 'day' | 'seq', whole: string, none: string) =>
    `case when $5::uuid is null then ${whole} else (select case
       when ${ahead} or (mark.rank = ${rank} and ${isOutside('mark.day')}) then ${whole}
       when mark.rank = ${rank} then mark.${column} else ${none} end
       from mark) end`
  return `(${from('day', start, nowhere)}, ${from('seq', '0', '0')})`
}

/** Each part is cut before anything is joined to it, and follows its index, however long the list. */
const parts: Record<Part, (way: Way) => string> = {
  booked: (way) => `select 0 as rank, cut.day, cut.seq, t.id, 'booked' as status, cut.amount,
      cut.day as "bookingDate", t.value_date as "valueDate", t.end_to_end_id as "endToEndId",
      cut.invoiced, t.kind = 'payment' and cut.amount > 0 as received, t.details
    from (
      select e.booking_date as day, e.transaction_seq as seq, e.amount, e.invoiced
      from ledger_entry e
      where e.world_id = $1 and e.account_id = $2
        and ${way.until('e.booking_date')}
        and (e.booking_date, e.transaction_seq) ${way.beyond} ${startOf('booked', way)}
      order by e.booking_date ${way.order}, e.transaction_seq ${way.order}
      limit $8::bigint + $9::bigint
    ) cut cross join lateral (
      select * from ledger_transaction t where t.world_id = $1 and t.seq = cut.seq limit 1) t`,
  pending: (way) => `(select 1 as rank, r.reserved_on as day, r.seq, r.id, 'pending' as status,
      r.amount, r.reserved_on as "bookingDate", r.value_date as "valueDate",
      r.end_to_end_id as "endToEndId", false as invoiced, false as received, r.details
    from reservation r
    where r.world_id = $1 and r.account_id = $2 and r.ended_at is null
      and ${way.until('r.reserved_on')}
      and (r.reserved_on, r.seq) ${way.beyond} ${startOf('pending', way)}
    order by r.reserved_on ${way.order}, r.seq ${way.order}
    limit $8::bigint + $9::bigint)`,
}

function pageStatement(name: string, among: readonly Part[], way: Way) {
  const { order } = way
  return worldStatement<PageParameters, PageRow>(
    `transactions-${name}`,
    `with ${knownAccount},
     mark as materialized (${among.map((part) => marks[part]).join(' union all ')}),
     page as materialized (
       select * from (${among.map((part) => parts[part](way)).join(' union all ')}) listed
       order by rank ${order}, day ${order}, seq ${order} limit $8 offset $9
     )
     select known.*, exists (select from mark) as marked, coalesce((
       select json_agg(json_build_array(page.id, page.status, page.amount::text,
           page."bookingDate", page."valueDate", page."endToEndId", page.invoiced, page.received,
           page.details)
         order by page.rank ${order}, page.day ${order}, page.seq ${order})
       from page), '[]') as transactions
     from known`,
  )
}

const bothWays = (status: TransactionQuery['status'], among: readonly Part[]) => ({
  older: pageStatement(`${status}-older`, among, ways.older),
  newer: pageStatement(`${status}-newer`, among, ways.newer),
})

export const pages = {
  booked: bothWays('booked', ['booked']),
  pending: bothWays('pending', ['pending']),
  both: bothWays('both', ['pending', 'booked']),
}
