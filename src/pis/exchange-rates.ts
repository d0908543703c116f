import type { Bank, QuotedRate } from '../bank/port.ts'
import type { Currency } from '../kernel/currency.ts'
import type { Money } from '../kernel/money.ts'
import { convert } from '../kernel/rate.ts'
import type { ShownPayment } from './describe.ts'

/** The rates of the day between the payments and the accounts that they are paid from. */
export async function ratesFor(
  bank: Pick<Bank, 'rate'>,
  shown: readonly ShownPayment[],
  on: Temporal.PlainDate,
): Promise<QuotedRate[]> {
  const rates: QuotedRate[] = []
  for (const { payment, account } of shown) {
    const [from, to] = [payment.amount.currency, account.currency]
    if (from === to || rateBetween(from, to, rates)) continue
    const quoted = await bank.rate(from, to, on)
    if (quoted.ok) rates.push(quoted.value)
  }
  return rates
}

/** Undefined where the bank quotes no rate today. */
export function inCurrency(
  money: Money,
  currency: Currency,
  rates: readonly QuotedRate[],
): Money | undefined {
  if (money.currency === currency) return money
  const rate = rateBetween(money.currency, currency, rates)
  return rate && convert(money, rate, 'half-even')
}

const rateBetween = (a: Currency, b: Currency, rates: readonly QuotedRate[]) =>
  rates.find(
    ({ unitCurrency: unit, quoteCurrency: quote }) =>
      (unit === a && quote === b) || (unit === b && quote === a),
  )
