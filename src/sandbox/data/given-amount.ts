import type { Currency } from '../../kernel/currency.ts'
import { type Money, parseMoney, type Sign } from '../../kernel/money.ts'
import { refusedBecause } from './books-refusal.ts'

interface Given {
  amount: string
  currency: string
}

/** An amount of a request as money, or a refusal that names its place. */
export function moneyFrom(given: Given, path: string, sign: Sign): Money {
  const money = parseMoney(given.amount, given.currency, sign)
  if (!money.ok) throw refusedBecause({ path, text: money.text })
  return money.value
}

/** Money for an account, which is in one currency and takes no other. */
export function moneyIn(currency: Currency, given: Given, path: string, sign: Sign): Money {
  const money = moneyFrom(given, path, sign)
  if (money.currency !== currency) {
    throw refusedBecause({ path: `${path}/currency`, text: `must be ${currency}, the account’s` })
  }
  return money
}
