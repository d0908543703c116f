import type { Sql } from './actor.ts'

/** What the database holds, past everything that is tried: read in one statement for each look. */

export interface PaymentRow {
  id: string
  tppId: string
  service: string
  product: string
  parentId: string | null
  status: string
  history: { status: string; event: string }[]
  approved: boolean
  /** Whether the bank has taken the debtor's money for it. */
  executed: boolean
  endToEndId: string | null
}

interface BalanceRow {
  tppId: string
  bban: string
  booked: string
  reserved: string
}

interface Look {
  floor: string
  faults: string[] | null
  payments: PaymentRow[] | null
  balances: BalanceRow[] | null
  /** What was taken from customers for payments. */
  bookings: { endToEndId: string; seq: string }[] | null
}

export interface Changes {
  rows: PaymentRow[]
  /** What is wrong in the books. */
  faults: string[]
}

export class Ledger {
  private floor = '0'
  private readonly payments = new Map<string, PaymentRow>()
  private readonly children = new Map<string, PaymentRow[]>()
  /** The transactions of each end-to-end id. A look may show again what one before has shown. */
  private readonly bookings = new Map<string, Set<string>>()
  private readonly balances = new Map<string, BalanceRow>()
  private readonly sql: Sql

  constructor(sql: Sql) {
    this.sql = sql
  }

  /** So that the next look reads everything. */
  forget(): void {
    this.floor = '0'
    for (const kept of [this.payments, this.children, this.bookings, this.balances]) kept.clear()
  }

  /** What has changed since the last look. */
  async look(): Promise<Changes> {
    const [look] = await this.sql<Look>(changedSince, [this.floor])
    const { floor, faults, payments, balances, bookings } = look!
    this.floor = floor
    for (const row of payments ?? []) this.keep(row)
    for (const { endToEndId, seq } of bookings ?? []) {
      this.bookings.getOrInsertComputed(endToEndId, () => new Set()).add(seq)
    }
    for (const row of balances ?? []) this.balances.set(`${row.tppId} ${row.bban}`, row)
    return { rows: payments ?? [], faults: faults ?? [] }
  }

  private keep(row: PaymentRow): void {
    const known = this.payments.get(row.id)
    if (known) {
      Object.assign(known, row)
      return
    }
    this.payments.set(row.id, row)
    if (row.parentId === null) return
    const siblings = this.children.get(row.parentId)
    if (siblings) siblings.push(row)
    else this.children.set(row.parentId, [row])
  }

  payment(id: string): PaymentRow | undefined {
    return this.payments.get(id)
  }

  /** In the order in which they came to be, parts in theirs. */
  childrenOf(id: string): readonly PaymentRow[] {
    return this.children.get(id) ?? []
  }

  balance(tppId: string, bban: string): BalanceRow | undefined {
    return this.balances.get(`${tppId} ${bban}`)
  }

  tops(tppId?: string): PaymentRow[] {
    return [...this.payments.values()].filter(
      (row) => row.parentId === null && (tppId === undefined || row.tppId === tppId),
    )
  }

  bookedTimes(row: PaymentRow | undefined): number {
    if (!row) return 0
    return this.bookings.get(row.endToEndId ?? row.id.replaceAll('-', ''))?.size ?? 0
  }
}

const isNew = (alias: string) => `${alias}.xmin::text::bigint >= $1::bigint`

/**
 * Rows tell which transaction wrote them: those from `floor` on are new, or were written while the
 * look before was taken or something older was still under way.
 */
const changedSince = `
  with entry as materialized (
    select e.world_id, e.transaction_seq, e.account_id, e.amount, e.currency
    from ledger_entry e where ${isNew('e')}
  )
  select pg_snapshot_xmin(pg_current_snapshot())::text as floor,
    (select array_agg(fault) from (
       select 'transaction ' || e.transaction_seq || ' does not sum to zero' from entry e
       group by e.world_id, e.transaction_seq, e.currency having sum(e.amount) <> 0
       union all
       select 'the balance of ' || b.account_id || ' is not the sum of its entries'
       from account_balance b
       where ${isNew('b')} and b.booked <> (
         select coalesce(sum(e.amount), 0) from ledger_entry e
         where e.world_id = b.world_id and e.account_id = b.account_id)
       union all
       select 'payment ' || p.id || ' has a parent, and is no single one' from payment p
       where ${isNew('p')} and p.parent_id is not null and p.service <> 'payments'
       union all
       select 'a link that shows ' || l.shows || ' has a subject or a TPP that it should not, or lacks it'
       from sca_link l
       where ${isNew('l')} and (num_nonnulls(l.subject_kind, l.subject_id, l.authorisation_id)
           <> case when l.shows = 'approval' then 3 else 0 end
         or (l.tpp_id is null) <> (l.shows = 'own-consents'))
     ) as found (fault)) as faults,
    (select json_agg(r) from (
       select p.id, p.tpp_id as "tppId", p.service, p.product, p.parent_id as "parentId", p.status,
         p.history, p.approved_at is not null as approved, p.end_to_end_id as "endToEndId",
         coalesce(x.state in ('booked', 'settled', 'transferred'), false) as executed
       from payment p
         left join payment_execution x on x.world_id = p.world_id and x.reference = p.id::text
       where ${isNew('p')} order by p.created_at, p.place, p.id) as r) as payments,
    (select json_agg(r) from (
       select w.owner as "tppId", a.bban, b.booked::text, b.reserved::text
       from account_balance b
         join account a on a.world_id = b.world_id and a.id = b.account_id
         join world w on w.id = b.world_id
       where ${isNew('b')} and a.kind = 'account') as r) as balances,
    (select json_agg(json_build_object('endToEndId', t.end_to_end_id, 'seq', t.seq::text))
     from entry e
       join ledger_transaction t on t.world_id = e.world_id and t.seq = e.transaction_seq
     where e.account_id is not null and e.amount < 0 and t.kind = 'payment') as bookings`
