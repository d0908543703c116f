import assert from 'node:assert/strict'
import type { Currency } from '../kernel/currency.ts'
import { type WorldQueries, worldStatement } from '../storage/storage.ts'
import type { Payment } from './payment.ts'

/** A row as the database gives it. */
export interface PaymentRow
  extends Omit<Payment, 'amount' | 'fee' | 'requestedOn' | 'executionOn' | 'nextOn'> {
  amount: bigint
  currency: Currency
  fee: bigint | null
  feeCurrency: Currency | null
  requestedOn: string | null
  executionOn: string | null
  nextOn: string | null
}

/** Of the table under the name `p`. */
export const paymentColumns = `p.id, p.tpp_id as "tppId", p.service, p.product,
  p.parent_id as "parentId", p.place, p.customer_id as "customerId", p.meant_for as "meantFor",
  p.context, p.agreement_id as "agreementId", p.debtor_account_id as "debtorAccountId", p.body,
  p.amount, p.currency, p.fee, p.fee_currency as "feeCurrency", p.end_to_end_id as "endToEndId",
  p.requested_on as "requestedOn", p.execution_on as "executionOn", p.status, p.history,
  p.funds_available as "fundsAvailable", p.messages, p.psu_message as "psuMessage",
  p.created_at as "createdAt", p.approved_at as "approvedAt", p.ready_at as "readyAt",
  p.next_on as "nextOn"`

export function toPayment({ amount, currency, fee, feeCurrency, ...row }: PaymentRow): Payment {
  const date = (text: string | null) => (text === null ? null : Temporal.PlainDate.from(text))
  return {
    ...row,
    amount: { minor: amount, currency },
    fee: feeCurrency === null ? null : { minor: fee ?? 0n, currency: feeCurrency },
    requestedOn: date(row.requestedOn),
    executionOn: date(row.executionOn),
    nextOn: date(row.nextOn),
  }
}

/** One that this TPP can name: a part of a bulk payment is none. */
export async function paymentNamed(
  world: WorldQueries,
  tppId: string,
  id: string,
): Promise<Payment | undefined> {
  const row = await world.row(readNamed, [tppId, id])
  return row && toPayment(row)
}

/** The parts of a bulk payment in their order, or the executions of a periodic one by their days. */
export async function partsOf(world: WorldQueries, parentId: string): Promise<Payment[]> {
  return (await world.rows(readParts, [parentId])).map(toPayment)
}

/**
 * Of any number of payments, with the parts of bulk ones, until the transaction ends. Whoever locks
 * several does so in the order of their ids, batches too, so that nobody waits in a circle.
 */
export async function lockPayments(
  world: WorldQueries,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  const rows = await world.rows(lockRows, [ids])
  return new Map(rows.map((row) => [row.id, toPayment(row)]))
}

/** Only a single payment is a part of something: the table does not ask again. */
export type NewPayment = Payment & { likeness: string } & (
    | { parentId: null; place: null }
    | { parentId: string; service: 'payments' }
  )

/** Writes everything of them that may change; nobody else may have changed them meanwhile. */
export async function savePayments(
  world: WorldQueries,
  payments: readonly Payment[],
): Promise<void> {
  if (payments.length === 0) return
  const saved = await world.run(saveRows, [JSON.stringify(payments.map(toColumns))])
  assert.equal(saved, payments.length, 'A payment was saved that is not there.')
}

/** Dates as text: what prints itself makes `JSON.stringify` several times as slow. */
export const toColumns = (payment: Payment & { likeness?: string }) => ({
  id: payment.id,
  tpp_id: payment.tppId,
  service: payment.service,
  product: payment.product,
  parent_id: payment.parentId,
  place: payment.place,
  customer_id: payment.customerId,
  meant_for: payment.meantFor,
  context: payment.context,
  agreement_id: payment.agreementId,
  debtor_account_id: payment.debtorAccountId,
  body: payment.body,
  amount: String(payment.amount.minor),
  currency: payment.amount.currency,
  fee: String(payment.fee?.minor ?? 0n),
  fee_currency: payment.fee?.currency ?? null,
  end_to_end_id: payment.endToEndId,
  requested_on: payment.requestedOn?.toString(),
  execution_on: payment.executionOn?.toString(),
  status: payment.status,
  history: payment.history,
  funds_available: payment.fundsAvailable,
  messages: payment.messages,
  psu_message: payment.psuMessage,
  likeness: payment.likeness,
  created_at: payment.createdAt.toString(),
  approved_at: payment.approvedAt?.toString(),
  ready_at: payment.readyAt?.toString(),
  next_on: payment.nextOn?.toString(),
})

/** In the order of the columns above. */
export const columnTypes = `id uuid, tpp_id text, service payment_service, product text, parent_id uuid,
  place integer, customer_id uuid, meant_for text, context psu_context, agreement_id uuid, debtor_account_id uuid,
  body jsonb, amount bigint, currency text, fee bigint, fee_currency text, end_to_end_id text,
  requested_on date, execution_on date, status text, history jsonb, funds_available boolean,
  messages jsonb, psu_message text, likeness bytea, created_at timestamptz,
  approved_at timestamptz, ready_at timestamptz, next_on date`

const readNamed = worldStatement<[tppId: string, id: string], PaymentRow>(
  'payment-named',
  `select ${paymentColumns} from payment p
     left join payment whole on whole.world_id = $1 and whole.id = p.parent_id
   where p.world_id = $1 and p.tpp_id = $2 and p.id = $3
     and coalesce(whole.service, 'periodic-payments') = 'periodic-payments'`,
)

const readParts = worldStatement<[parentId: string], PaymentRow>(
  'payment-parts',
  `select ${paymentColumns} from payment p where p.world_id = $1 and p.parent_id = $2
   order by p.place, p.execution_on, p.id`,
)

const lockRows = worldStatement<[ids: readonly string[]], PaymentRow>(
  'payments-lock',
  `select ${paymentColumns} from payment p
   where p.world_id = $1 and (p.id = any($2::uuid[]) or (p.parent_id = any($2::uuid[])
     and p.place is not null)) order by p.id for no key update`,
)

const saveRows = worldStatement<[rows: string]>(
  'payments-save',
  `update payment p set customer_id = new.customer_id, agreement_id = new.agreement_id,
     fee = new.fee, fee_currency = new.fee_currency, execution_on = new.execution_on,
     status = new.status, history = new.history, funds_available = new.funds_available,
     messages = new.messages, psu_message = new.psu_message, approved_at = new.approved_at,
     ready_at = new.ready_at, next_on = new.next_on
   from jsonb_to_recordset($2::jsonb) as new (${columnTypes})
   where p.world_id = $1 and p.id = new.id`,
)
