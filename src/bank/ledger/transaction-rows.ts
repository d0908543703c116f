import type { Currency } from '../../kernel/currency.ts'
import { worldStatement } from '../../storage/storage.ts'
import type { BankTransaction } from '../port.ts'
import { type AskedAccount, knownAccount, type ListedRow } from './asked-account.ts'
import { type KeptDetails, readDetails } from './kept-details.ts'

export interface TransactionRow {
  id: string
  status: BankTransaction['status']
  /** Digits, since JSON has no bigint. */
  amount: string
  bookingDate: string
  valueDate: string
  endToEndId: string | null
  invoiced: boolean
  details: KeptDetails
}

export const toTransaction = (
  row: TransactionRow,
  { accountId, currency }: { accountId: string; currency: Currency },
): BankTransaction => ({
  id: row.id,
  accountId,
  status: row.status,
  amount: { minor: BigInt(row.amount), currency },
  bookingDate: Temporal.PlainDate.from(row.bookingDate),
  valueDate: Temporal.PlainDate.from(row.valueDate),
  ...(row.endToEndId !== null && { endToEndId: row.endToEndId }),
  invoiced: row.invoiced,
  details: readDetails(row.details),
})

type OneRow = ListedRow & (TransactionRow | { id: null })

export const readOne = worldStatement<[...AskedAccount, transactionId: string | null], OneRow>(
  'transaction-one',
  `with ${knownAccount},
   one as materialized (
     select t.id, 'booked' as status, e.amount::text, e.booking_date as "bookingDate",
       t.value_date as "valueDate", t.end_to_end_id as "endToEndId", e.invoiced, t.details
     from ledger_transaction t
       join ledger_entry e on e.world_id = $1 and e.transaction_seq = t.seq
     where t.world_id = $1 and t.id = $5 and e.account_id = $2
     union all
     select r.id, 'pending', r.amount::text, r.reserved_on, r.value_date, r.end_to_end_id, false,
       r.details
     from reservation r
     where r.world_id = $1 and r.id = $5 and r.account_id = $2 and r.ended_at is null
   )
   select known.*, one.* from known left join one on true`,
)
