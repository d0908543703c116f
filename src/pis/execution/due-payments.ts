import type { Currency } from '../../kernel/currency.ts'
import { acrossWorlds, type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { PaymentBody, PaymentService } from '../payment.ts'
import type { PaymentStatus } from '../status.ts'
import type { PaidPayment } from './orders.ts'

/** As much of a payment as its execution needs. */
export interface DuePayment extends PaidPayment {
  status: PaymentStatus
  parentId: string | null
}

/** The bulk or periodic payment that a due one belongs to. */
export interface Parent {
  id: string
  service: PaymentService
  status: PaymentStatus
  /** Whether a periodic payment has more executions to come. */
  goesOn: boolean
}

/** The rows of both are locked. */
export interface Taken {
  payments: DuePayment[]
  parents: Parent[]
}

/** As many as one transaction carries out. */
export const chunkSize = 1000

/** Those that are ready, the longest waiting first. */
export async function takeDue(world: WorldQueries, at: Temporal.Instant): Promise<Taken> {
  const rows = await world.rows(lockReady, [at])
  const parents = rows.filter(({ turn }) => turn === null).map(toParent)
  const services = new Map(parents.map(({ id, service }) => [id, service]))
  const due = rows.flatMap(({ turn, ...row }) => (turn === null ? [] : [{ turn, row }]))
  due.sort((a, b) => a.turn - b.turn)
  const payments = due.map(({ row }) => toDue(row, services.get(row.parentId ?? '') ?? null))
  return { payments, parents }
}

export const isAnyReady = async (world: WorldQueries, at: Temporal.Instant): Promise<boolean> =>
  (await world.row(readAnyReady, [at])) !== undefined

interface DueRow {
  id: string
  service: PaymentService
  product: string
  status: PaymentStatus
  parentId: string | null
  debtorAccountId: string | null
  body: PaymentBody
  amount: bigint
  currency: Currency
  fee: bigint
  feeCurrency: Currency | null
  endToEndId: string | null
  goesOn: boolean
}

const toParent = ({ id, service, status, goesOn }: DueRow): Parent => ({
  ...{ id, service, status, goesOn },
})

function toDue(row: DueRow, parentService: PaymentService | null): DuePayment {
  const { amount, currency, fee, feeCurrency, service: _, goesOn: __, ...same } = row
  return {
    ...same,
    parentService,
    amount: { minor: amount, currency },
    fee: feeCurrency === null ? null : { minor: fee, currency: feeCurrency },
  }
}

/**
 * Payments and their parents are locked one after the other in the order of their ids, as everybody
 * does who locks several. One that is deleted meanwhile is waited for, and then not ready any more.
 * A bulk payment holds all its parts in its body, so that stays where it is.
 */
const lockReady = worldStatement<[at: Temporal.Instant], DueRow & { turn: number | null }>(
  'payments-lock-ready',
  `with due as materialized (
     select r.id, r.parent_id, row_number() over (order by r.ready_at, r.place, r.id)::int as turn
     from (
       select p.id, p.parent_id, p.ready_at, p.place from payment p
       where p.world_id = $1 and p.ready_at <= $2
       order by p.ready_at, p.place, p.id limit ${chunkSize}) as r
   ), wanted as (
     select id, turn from due
     union all
     select distinct parent_id, null::int from due where parent_id is not null
   )
   select w.turn, p.* from (select * from wanted order by id) as w
     cross join lateral (
       select p.id, p.service, p.product, p.status, p.parent_id as "parentId",
         p.debtor_account_id as "debtorAccountId",
         case when w.turn is not null then p.body end as body, p.amount, p.currency, p.fee,
         p.fee_currency as "feeCurrency", p.end_to_end_id as "endToEndId",
         p.next_on is not null as "goesOn"
       from payment p
       where p.world_id = $1 and p.id = w.id and (w.turn is null or p.ready_at <= $2)
       for no key update) as p`,
)

const readAnyReady = worldStatement<[at: Temporal.Instant], { ready: boolean }>(
  'payments-any-ready',
  'select true as ready from payment p where p.world_id = $1 and p.ready_at <= $2 limit 1',
)

export const readFirstReady = worldStatement<[], { readyFrom: Temporal.Instant | null }>(
  'payments-first-ready',
  `select min(p.ready_at) as "readyFrom" from payment p
   where p.world_id = $1 and p.ready_at is not null`,
)

/** From one world to the next along the index, past all that waits in each. */
export const readWorldsReady = acrossWorlds<[], { world: bigint; readyFrom: Temporal.Instant }>(
  'batches run by themselves in every world',
  'payments-worlds-ready',
  `with recursive waiting as (
     (select world_id, ready_at from payment where ready_at is not null
      order by world_id, ready_at, place, id limit 1)
     union all
     select following.* from waiting cross join lateral (
       select p.world_id, p.ready_at from payment p
       where p.ready_at is not null and p.world_id > waiting.world_id
       order by p.world_id, p.ready_at, p.place, p.id limit 1) as following)
   select world_id as world, ready_at as "readyFrom" from waiting`,
)
