import { type WorldQueries, type WorldStatement, worldStatement } from '../../storage/storage.ts'

/** Accounts and card accounts are counted together. */
export type Counted = 'customers' | 'accounts' | 'agreements' | 'engagements' | 'transactions'

export async function count(world: WorldQueries, what: Counted): Promise<bigint> {
  return (await world.row(counts[what], []))?.count ?? 0n
}

const countIn = (table: string): WorldStatement<[], { count: bigint }> =>
  worldStatement(`count-${table}`, `select count(*) from ${table} t where t.world_id = $1`)

const counts: Record<Counted, WorldStatement<[], { count: bigint }>> = {
  customers: countIn('customer'),
  accounts: countIn('account'),
  agreements: countIn('agreement'),
  engagements: countIn('engagement'),
  // Sealed ones are counted by their blocks, so that a long ledger costs no more than its tail.
  transactions: worldStatement(
    'count-ledger',
    `with sealed as materialized (
       select coalesce(sum(b.transactions), 0)::bigint as count, coalesce(max(b.last_seq), 0) as last
       from ledger_block b where b.world_id = $1
     )
     select sealed.count + (select count(*) from ledger_transaction t
       where t.world_id = $1 and t.seq > sealed.last) as count
     from sealed`,
  ),
}
