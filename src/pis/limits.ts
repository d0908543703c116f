import type { Bank } from '../bank/port.ts'
import { compare, type Money } from '../kernel/money.ts'
import { convert } from '../kernel/rate.ts'

/** Whether each of the amounts keeps to a limit per payment; no limit lets everything pass. */
export async function within(
  bank: Pick<Bank, 'rate'>,
  limit: Money | undefined,
  amounts: readonly Money[],
  today: Temporal.PlainDate,
): Promise<boolean> {
  if (!limit) return true
  for (const amount of amounts) {
    const value = await valueIn(bank, amount, limit.currency, today)
    if (!value || compare(value, limit) > 0) return false
  }
  return true
}

/** At the bank's rate of the day; undefined when it has none. */
async function valueIn(
  bank: Pick<Bank, 'rate'>,
  amount: Money,
  currency: Money['currency'],
  today: Temporal.PlainDate,
): Promise<Money | undefined> {
  if (amount.currency === currency) return amount
  const quoted = await bank.rate(amount.currency, currency, today)
  return quoted.ok ? convert(amount, quoted.value, 'half-up') : undefined
}
