import type { BenchCase } from '../case.ts'
import { letIn, linkTo, rowsOf, worldOfTpp } from '../psu.ts'

/** The newest page of the last 90 days. */
export const listTransactions = (perPage: number, goal?: number): BenchCase => ({
  name: `transactions, ${perPage} per page`,
  goal,
  prepare: async (tpp) => {
    const { accountId, read } = await letIn(tpp)
    return {
      call: read(`/v1/accounts/${accountId}/transactions?limit=${perPage}`),
      limit: rowsOf(transactionRows, tpp.id, accountId, perPage),
    }
  },
})

const transactionRows = `
  select t.id as "transactionId", e.booking_date::text as "bookingDate",
    t.value_date::text as "valueDate", e.amount::text as amount, 'NOK' as currency, t.details,
    ${linkTo(`'accounts/' || e.account_id || '/transactions/' || t.id`)} as "transactionDetails",
    'GET' as verbs
  from ledger_entry e
    join ledger_transaction t on t.world_id = e.world_id and t.seq = e.transaction_seq
  where e.world_id = ${worldOfTpp} and e.account_id = $2 and e.booking_date >= current_date - 90
  order by e.booking_date desc, e.transaction_seq desc limit $3`
