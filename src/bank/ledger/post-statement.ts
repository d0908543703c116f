import type { Currency } from '../../kernel/currency.ts'
import { worldStatement } from '../../storage/storage.ts'
import type { AccountStatus } from '../port.ts'
import { balanceLimit } from './decide.ts'

export type PostParameters = [
  /** `if-all-fit` writes everything or nothing, `look` only locks, `decided` asks no more. */
  mode: 'if-all-fit' | 'look' | 'decided',
  at: Temporal.Instant,
  // From here on arrays, written as text. What happens to each account:
  accountIds: string,
  currencies: string,
  booked: string,
  invoiced: string,
  reserved: string,
  incoming: string,
  gross: string,
  spend: string,
  pays: string,
  // The transactions:
  ids: string,
  kinds: string,
  valueDates: string,
  endToEndIds: string,
  details: string,
  // Their entries:
  places: string,
  lines: string,
  lineAccountIds: string,
  internals: string,
  amounts: string,
  lineCurrencies: string,
  bookingDates: string,
  lineInvoiced: string,
  // The payments that begin:
  references: string,
  states: string,
  payments: string,
  creditorAccountIds: string,
  reservationIds: string,
  debtorTransactionIds: string,
  creditorTransactionIds: string,
]

/** One row saying that all was written, or the accounts as they stand. */
export interface PostRow {
  fits: boolean
  /** How many of the payments were not there yet. */
  opened: bigint
  accountId: string | null
  currency: Currency
  status: AccountStatus
  paymentsAllowed: boolean
  booked: bigint
  invoiced: bigint
  reserved: bigint
  incoming: bigint
  creditLimit: bigint
}

/**
 * What can be said without thinking: change `a` fits on balance `b` whatever else happens to it in
 * the same statement. Never yes where `decide.ts`, which has the last word, says no.
 */
export const fitsSql = `b.status = 'enabled' and b.currency = a.currency
         and abs(b.booked) + b.reserved + b.incoming + a.gross < ${balanceLimit}
         and (not a.pays or (b.payments_allowed
           and (a.spend = 0 or b.booked - b.reserved + b.credit_limit >= a.spend)))`

/**
 * Balances are locked in one order, whichever way the money goes: of two transfers that cross each
 * other, A to B and B to A, one waits for the other. Taken in the order of the payments each would
 * hold what the other wants.
 *
 * The plan must not depend on how many rows there were when it was made. So each account is looked
 * up by itself, balances are written by `on conflict`, which knows only the index, and arrays come
 * out of a subquery that `offset 0` keeps apart: the planner cannot count them then, and keeps one
 * plan for one posting and for a thousand instead of making a new one each time.
 *
 * The transaction gets its xid before it draws numbers, which is what sealing goes by.
 */
export const postStatement = worldStatement<PostParameters, PostRow>(
  'ledger-post',
  `with asked as (
     select a.* from (
       select $4::uuid[] as ids, $5::text[] as currencies, $6::bigint[] as booked,
         $7::bigint[] as invoiced, $8::bigint[] as reserved, $9::bigint[] as incoming,
         $10::bigint[] as gross, $11::bigint[] as spend, $12::boolean[] as pays offset 0
     ) as given, unnest(ids, currencies, booked, invoiced, reserved, incoming, gross, spend, pays)
       as a (account_id, currency, booked, invoiced, reserved, incoming, gross, spend, pays)
   ), locked as materialized (
     select a.account_id, a.booked, a.invoiced, a.reserved, a.incoming,
       b.currency as held, b.status, b.payments_allowed, b.booked as booked_now,
       b.invoiced as invoiced_now, b.reserved as reserved_now, b.incoming as incoming_now,
       b.credit_limit, $2 = 'if-all-fit' and ${fitsSql} as fits
     from (select * from asked order by account_id) as a
       cross join lateral (
         select b.currency, b.status, b.payments_allowed, b.booked, b.invoiced, b.reserved,
           b.incoming, b.credit_limit
         from account_balance b where b.world_id = $1 and b.account_id = a.account_id
         for no key update) as b
   ), verdict as materialized (
     select $2 = 'decided' or ($2 = 'if-all-fit' and coalesce(bool_and(locked.fits), true)
       and count(*) = cardinality($4::uuid[])) as fits, pg_current_xact_id() as xid
     from locked
   ), go as materialized (
     select array(
       select nextval('ledger_seq') from generate_series(1, cardinality($13::uuid[]))
     ) as numbers
     from verdict where verdict.fits
   ), new_transactions as (
     insert into ledger_transaction
       (world_id, seq, id, kind, entered_at, value_date, end_to_end_id, details)
     select $1, numbers[t.place], t.id, t.kind, $3, t.value_date, t.end_to_end_id, t.details::jsonb
     from (
       select go.numbers, $13::uuid[] as ids, $14::text[] as kinds, $15::date[] as value_dates,
         $16::text[] as end_to_end_ids, $17::text[] as details from go offset 0
     ) as given, unnest(ids, kinds, value_dates, end_to_end_ids, given.details)
       with ordinality as t (id, kind, value_date, end_to_end_id, details, place)
   ), new_entries as (
     insert into ledger_entry (world_id, transaction_seq, line, account_id, internal, amount,
       currency, booking_date, invoiced)
     select $1, numbers[e.place], e.line, e.account_id, e.internal, e.amount, e.currency,
       e.booking_date, e.invoiced
     from (
       select go.numbers, $18::int[] as places, $19::smallint[] as lines, $20::uuid[] as accounts,
         $21::text[] as internals, $22::bigint[] as amounts, $23::text[] as currencies,
         $24::date[] as booking_dates, $25::boolean[] as invoiced from go offset 0
     ) as given, unnest(places, lines, accounts, internals, amounts, currencies, booking_dates,
       given.invoiced)
       as e (place, line, account_id, internal, amount, currency, booking_date, invoiced)
   ), new_balances as (
     insert into account_balance (world_id, account_id, currency, booked, invoiced, reserved,
       incoming, payments_allowed, changed_at)
     select $1, l.account_id, l.held, l.booked_now + l.booked, l.invoiced_now + l.invoiced,
       l.reserved_now + l.reserved, l.incoming_now + l.incoming, l.payments_allowed, $3
     from go cross join locked l
     on conflict (world_id, account_id) do update
       set booked = excluded.booked, invoiced = excluded.invoiced, reserved = excluded.reserved,
         incoming = excluded.incoming, changed_at = excluded.changed_at
   ), new_executions as (
     insert into payment_execution (world_id, reference, state, payment, creditor_account_id,
       reservation_id, debtor_transaction_id, creditor_transaction_id)
     select $1, p.reference, p.state, p.payment::jsonb, p.creditor_account_id, p.reservation_id,
       p.debtor_transaction_id, p.creditor_transaction_id
     from (
       select $26::text[] as refs, $27::text[] as states, $28::text[] as payments,
         $29::uuid[] as creditors, $30::uuid[] as reservations, $31::uuid[] as debits,
         $32::uuid[] as credits from go offset 0
     ) as given, unnest(refs, states, payments, creditors, reservations, debits, credits)
       as p (reference, state, payment, creditor_account_id, reservation_id,
         debtor_transaction_id, creditor_transaction_id)
     on conflict do nothing returning 1
   )
   select verdict.fits, (select count(*) from new_executions) as opened,
     l.account_id as "accountId", l.held as currency, l.status,
     l.payments_allowed as "paymentsAllowed", l.booked_now as booked, l.invoiced_now as invoiced,
     l.reserved_now as reserved, l.incoming_now as incoming, l.credit_limit as "creditLimit"
   from verdict left join locked l on not verdict.fits`,
)
