import { hash } from 'node:crypto'
import { accountKey, isAbroad } from './account-numbers.ts'
import type { AccountNumbers, PaymentBody, PeriodicBody } from './payment.ts'

/**
 * Equal for payments that look like the same one but for their days, which are compared where they
 * are kept: same debtor, creditor, amount and reference, however they were written and by whichever
 * product they go.
 */
export const likenessOfPayment = (body: PaymentBody): string =>
  digest(['payment', accountText(body.debtorAccount), ...essence(body)])

/** The same parts in another order are the same bulk payment. */
export function likenessOfBulk(debtor: AccountNumbers, parts: readonly PaymentBody[]): string {
  const sorted = parts.map((part) => JSON.stringify(essence(part))).sort()
  return digest(['bulk', accountText(debtor), ...sorted])
}

export function likenessOfSeries(body: PeriodicBody): string {
  const { startDate, endDate, frequency, dayOfExecution, monthsOfExecution = [] } = body
  const days = [startDate, endDate ?? '', frequency, dayOfExecution ?? '', ...monthsOfExecution]
  return digest(['series', accountText(body.debtorAccount), JSON.stringify(days), ...essence(body)])
}

/** The end-to-end id is left out: whoever sends a payment again by mistake gives it a new one. */
function essence(body: PaymentBody): string[] {
  const { instructedAmount, creditorAccount, creditorAgent = '' } = body
  const creditor = accountText(creditorAccount)
  const references = (body.remittanceInformationStructuredArray ?? []).map(
    ({ reference, referenceType, referenceIssuer }) => [reference, referenceType, referenceIssuer],
  )
  return [
    // Abroad, two banks may have the same account number.
    isAbroad(body) ? `${creditorAgent.slice(0, 8)} ${creditor}` : creditor,
    instructedAmount.amount,
    instructedAmount.currency,
    JSON.stringify([body.remittanceInformationUnstructured, references]),
  ]
}

const accountText = (account: AccountNumbers | undefined): string =>
  (account && accountKey(account)) ?? ''

/** JSON keeps the members apart: no two lists have the same text. Written as PostgreSQL has bytes. */
const digest = (members: readonly string[]): string =>
  `\\x${hash('sha256', JSON.stringify(members), 'hex')}`
