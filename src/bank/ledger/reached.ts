import { isUuid } from '../../kernel/uuid.ts'
import { type WorldQueries, type WorldStatement, worldStatement } from '../../storage/storage.ts'
import type { AccountInReach, BankResult, Context } from '../port.ts'
import {
  type AccountRow,
  accountColumns,
  accountOrder,
  accountTables,
  type EngagedColumns,
  type ListedAccountRow,
  listedColumns,
  rightsOf,
  toAccount,
} from './account-rows.ts'
import { agreementsFor } from './agreements.ts'
import { done, refuse } from './answer.ts'
import { type BalanceColumns, balanceColumns } from './balances.ts'
import { customersIn } from './customers.ts'

/** Whose accounts, in which context, and of which kind. */
export interface Wanted {
  customerId: string
  context: Context
  kind: AccountRow['kind']
}

export type ReachedRow = AccountRow & EngagedColumns & BalanceColumns

/** With what is on them. */
export const reached = <Value>(
  world: WorldQueries,
  wanted: Wanted,
  to: (row: ReachedRow) => Value,
): Promise<BankResult<Value[]>> => reachedBy(world, wanted, { readOwned, readEngaged, to })

/** Without: there is less to read and to make of it. */
export const inReach = (
  world: WorldQueries,
  customerId: string,
  context: Context,
): Promise<BankResult<AccountInReach[]>> =>
  reachedBy(world, { customerId, context, kind: 'account' }, rightsAlone)

/** Two statements for the same rows: those of an owner, and those of who is engaged. */
interface Reading<Row, Value> {
  readOwned: WorldStatement<[ownerId: string, kind: AccountRow['kind']], Row>
  readEngaged: WorldStatement<
    [customerId: string, kind: AccountRow['kind'], agreementId: string],
    Row
  >
  to(row: Row): Value
}

async function reachedBy<Row, Value>(
  world: WorldQueries,
  { customerId, context, kind }: Wanted,
  { readOwned, readEngaged, to }: Reading<Row, Value>,
): Promise<BankResult<Value[]>> {
  if (context.kind === 'PRIVATE') {
    const rows = isUuid(customerId) ? await world.rows(readOwned, [customerId, kind]) : []
    if (rows.length > 0) return done(rows.map(to))
    const customer = await customersIn(world).customer(customerId)
    return customer.ok ? done([]) : customer
  }
  const { agreementId } = context
  const isKnown = isUuid(customerId) && isUuid(agreementId)
  const rows = isKnown ? await world.rows(readEngaged, [customerId, kind, agreementId]) : []
  if (rows.length > 0) return done(rows.map(to))
  const agreements = isKnown ? await agreementsFor(world, customerId) : []
  return agreements.some(({ id }) => id === agreementId) ? done([]) : refuse('agreement-unknown')
}

const owned = (columns: string) => `select ${columns}, null::text[] as roles,
     null::bigint as "registerLimit", null::bigint as "approvalLimit"
   from ${accountTables}
   where a.world_id = $1 and a.owner_id = $2 and a.kind = $3 order by ${accountOrder}`

const engaged = (columns: string) => `select ${columns}, e.roles,
     e.register_limit as "registerLimit", e.approval_limit as "approvalLimit"
   from ${accountTables} join engagement e on e.world_id = $1 and e.account_id = a.id
   where a.world_id = $1 and e.customer_id = $2 and a.kind = $3 and e.agreement_id = $4
   order by ${accountOrder}`

const withBalances = `${accountColumns}, ${balanceColumns}`

const readOwned = worldStatement<[ownerId: string, kind: AccountRow['kind']], ReachedRow>(
  'accounts-owned',
  owned(withBalances),
)

const readEngaged = worldStatement<
  [customerId: string, kind: AccountRow['kind'], agreementId: string],
  ReachedRow
>('accounts-engaged', engaged(withBalances))

const rightsAlone: Reading<ListedAccountRow & EngagedColumns, AccountInReach> = {
  readOwned: worldStatement('accounts-owned-rights', owned(listedColumns)),
  readEngaged: worldStatement('accounts-engaged-rights', engaged(listedColumns)),
  to: (row) => ({ ...toAccount(row), rights: rightsOf(row) }),
}
