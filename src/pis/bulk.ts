import { formatAmount, type Money, parseMoney } from '../kernel/money.ts'
import type { GivenBulk } from '../wire/payment-bulk.ts'
import type { PaymentDraft } from './draft.ts'
import { amountIn } from './fees.ts'
import { knowingCreditors } from './known-creditors.ts'
import { likenessOfBulk } from './likeness.ts'
import type { BulkBody, PaymentBody } from './payment.ts'
import type { Product } from './products/product.ts'
import { accountPutRight } from './put-right.ts'
import { readPayment } from './read-payment.ts'
import { checkAccount, twoAccounts } from './rules/accounts.ts'
import { readExecutionDate } from './rules/execution-date.ts'
import type { Findings, RuleSituation } from './rules/rule.ts'

/** One debtor and one day for all; each part is a payment of its own. */
export async function readBulk(
  product: Product,
  given: GivenBulk,
  situation: RuleSituation,
  findings: Findings,
): Promise<PaymentDraft | undefined> {
  const debtorAccount = accountPutRight(given.debtorAccount)
  checkAccount(debtorAccount, 'debtorAccount', product.accounts.debtor, findings)
  const on = readExecutionDate(given.requestedExecutionDate, situation, findings)
  const knowing = await knowingCreditors(situation, given.payments)
  const parts: PaymentBody[] = []
  for (const [place, payment] of given.payments.entries()) {
    const report = findings.within(`body/payments/${place}`)
    const part = await readPayment(product, payment, knowing, report)
    await twoAccounts({ ...part, debtorAccount }, situation, report)
    parts.push(part)
  }
  if (findings.errors.length > 0 || !on) return undefined
  const amount = sumOf(parts, findings)
  if (!amount) return undefined
  const body: BulkBody = { ...given, debtorAccount, payments: parts }
  const likeness = likenessOfBulk(debtorAccount, parts)
  const days = { requestedOn: on.requested, executionOn: on.date }
  return { body, amount, parts, ...days, likeness }
}

/** A bulk payment is of one currency, as its product is. */
function sumOf(parts: readonly PaymentBody[], findings: Findings): Money | undefined {
  const amounts = parts.map(amountIn)
  const currency = amounts[0]!.currency
  const minor = amounts.reduce((sum, amount) => sum + amount.minor, 0n)
  const sum = parseMoney(formatAmount({ minor, currency }), currency)
  if (sum.ok) return sum.value
  findings.error('FORMAT_ERROR', 'payments', 'All payments together have more than 18 digits.')
  return undefined
}
