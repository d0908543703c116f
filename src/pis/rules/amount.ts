import type { Currency } from '../../kernel/currency.ts'
import { parseMoney } from '../../kernel/money.ts'
import type { PaymentBody } from '../payment.ts'
import type { PaymentRule, Report } from './rule.ts'

/** More than zero, with the digits of its currency. */
export const amount: PaymentRule = ({ instructedAmount }, _, report) =>
  checkAmount(instructedAmount, report)

/** Some products carry one currency only. */
export const carriedCurrency =
  (only: Currency | undefined): PaymentRule =>
  ({ instructedAmount: { currency } }, _, report) =>
    checkCurrency(currency, only, report)

export function checkAmount(
  { amount, currency }: PaymentBody['instructedAmount'],
  report: Pick<Report, 'error'>,
): void {
  const money = parseMoney(amount, currency)
  if (money.ok) return
  const member = money.reason === 'currency-unknown' ? 'currency' : 'amount'
  report.error('FORMAT_ERROR', `instructedAmount/${member}`, money.text)
}

export function checkCurrency(
  currency: Currency,
  only: Currency | undefined,
  report: Pick<Report, 'error'>,
): void {
  if (only === undefined || currency === only) return
  report.error('FORMAT_ERROR', 'instructedAmount/currency', `This product carries ${only} only.`)
}
