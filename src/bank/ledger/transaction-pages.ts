import { worldStatement } from '../../storage/storage.ts'
import type { TransactionQuery } from '../port.ts'
import { type AskedAccount, knownAccount, type ListedRow } from './asked-account.ts'
import type { TransactionRow } from './transaction-rows.ts'

type PageParameters = [
  ...[...AskedAccount, cursor: string | null],
  ...[from: string, to: string, limit: number, offset: number],
]

/** One row with the whole page: the driver takes a row apart ten times as slowly as JSON. */
export type PageRow = ListedRow & { marked: boolean; transactions: TransactionRow[] }

type Part = 'booked' | 'pending'

/** Which way a page goes from its cursor: to the older ones, or back to the newer ones. */
interface Way {
  beyond: '<' | '>'
  order: 'desc' | 'asc'
  start: string
  end: string
}

const ways = {
  older: { beyond: '<', order: 'desc', start: 'infinity', end: '-infinity' },
  newer: { beyond: '>', order: 'asc', start: '-infinity', end: 'infinity' },
} as const satisfies Record<string, Way>

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

/** Where a part begins: at the cursor when that is in it, else at one of its ends. */
function startOf(part: Part, { start, end, order }: Way): { day: string; seq: string } {
  const rank = rankOf[part]
  // With the cursor in the part before this one, on the way, all of this one is still to come.
  const ahead = order === 'desc' ? `mark.rank > ${rank}` : `mark.rank < ${rank}`
  const from = (column: 'day' | 'seq', whole: string, none: string) =>
    `case when $5::uuid is null then ${whole} else (select case
       when mark.rank = ${rank} then mark.${column} when ${ahead} then ${whole} else ${none} end
       from mark) end`
  return { day: from('day', `'${start}'::date`, `'${end}'::date`), seq: from('seq', '0', '0') }
}

/**
 * The rows of a part that are asked for. The days are cut at the start, too: of two conditions on
 * a day the index begins with the plain one, and would walk from there to the cursor.
 */
function asked(part: Part, way: Way, columns: { day: string; seq: string }): string {
  const { day, seq } = startOf(part, way)
  const first = way.order === 'asc' ? `greatest($6::date, ${day})` : '$6::date'
  const last = way.order === 'desc' ? `least($7::date, ${day})` : '$7::date'
  return `${columns.day} >= ${first} and ${columns.day} <= ${last}
    and (${columns.day}, ${columns.seq}) ${way.beyond} (${day}, ${seq})`
}

/** Each part is cut before anything is joined to it, and follows its index, however long the list. */
const parts: Record<Part, (way: Way) => string> = {
  booked: (way) => `select 0 as rank, cut.day, cut.seq, t.id, 'booked' as status, cut.amount,
      cut.day as "bookingDate", t.value_date as "valueDate", t.end_to_end_id as "endToEndId",
      cut.invoiced, t.details
    from (
      select e.booking_date as day, e.transaction_seq as seq, e.amount, e.invoiced
      from ledger_entry e
      where e.world_id = $1 and e.account_id = $2
        and ${asked('booked', way, { day: 'e.booking_date', seq: 'e.transaction_seq' })}
      order by e.booking_date ${way.order}, e.transaction_seq ${way.order}
      limit $8::bigint + $9::bigint
    ) cut cross join lateral (
      select * from ledger_transaction t where t.world_id = $1 and t.seq = cut.seq limit 1) t`,
  pending: (way) => `(select 1 as rank, r.reserved_on as day, r.seq, r.id, 'pending' as status,
      r.amount, r.reserved_on as "bookingDate", r.value_date as "valueDate",
      r.end_to_end_id as "endToEndId", false as invoiced, r.details
    from reservation r
    where r.world_id = $1 and r.account_id = $2 and r.ended_at is null
      and ${asked('pending', way, { day: 'r.reserved_on', seq: 'r.seq' })}
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
       select json_agg(json_build_object('id', page.id, 'status', page.status,
           'amount', page.amount::text, 'bookingDate', page."bookingDate",
           'valueDate', page."valueDate", 'endToEndId', page."endToEndId",
           'invoiced', page.invoiced, 'details', page.details)
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
