import { bbanOf } from '../../kernel/iban.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { Account, AccountNumber, Accounts, BankResult, CardAccount } from '../port.ts'
import {
  type AccountRow,
  accountColumns,
  accountOrder,
  accountTables,
  type ListedAccountRow,
  listedColumns,
  rightsOf,
  toAccount,
  toCardAccount,
} from './account-rows.ts'
import { done, isText, refuse } from './answer.ts'
import { balancesOf, balancesWithin, toBalances } from './balances.ts'
import { reached } from './reached.ts'

export const accountsIn = (world: WorldQueries): Accounts => ({
  accountsOf: (customerId, context) =>
    reached(world, { customerId, context, kind: 'account' }, (row) => ({
      ...toAccount(row),
      rights: rightsOf(row),
      balances: toBalances(row),
    })),
  cardAccountsOf: (customerId, context) =>
    reached(world, { customerId, context, kind: 'card' }, (row) => ({
      ...toCardAccount(row),
      rights: rightsOf(row),
      balances: toBalances(row),
    })),
  account: async (id) => found(await accountRow(world, id, 'account'), toAccount),
  cardAccount: async (id) => found(await accountRow(world, id, 'card'), toCardAccount),
  accounts: (ids) => accountsById(world, ids),
  accountByNumber: (number) => accountByNumber(world, number),
  accountsByNumber: (numbers) => accountsByNumber(world, numbers),
  balances: (ids) => balancesOf(world, ids),
  balancesWithin: (id, reach) => balancesWithin(world, id, reach),
})

export const allAccounts = async (world: WorldQueries): Promise<Account[]> =>
  (await world.rows(readAll, ['account'])).map(toAccount)

export const allCardAccounts = async (world: WorldQueries): Promise<CardAccount[]> =>
  (await world.rows(readAll, ['card'])).map(toCardAccount)

/** Several at once, in no particular order. */
export const accountRows = (world: WorldQueries, ids: readonly string[]): Promise<AccountRow[]> =>
  world.rows(readByIds, [ids])

async function accountRow(
  world: WorldQueries,
  id: string,
  kind: AccountRow['kind'],
): Promise<AccountRow | undefined> {
  const [row] = isUuid(id) ? await accountRows(world, [id]) : []
  return row?.kind === kind ? row : undefined
}

async function accountsById(
  world: WorldQueries,
  ids: readonly string[],
): Promise<BankResult<Account>[]> {
  const { accounts = [] } = (await world.row(readMany, [ids.filter(isUuid)])) ?? {}
  const known = new Map(accounts.map((row) => [row.id, row]))
  return ids.map((id) => found(known.get(id), toAccount))
}

export async function accountByNumber(
  world: WorldQueries,
  number: AccountNumber,
): Promise<BankResult<Account>> {
  const bban = bbanIn(number)
  const rows = isText(bban) ? await world.rows(readByBbans, [[bban]]) : []
  return numbered(number, rows[0])
}

export async function accountsByNumber(
  world: WorldQueries,
  numbers: readonly AccountNumber[],
): Promise<BankResult<Account>[]> {
  const bbans = numbers.map(bbanIn)
  const rows = await world.rows(readByBbans, [bbans.filter(isText)])
  const known = new Map(rows.map((row) => [row.bban, row]))
  return numbers.map((number, place) => numbered(number, known.get(bbans[place] ?? '')))
}

/** The account, if it is the IBAN's and not only has the same number in it. */
function numbered(number: AccountNumber, row: AccountRow | undefined): BankResult<Account> {
  const isMeant = !('iban' in number) || row?.iban === number.iban
  return found(isMeant ? row : undefined, toAccount)
}

const bbanIn = (number: AccountNumber): string =>
  'bban' in number ? number.bban : (bbanOf(number.iban) ?? '')

const found = <Row, Value>(row: Row | undefined, to: (row: Row) => Value) =>
  row ? done(to(row)) : refuse('account-unknown')

const readByIds = worldStatement<[ids: readonly string[]], AccountRow>(
  'accounts-by-id',
  `select ${accountColumns} from ${accountTables}
   where a.world_id = $1 and a.id = any($2::uuid[])`,
)

/**
 * A batch asks for a thousand. Each is looked up by itself, for which `limit 1` sees to: otherwise
 * all accounts of the world are read, and each is held against all that are wanted. In one row,
 * since the driver takes longer over rows than over JSON.
 */
const readMany = worldStatement<[ids: readonly string[]], { accounts: ListedAccountRow[] }>(
  'accounts-many',
  `select coalesce(json_agg(listed), '[]') as accounts
   from unnest($2::uuid[]) as wanted (id) cross join lateral (
     select ${listedColumns} from ${accountTables}
     where a.world_id = $1 and a.id = wanted.id and a.kind = 'account' limit 1) as listed`,
)

const readByBbans = worldStatement<[bbans: readonly string[]], AccountRow>(
  'accounts-by-bban',
  `select ${accountColumns} from ${accountTables}
   where a.world_id = $1 and a.bban = any($2::text[])`,
)

const readAll = worldStatement<[kind: AccountRow['kind']], AccountRow>(
  'accounts',
  `select ${accountColumns} from ${accountTables}
   where a.world_id = $1 and a.kind = $2 order by ${accountOrder}`,
)
