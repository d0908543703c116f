import type { BenchCase } from '../case.ts'
import { letIn, linkTo, rowsOf, worldOfTpp } from '../psu.ts'

export const readAccounts: BenchCase = {
  name: 'accounts',
  goal: undefined,
  prepare: async (tpp) => {
    const { accountId, read } = await letIn(tpp)
    return { call: read('/v1/accounts'), limit: rowsOf(accountRows, tpp.id, accountId) }
  },
}

/** All accounts of whoever owns the account $2. */
const accountRows = `
  select a.id as "resourceId", a.currency, o.name as "ownerName", a.name, a.product, b.status,
    o.type as usage, a.iban, a.bban, a.cash_account_type as "cashAccountType",
    ${linkTo(`'accounts/' || a.id || '/balances'`)} as balances,
    ${linkTo(`'accounts/' || a.id || '/transactions'`)} as transactions,
    'GET' as "verbsOfBalances", 'GET' as "verbsOfTransactions"
  from account own
    join account a on a.world_id = own.world_id and a.owner_id = own.owner_id and a.kind = 'account'
    join customer o on o.world_id = a.world_id and o.id = a.owner_id
    join account_balance b on b.world_id = a.world_id and b.account_id = a.id
  where own.world_id = ${worldOfTpp} and own.id = $2 order by a.opened_on, a.bban`
