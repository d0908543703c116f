import type { Bank, ReachedAccount } from '../bank/port.ts'
import { osloDate } from '../kernel/oslo.ts'
import type { SubjectOfLink } from '../sca/sca.ts'
import type { WorldQueries } from '../storage/storage.ts'
import { dueOn } from './due-date.ts'
import { within } from './limits.ts'
import type { Payment } from './payment.ts'
import { lockPayments } from './payment-rows.ts'
import { priced } from './priced.ts'

/** A payment with its parts, when it is a bulk payment. */
export interface Whole {
  payment: Payment
  parts: readonly Payment[]
}

/** And with the account that pays, as whoever approves reaches it. */
export interface Payable extends Whole {
  account: ReachedAccount
}

/** Those of this TPP among the ids, locked; parts in their order. */
export async function lockWholes(
  world: WorldQueries,
  tppId: string,
  ids: readonly string[],
): Promise<Whole[]> {
  const found = await lockPayments(world, ids)
  const parts = Map.groupBy(found.values(), ({ parentId }) => parentId)
  return ids.flatMap((id) => {
    const payment = found.get(id)
    if (payment?.tppId !== tppId) return []
    const own = parts.get(id)?.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)) ?? []
    return [{ payment, parts: own }]
  })
}

/** What is approved: to pay is up to a limit, to cancel is not. */
export type Deed = 'pay' | 'cancel'

/**
 * The same payments with their accounts, and with the date and the fee they would have now: no date when
 * the last day of a series is over. Undefined when this PSU may not, for any of them.
 */
export async function payableBy(
  bank: Bank,
  wholes: readonly Whole[],
  subject: SubjectOfLink,
  deed: Deed = 'pay',
): Promise<Payable[] | undefined> {
  const reached = await bank.accountsOf(subject.customerId, subject.context)
  if (!reached.ok || !(await areMeantFor(bank, wholes, subject))) return undefined
  const payables: Payable[] = []
  for (const whole of wholes) {
    const account = reached.value.find(({ id }) => id === whole.payment.debtorAccountId)
    if (!account || !belongsTo(whole.payment, subject)) return undefined
    const payable = await judged[deed](bank, { ...whole, account }, subject)
    if (!payable) return undefined
    payables.push(payable)
  }
  return payables
}

const judged = { pay: paidToday, cancel: cancelled } satisfies Record<Deed, Judge>

type Judge = (bank: Bank, payable: Payable, by: SubjectOfLink) => Promise<Payable | undefined>

async function paidToday(bank: Bank, payable: Payable, { now }: SubjectOfLink) {
  const today = osloDate(now)
  const { payment, parts, account } = payable
  const executionOn = dueOn(payment, now) ?? null
  if (!(await mayPay(bank, payable, today))) return undefined
  const dated = (each: Payment): Payment => ({ ...each, executionOn })
  return priced(bank, { payment: dated(payment), parts: parts.map(dated), account })
}

/** What nobody was asked about as it was made, who approves it registers too. */
async function mayPay(
  bank: Bank,
  { payment, parts, account }: Payable,
  today: Temporal.PlainDate,
): Promise<boolean> {
  const { paymentsAllowed, registerLimit, mayApprove, approvalLimit } = account.rights
  const amounts = parts.length > 0 ? parts.map(({ amount }) => amount) : [payment.amount]
  const registered = isRegistered(payment)
  if (!mayApprove || !(paymentsAllowed || registered)) return false
  const limits = registered ? [approvalLimit] : [approvalLimit, registerLimit]
  for (const limit of limits) if (!(await within(bank, limit, amounts, today))) return false
  return true
}

/** Rights and fee were looked at when it was made, if it was settled then who pays for whom. */
export const isRegistered = ({ customerId, context, agreementId }: Payment): boolean =>
  customerId !== null && (context === 'PRIVATE' || agreementId !== null)

/** Whatever has become of the account. */
async function cancelled(_bank: Bank, payable: Payable) {
  return payable.account.rights.mayCancel ? payable : undefined
}

/**
 * A private payment is its payer's own. One for a company is the company's: whoever may approve
 * under the same agreement may.
 */
function belongsTo(payment: Payment, { customerId, context }: SubjectOfLink): boolean {
  if (payment.context !== context.kind) return false
  if (context.kind === 'PRIVATE') {
    return payment.customerId === null || payment.customerId === customerId
  }
  return payment.agreementId === null || payment.agreementId === context.agreementId
}

/** One that names a number is for whoever logs in with it, as long as nobody else is known. */
async function areMeantFor(
  bank: Pick<Bank, 'customer'>,
  wholes: readonly Whole[],
  { customerId }: SubjectOfLink,
): Promise<boolean> {
  const open = wholes.filter(({ payment }) => payment.customerId === null)
  const numbers = new Set(open.map(({ payment }) => payment.meantFor).filter((n) => n !== null))
  if (numbers.size === 0) return true
  const customer = await bank.customer(customerId)
  return customer.ok && numbers.size === 1 && numbers.has(customer.value.number)
}
