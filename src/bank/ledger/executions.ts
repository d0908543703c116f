import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { KeptOrder } from './kept-order.ts'

export type ExecutionState =
  | 'reserved'
  | 'released'
  | 'booked'
  | 'settled'
  | 'given-back'
  | 'transferred'

export interface ExecutionRow {
  reference: string
  state: ExecutionState
  payment: KeptOrder
  creditorAccountId: string | null
  reservationId: string | null
  debtorTransactionId: string | null
  creditorTransactionId: string | null
}

/** Locked in one order, so that two processes with the same payments do not wait in a circle. */
export async function lockExecutions(
  world: WorldQueries,
  references: readonly string[],
): Promise<Map<string, ExecutionRow>> {
  const rows = await world.rows(lockRows, [references])
  return new Map(rows.map((row) => [row.reference, row]))
}

export type Advance = Pick<
  ExecutionRow,
  'reference' | 'state' | 'debtorTransactionId' | 'creditorTransactionId'
>

export async function advanceExecutions(
  world: WorldQueries,
  rows: readonly Advance[],
): Promise<void> {
  if (rows.length === 0) return
  await world.run(advanceRows, [
    rows.map(({ reference }) => reference),
    rows.map(({ state }) => state),
    rows.map(({ debtorTransactionId }) => debtorTransactionId),
    rows.map(({ creditorTransactionId }) => creditorTransactionId),
  ])
}

/** Which of these accounts would not take money now. */
export async function accountsShut(
  world: WorldQueries,
  ids: readonly string[],
): Promise<Set<string>> {
  const shut = ids.length === 0 ? [] : await world.rows(readShut, [ids])
  return new Set(shut.map(({ id }) => id))
}

const lockRows = worldStatement<[references: readonly string[]], ExecutionRow>(
  'executions-lock',
  `select p.reference, p.state, p.payment,
     p.creditor_account_id as "creditorAccountId", p.reservation_id as "reservationId",
     p.debtor_transaction_id as "debtorTransactionId",
     p.creditor_transaction_id as "creditorTransactionId"
   from payment_execution p where p.world_id = $1 and p.reference = any($2::text[])
   order by p.reference for update`,
)

const advanceRows = worldStatement<
  [
    references: string[],
    states: string[],
    debtorTransactionIds: (string | null)[],
    creditorTransactionIds: (string | null)[],
  ]
>(
  'executions-advance',
  `update payment_execution p set state = n.state,
     debtor_transaction_id = n.debtor_transaction_id,
     creditor_transaction_id = n.creditor_transaction_id
   from unnest((select $2::text[]), (select $3::text[]), (select $4::uuid[]), (select $5::uuid[]))
     as n (reference, state, debtor_transaction_id, creditor_transaction_id)
   where p.world_id = $1 and p.reference = n.reference`,
)

const readShut = worldStatement<[ids: readonly string[]], { id: string }>(
  'accounts-shut',
  `select b.account_id as id from account_balance b
   where b.world_id = $1 and b.account_id = any($2::uuid[]) and b.status <> 'enabled'`,
)
