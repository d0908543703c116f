import type { Currency } from '../../kernel/currency.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { Random } from '../../kernel/random.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { ExecutedResult, PaymentOrder } from '../port.ts'
import { ownRegister, slowRegister } from './account-numbers.ts'
import { done } from './answer.ts'
import { balanceLimit } from './decide.ts'
import { creditorBban, keepOrder } from './kept-order.ts'
import { fitsSql } from './post-statement.ts'

/**
 * The usual instant payment, in one statement that needs no other before it: one order without fee
 * or exchange that nothing speaks against. Nothing is written and nothing answered when the order
 * is not of that kind, or refused, or known already; then the long way finds out what it is.
 */
export async function transferAtOnce(
  world: Pick<WorldQueries, 'rows'>,
  random: Random,
  orders: readonly PaymentOrder[],
  at: Temporal.Instant,
): Promise<ExecutedResult[] | undefined> {
  const [order, ...others] = orders
  if (!order || others.length > 0 || !isPlain(order)) return undefined
  const bban = creditorBban(order)
  if (bban?.startsWith(slowRegister)) return undefined
  const payment = keepOrder(order)
  const transactionId = random.uuid()
  const written = await world.rows(transferPlainly, [
    order.reference,
    order.debtorAccountId,
    order.debit.minor,
    order.debit.currency,
    bban ?? null,
    order.creditorAccount.iban ?? null,
    bban?.startsWith(ownRegister) ?? false,
    (order.details.remittanceInformationStructuredArray ?? []).length > 0,
    transactionId,
    at,
    osloDate(at),
    order.endToEndId ?? null,
    JSON.stringify(payment.details),
    JSON.stringify(payment),
  ])
  if (written.length === 0) return undefined
  return [done({ reference: order.reference, transactionId, state: 'settled' })]
}

const isPlain = ({ debtorAccountId, debit, credit, fee }: PaymentOrder): boolean =>
  isUuid(debtorAccountId) &&
  debit.minor > 0n &&
  debit.minor < balanceLimit &&
  debit.minor === credit.minor &&
  debit.currency === credit.currency &&
  (fee?.minor ?? 0n) === 0n

/**
 * Only who gets to write the payment's row goes on, so of two that send the same payment at once
 * one does it; the other waits for that, and does nothing. See `post-statement.ts` for the order of
 * locks, and for how balances are written.
 */
const transferPlainly = worldStatement<
  [
    reference: string,
    debtorAccountId: string,
    amount: bigint,
    currency: Currency,
    bban: string | null,
    iban: string | null,
    /** The creditor's account is one of ours by its number, so it must be there. */
    isOurs: boolean,
    hasKid: boolean,
    transactionId: string,
    at: Temporal.Instant,
    today: Temporal.PlainDate,
    endToEndId: string | null,
    details: string,
    payment: string,
  ],
  { seq: bigint }
>(
  'ledger-transfer-at-once',
  `with payee as materialized (
     select a.id, a.id <> $3::uuid and a.currency = $5 and a.iban = coalesce($7, a.iban)
       and ($9 or not a.kid_required) as takes
     from account a where a.world_id = $1 and a.bban = $6
   ), locked as materialized (
     select a.account_id, a.booked, b.currency, b.booked as booked_now, b.payments_allowed,
       ${fitsSql} as fits
     from (
       select $3::uuid as account_id, $5 as currency, -$4::bigint as booked, $4::bigint as gross,
         $4::bigint as spend, true as pays
       union all
       select payee.id, $5, $4::bigint, $4::bigint, 0, false from payee
       order by 1
     ) as a cross join lateral (
       select b.currency, b.status, b.payments_allowed, b.booked, b.reserved, b.incoming,
         b.credit_limit
       from account_balance b where b.world_id = $1 and b.account_id = a.account_id
       for no key update) as b
   ), verdict as materialized (
     select payee.id as payee_id, coalesce(payee.takes, not $8)
       and (select count(*) = case when payee.id is null then 1 else 2 end and bool_and(locked.fits) from locked) as fits
     from (select) as once left join payee on true
   ), opened as (
     insert into payment_execution (world_id, reference, state, payment, creditor_account_id,
       debtor_transaction_id, creditor_transaction_id)
     select $1, $2, 'transferred', $15::jsonb, verdict.payee_id, $10::uuid,
       case when verdict.payee_id is not null then $10::uuid end
     from verdict where verdict.fits
     on conflict do nothing returning creditor_account_id
   ), go as materialized (
     select nextval('ledger_seq') as seq, opened.creditor_account_id from opened
   ), new_transaction as (
     insert into ledger_transaction
       (world_id, seq, id, kind, entered_at, value_date, end_to_end_id, details)
     select $1, go.seq, $10::uuid, 'payment', $11::timestamptz, $12::date, $13, $14::jsonb from go
   ), new_entries as (
     insert into ledger_entry (world_id, transaction_seq, line, account_id, internal, amount,
       currency, booking_date, invoiced)
     select $1, go.seq, e.line, e.account_id, e.internal, e.amount, $5, $12::date, false
     from go cross join lateral (values
       (1, $3::uuid, null, -$4::bigint),
       (2, go.creditor_account_id, case when go.creditor_account_id is null then 'clearing' end,
         $4::bigint)
     ) as e (line, account_id, internal, amount)
   ), new_balances as (
     insert into account_balance (world_id, account_id, currency, booked, payments_allowed,
       changed_at)
     select $1, l.account_id, l.currency, l.booked_now + l.booked, l.payments_allowed,
       $11::timestamptz
     from go cross join locked l
     on conflict (world_id, account_id) do update
       set booked = excluded.booked, changed_at = excluded.changed_at
   )
   select go.seq from go`,
)
