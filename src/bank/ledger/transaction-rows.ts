import type { Currency } from '../../kernel/currency.ts'
import { worldStatement } from '../../storage/storage.ts'
import type { BankTransaction, ListedAccount, Reach } from '../port.ts'
import { isId } from './answer.ts'
import { type KeptDetails, readDetails } from './kept-details.ts'

export interface TransactionRow {
  id: string
  status: BankTransaction['status']
  amount: bigint
  bookingDate: string
  valueDate: string
  enteredAt: Temporal.Instant
  endToEndId: string | null
  invoiced: boolean
  details: KeptDetails
}

/** The account itself, beside each of its transactions or beside none. */
export interface ListedRow {
  kind: 'account' | 'card'
  iban: string | null
  bban: string | null
  maskedPan: string | null
  currency: Currency
}

export const toListedAccount = ({
  kind,
  iban,
  bban,
  maskedPan,
  currency,
}: ListedRow): ListedAccount =>
  kind === 'card'
    ? { kind, maskedPan: maskedPan!, currency }
    : { kind, iban: iban!, bban: bban!, currency }

export const toTransaction = (
  row: TransactionRow & Pick<ListedRow, 'currency'>,
  accountId: string,
): BankTransaction => ({
  id: row.id,
  accountId,
  status: row.status,
  amount: { minor: row.amount, currency: row.currency },
  bookingDate: Temporal.PlainDate.from(row.bookingDate),
  valueDate: Temporal.PlainDate.from(row.valueDate),
  enteredAt: row.enteredAt,
  ...(row.endToEndId !== null && { endToEndId: row.endToEndId }),
  invoiced: row.invoiced,
  details: readDetails(row.details),
})

/** First parameters of every statement that reads transactions of one account. */
export type AskedAccount = [
  accountId: string,
  customerId: string | null,
  agreementId: string | null,
  transactionId: string | null,
]

/** Nothing when one of the ids cannot be one. */
export function askedAccount(
  accountId: string,
  reach: Reach | undefined,
): [accountId: string, customerId: string | null, agreementId: string | null] | undefined {
  const agreementId = reach?.context.kind === 'CORPORATE' ? reach.context.agreementId : null
  const ids = [accountId, reach?.customerId ?? null, agreementId] as const
  return ids.every((id) => id === null || isId(id)) ? [...ids] : undefined
}

/** The account $2, if there is one and the customer $3, when given, sees it, under $4 or by owning it. */
export const knownAccount = `known as materialized (
  select a.kind, a.iban, a.bban, a.masked_pan as "maskedPan", a.currency
  from account a
  where a.world_id = $1 and a.id = $2 and (
    $3::uuid is null
    or ($4::uuid is null and a.owner_id = $3)
    or exists (select from engagement n
      where n.world_id = $1 and n.agreement_id = $4 and n.customer_id = $3
        and n.account_id = a.id and 'VIEW' = any(n.roles))))`

type OneRow = ListedRow & (TransactionRow | { id: null })

export const readOne = worldStatement<AskedAccount, OneRow>(
  'transaction-one',
  `with ${knownAccount},
   one as materialized (
     select t.id, 'booked' as status, e.amount, e.booking_date as "bookingDate",
       t.value_date as "valueDate", t.entered_at as "enteredAt", t.end_to_end_id as "endToEndId",
       e.invoiced, t.details
     from ledger_transaction t
       join ledger_entry e on e.world_id = $1 and e.transaction_seq = t.seq
     where t.world_id = $1 and t.id = $5 and e.account_id = $2
     union all
     select r.id, 'pending', r.amount, r.reserved_on, r.value_date, r.entered_at, r.end_to_end_id,
       false, r.details
     from reservation r
     where r.world_id = $1 and r.id = $5 and r.account_id = $2 and r.ended_at is null
   )
   select known.*, one.* from known left join one on true`,
)
