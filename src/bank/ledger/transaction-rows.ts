import type { Currency } from '../../kernel/currency.ts'
import { remembered } from '../../kernel/remembered.ts'
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
  /** Whether this is the creditor's side of a payment. */
  received: boolean
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
  bookingDate: row.bookingDate,
  valueDate: row.valueDate,
  ...(row.endToEndId !== null && { endToEndId: row.endToEndId }),
  invoiced: row.invoiced,
  details: readDetails(row.received ? asReceived(row.details) : row.details),
})

/** A payment is kept once for both sides, with the code of the debtor's: an issued transfer. */
const asReceived = (details: KeptDetails): KeptDetails =>
  details.bankTransactionCode === undefined
    ? details
    : { ...details, bankTransactionCode: receivedCode(details.bankTransactionCode) }

const codesRemembered = 100

const receivedCode = remembered(codesRemembered, (code: string): string => {
  const [family = '', subfamily = ''] = code.split('-').slice(1)
  const received = families.get(family)
  return received ? `PMNT-${received}-${issuedOnly.get(subfamily) ?? subfamily}` : code
})

/** Families of ISO 20022: issued and received credit transfers, and those in real time. */
const families = new Map([
  ['ICDT', 'RCDT'],
  ['IRCT', 'RRCT'],
])

/** A standing order is the debtor's affair; the creditor gets a domestic transfer. */
const issuedOnly = new Map([['STDO', 'DMCT']])

type OneRow = ListedRow & (TransactionRow | { id: null })

export const readOne = worldStatement<[...AskedAccount, transactionId: string | null], OneRow>(
  'transaction-one',
  `with ${knownAccount},
   one as materialized (
     select t.id, 'booked' as status, e.amount::text, e.booking_date as "bookingDate",
       t.value_date as "valueDate", t.end_to_end_id as "endToEndId", e.invoiced,
       t.kind = 'payment' and e.amount > 0 as received, t.details
     from ledger_transaction t
       join ledger_entry e on e.world_id = $1 and e.transaction_seq = t.seq
     where t.world_id = $1 and t.id = $5 and e.account_id = $2
     union all
     select r.id, 'pending', r.amount::text, r.reserved_on, r.value_date, r.end_to_end_id, false,
       false, r.details
     from reservation r
     where r.world_id = $1 and r.id = $5 and r.account_id = $2 and r.ended_at is null
   )
   select known.*, one.* from known left join one on true`,
)
