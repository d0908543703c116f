import type { Currency } from '../kernel/currency.ts'
import { add, type Money } from '../kernel/money.ts'
import { showAccountNumber } from '../web/web.ts'
import type { BulkBody, Payment, PaymentBody, PeriodicBody } from './payment.ts'

/** What a person calls the parts of a payment. */

export const isSeries = ({ service }: Payment): boolean => service === 'periodic-payments'

export const isBulk = ({ service }: Payment): boolean => service === 'bulk-payments'

/** Those that move money themselves: all but the bulk payments around others. */
export const moneyMovers = (payments: readonly Payment[]): Payment[] =>
  payments.filter((payment) => !isBulk(payment))

export interface PayeeWords {
  /** Empty where the payment gives none, as it need not for every product. */
  name: string
  /** The account as people write it, and its bank where the payment names one. */
  where: readonly string[]
}

export function payeeOf(payment: Payment): PayeeWords {
  const { creditorName = '', creditorAccount, creditorAgent } = bodyOf(payment)
  const account = showAccountNumber(creditorAccount.bban ?? creditorAccount.iban ?? '')
  return { name: creditorName, where: [account, ...(creditorAgent ? [creditorAgent] : [])] }
}

/** The body of what moves money itself. */
export function bodyOf({ body }: Payment): PaymentBody {
  return body as Exclude<typeof body, BulkBody>
}

/** How a periodic payment comes back; undefined of all others. */
export function seriesIn(payment: Payment) {
  if (!isSeries(payment)) return undefined
  const { startDate, endDate, frequency, dayOfExecution, monthsOfExecution, executionRule } =
    payment.body as PeriodicBody
  return { startDate, endDate, frequency, dayOfExecution, monthsOfExecution, executionRule }
}

export interface ReferenceWords {
  kind: 'kid' | 'reference' | 'message'
  text: string
}

/** What the payee gets to know it by: a KID is digits, and may end in a hyphen. */
export function referenceOf(payment: Payment): ReferenceWords | undefined {
  const { remittanceInformationStructuredArray: structured, remittanceInformationUnstructured } =
    bodyOf(payment)
  const [first] = structured ?? []
  if (first) {
    const kind = /^\d+-?$/.test(first.reference) ? 'kid' : 'reference'
    return { kind, text: (structured ?? []).map(({ reference }) => reference).join(', ') }
  }
  if (!remittanceInformationUnstructured) return undefined
  return { kind: 'message', text: remittanceInformationUnstructured }
}

/** One sum for each currency, in the order in which they first come. */
export function totals(amounts: readonly Money[]): Money[] {
  const sums = new Map<Currency, Money>()
  for (const amount of amounts) {
    const sum = sums.get(amount.currency)
    sums.set(amount.currency, sum ? add(sum, amount) : amount)
  }
  return [...sums.values()]
}
