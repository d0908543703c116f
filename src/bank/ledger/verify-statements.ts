import { worldStatement } from '../../storage/storage.ts'
import { sealedText } from './seal.ts'

export interface CheckedBlock {
  number: bigint
  lastSeq: bigint
  transactions: bigint
  entries: bigint
  matches: boolean
  /** The numbers of transactions that do not sum to zero. */
  unbalanced: bigint[]
  /** Numbers that have entries but no transaction. */
  orphaned: bigint[]
}

/** A few blocks at a time, each computed anew from its rows and from the hash before it. */
export const readBlocks = worldStatement<[after: bigint, limit: bigint], CheckedBlock>(
  'ledger-verify-blocks',
  `select b.number, b.last_seq as "lastSeq", b.transactions, b.entries,
     coalesce(now.transactions = b.transactions and now.hash = b.hash, false) as matches,
     array(
       select e.transaction_seq from ledger_entry e
       where e.world_id = $1 and e.transaction_seq > coalesce(previous.last_seq, 0)
         and e.transaction_seq <= b.last_seq
       group by e.transaction_seq, e.currency having sum(e.amount) <> 0 order by 1
     ) as unbalanced,
     array(
       select distinct o.transaction_seq from ledger_entry o
       where o.world_id = $1 and o.transaction_seq > coalesce(previous.last_seq, 0)
         and o.transaction_seq <= b.last_seq and not exists (
           select from ledger_transaction t where t.world_id = $1 and t.seq = o.transaction_seq)
       order by 1
     ) as orphaned
   from ledger_block b
     left join ledger_block previous
       on previous.world_id = $1 and previous.number = b.number - 1
     cross join lateral (
       select count(*) as transactions, sha256(coalesce(previous.hash, '') ||
         convert_to(string_agg(part.content::text, E'\\n' order by part.seq), 'UTF8')) as hash
       from (
         select t.seq, ${sealedText} as content from ledger_transaction t
         where t.world_id = $1 and t.seq > coalesce(previous.last_seq, 0) and t.seq <= b.last_seq
       ) as part
     ) as now
   where b.world_id = $1 and b.number > $2 order by b.number limit $3`,
)

export interface WrongBalance {
  accountId: string
  wrong: { what: string; kept: string; summed: string }[]
}

/** Balance and rows are read by one statement, so that a booking in between does not matter. */
export const readWrongBalances = worldStatement<[after: string, limit: bigint], WrongBalance>(
  'ledger-verify-balances',
  `select b.account_id as "accountId", array(
     select jsonb_build_object('what', c.what, 'kept', c.kept::text, 'summed', c.summed::text)
     from (values ('booked', b.booked, entries.booked), ('invoiced', b.invoiced, entries.invoiced),
       ('reserved', b.reserved, pending.reserved), ('incoming', b.incoming, pending.incoming))
       as c (what, kept, summed)
     where c.kept <> c.summed
   ) as wrong
   from account_balance b
     cross join lateral (
       select coalesce(sum(e.amount), 0) as booked,
         coalesce(sum(e.amount) filter (where e.invoiced), 0) as invoiced
       from ledger_entry e where e.world_id = $1 and e.account_id = b.account_id
     ) as entries
     cross join lateral (
       select coalesce(-sum(r.amount) filter (where r.amount < 0), 0) as reserved,
         coalesce(sum(r.amount) filter (where r.amount > 0), 0) as incoming
       from reservation r
       where r.world_id = $1 and r.account_id = b.account_id and r.ended_at is null
     ) as pending
   where b.world_id = $1 and b.account_id > $2::uuid order by b.account_id limit $3`,
)
