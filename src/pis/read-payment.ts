import { formatAmount, parseMoney } from '../kernel/money.ts'
import { remembered } from '../kernel/remembered.ts'
import type { GivenPayment } from '../wire/payment-fields.ts'
import type { PaymentBody } from './payment.ts'
import type { Product } from './products/product.ts'
import { putRight } from './put-right.ts'
import { creditorAccount, debtorAccount, twoAccounts } from './rules/accounts.ts'
import { amount, carriedCurrency } from './rules/amount.ts'
import { creditorAgent } from './rules/creditor-agent.ts'
import type { PaymentRule, Report, RuleSituation } from './rules/rule.ts'

/** One payment, or one part of a bulk payment, put right and held against the product's rules. */
export async function readPayment(
  product: Product,
  given: GivenPayment,
  situation: RuleSituation,
  report: Report,
): Promise<PaymentBody> {
  const body = putRight(given, situation, report)
  for (const rule of rulesOf(product)) {
    const asking = rule(body, situation, report)
    // Most rules ask nobody, and to await nothing takes longer than they do.
    if (asking) await asking
  }
  return withAllDigits(body)
}

const productsRemembered = 100

/** Those that every payment has to keep, and those of its product. */
const rulesOf = remembered(
  productsRemembered,
  ({ accounts, currency, rules }: Product): PaymentRule[] => [
    amount,
    carriedCurrency(currency),
    debtorAccount(accounts.debtor),
    creditorAccount(accounts.creditor),
    twoAccounts,
    creditorAgent,
    ...rules,
  ],
)

function withAllDigits(body: PaymentBody): PaymentBody {
  const { currency } = body.instructedAmount
  const money = parseMoney(body.instructedAmount.amount, currency)
  if (!money.ok) return body
  return { ...body, instructedAmount: { amount: formatAmount(money.value), currency } }
}
