import type { BenchCase } from '../case.ts'
import { letIn, rowsOf, worldOfTpp } from '../psu.ts'

export const readBalances: BenchCase = {
  name: 'balances',
  goal: 0.6,
  prepare: async (tpp) => {
    const { accountId, read } = await letIn(tpp)
    return {
      call: read(`/v1/accounts/${accountId}/balances`),
      limit: rowsOf(balanceRows, tpp.id, accountId),
    }
  },
}

const balanceRows = `
  select a.iban, b.booked::text as amount, a.currency, t.type as "balanceType",
    false as "creditLimitIncluded", b.changed_at::text as "lastChangeDateTime"
  from account a
    join account_balance b on b.world_id = a.world_id and b.account_id = a.id
    cross join (values ('interimAvailable'), ('interimBooked'), ('expected')) as t (type)
  where a.world_id = ${worldOfTpp} and a.id = $2`
