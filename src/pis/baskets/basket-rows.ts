import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { Basket } from './basket.ts'
import type { MemberStatus } from './basket-status.ts'

export interface Member {
  id: string
  status: MemberStatus
}

export interface BasketWithPayments extends Basket {
  /** In the order that the TPP gave them; those that were deleted have left. */
  payments: Member[]
}

/** With its payments as they are now; undefined when this TPP has no such basket. */
export async function basketNamed(
  world: WorldQueries,
  tppId: string,
  id: string,
): Promise<BasketWithPayments | undefined> {
  const [basket, payments] = await Promise.all([
    world.row(readBasket, [tppId, id]),
    world.rows(readMembers, [id]),
  ])
  return basket && { ...basket, payments }
}

/** The same, and nobody else decides about it meanwhile; its payments are not locked by that. */
export async function lockBasket(
  world: WorldQueries,
  tppId: string,
  id: string,
): Promise<BasketWithPayments | undefined> {
  const basket = await world.row(lockRow, [tppId, id])
  return basket && { ...basket, payments: await world.rows(readMembers, [id]) }
}

export async function insertBasket(
  world: WorldQueries,
  { id, tppId, customerId, meantFor, context, agreementId }: Basket,
  paymentIds: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  await Promise.all([
    world.run(insertRow, [id, tppId, customerId, meantFor, context, agreementId, now]),
    world.run(insertMembers, [id, paymentIds]),
  ])
}

/** Of these payments, those in a basket that nobody has decided about. */
export async function inOpenBaskets(
  world: WorldQueries,
  paymentIds: readonly string[],
): Promise<Set<string>> {
  const rows = await world.rows(readOpen, [paymentIds])
  return new Set(rows.map(({ paymentId }) => paymentId))
}

export const setDecided = (world: WorldQueries, id: string, now: Temporal.Instant) =>
  world.run(decideRow, [id, now])

/** Whether it was there and nobody had decided about it. */
export const setDeleted = async (
  world: WorldQueries,
  tppId: string,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> => (await world.run(deleteRow, [tppId, id, now])) > 0

const columns = `b.id, b.tpp_id as "tppId", b.customer_id as "customerId",
  b.meant_for as "meantFor", b.context, b.agreement_id as "agreementId",
  b.decided_at as "decidedAt"`

const named = `from basket b
  where b.world_id = $1 and b.tpp_id = $2 and b.id = $3 and b.deleted_at is null`

const readBasket = worldStatement<[tppId: string, id: string], Basket>(
  'basket-read',
  `select ${columns} ${named}`,
)

const lockRow = worldStatement<[tppId: string, id: string], Basket>(
  'basket-lock',
  `select ${columns} ${named} for update`,
)

const readMembers = worldStatement<[basketId: string], Member>(
  'basket-payments',
  `select p.id, p.status from basket_payment m
     join payment p on p.world_id = $1 and p.id = m.payment_id
   where m.world_id = $1 and m.basket_id = $2 and p.status <> 'CANC' order by m.place`,
)

const insertRow = worldStatement<
  [
    ...[id: string, tppId: string, customerId: string | null, meantFor: string | null],
    ...[context: string, agreementId: string | null, at: Temporal.Instant],
  ]
>(
  'basket-insert',
  `insert into basket (world_id, id, tpp_id, customer_id, meant_for, context, agreement_id,
     created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
)

const insertMembers = worldStatement<[basketId: string, paymentIds: readonly string[]]>(
  'basket-payments-insert',
  `insert into basket_payment (world_id, basket_id, payment_id, place)
   select $1, $2, given.id, given.place - 1
   from unnest($3::uuid[]) with ordinality as given (id, place)`,
)

const readOpen = worldStatement<[paymentIds: readonly string[]], { paymentId: string }>(
  'basket-payments-open',
  `select m.payment_id as "paymentId" from basket_payment m
     join basket b on b.world_id = $1 and b.id = m.basket_id
   where m.world_id = $1 and m.payment_id = any($2::uuid[]) and b.decided_at is null
     and b.deleted_at is null`,
)

const decideRow = worldStatement<[id: string, at: Temporal.Instant]>(
  'basket-decide',
  'update basket b set decided_at = $3 where b.world_id = $1 and b.id = $2',
)

const deleteRow = worldStatement<[tppId: string, id: string, at: Temporal.Instant]>(
  'basket-delete',
  `update basket b set deleted_at = $4
   where b.world_id = $1 and b.tpp_id = $2 and b.id = $3 and b.deleted_at is null
     and b.decided_at is null`,
)
