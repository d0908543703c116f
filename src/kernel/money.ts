import assert from 'node:assert/strict'
import { type Currency, isCurrency, minorUnits } from './currency.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

/** An amount in the smallest unit of its currency: 10.50 NOK is 1050n. */
export interface Money {
  readonly minor: bigint
  readonly currency: Currency
}

/** What the place of the amount allows: a payment is positive, a fee may be zero, a balance any. */
export type Sign = 'positive' | 'zero-or-more' | 'any'

export type MoneyRefusal = Refusal<
  | 'currency-unknown'
  | 'amount-format'
  | 'amount-fraction-digits'
  | 'amount-too-large'
  | 'amount-sign'
>

/** The contract's precision, counted in minor units so that every amount fits a 64-bit integer. */
const digitsMax = 18
const minorLimit = 10n ** BigInt(digitsMax)

/**
 * Takes what the Berlin Group takes: digits, and a point with at least one digit after it. The
 * fraction may be shorter than the currency's minor units ("10", "10.5"), since nothing is lost,
 * but never longer, not even by zeros, since "10.500" may well be ten thousand five hundred.
 */
export function parseMoney(
  amount: string,
  currency: string,
  sign: Sign = 'positive',
): Parsed<Money, MoneyRefusal> {
  if (!isCurrency(currency)) {
    return refused('currency-unknown', 'The currency is not one that the bank takes.')
  }
  const parts = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/.exec(amount)
  if (!parts) {
    return refused('amount-format', 'Write the amount as digits with a decimal point, like 10.50.')
  }
  const [, minus, whole, fraction = ''] = parts
  const units = minorUnits(currency)
  if (fraction.length > units) {
    return refused('amount-fraction-digits', `${currency} has ${units} digits after the point.`)
  }
  const size = BigInt(whole + fraction.padEnd(units, '0'))
  if (size >= minorLimit) {
    return refused('amount-too-large', `An amount has at most ${digitsMax} digits in all.`)
  }
  const minor = minus ? -size : size
  if (sign !== 'any' && minor < 0n) return refused('amount-sign', 'The amount is negative.')
  if (sign === 'positive' && minor === 0n) return refused('amount-sign', 'The amount is zero.')
  return parsed({ minor, currency })
}

/** The amount as the interface prints it: always with all digits of the currency. */
export function formatAmount({ minor, currency }: Money): string {
  const units = minorUnits(currency)
  const sign = minor < 0n ? '-' : ''
  const digits = String(minor < 0n ? -minor : minor).padStart(units + 1, '0')
  if (units === 0) return sign + digits
  return `${sign}${digits.slice(0, -units)}.${digits.slice(-units)}`
}

export function zero(currency: Currency): Money {
  return { minor: 0n, currency }
}

export function add(a: Money, b: Money): Money {
  return { minor: a.minor + sameCurrency(a, b).minor, currency: a.currency }
}

export function subtract(a: Money, b: Money): Money {
  return { minor: a.minor - sameCurrency(a, b).minor, currency: a.currency }
}

export function negate(money: Money): Money {
  return { minor: -money.minor, currency: money.currency }
}

/** Negative when `a` is less than `b`, 0 when they are equal; made for `sort`. */
export function compare(a: Money, b: Money): number {
  const difference = a.minor - sameCurrency(a, b).minor
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

/** Two currencies in one sum is a mistake in the code, never in the request. */
function sameCurrency(a: Money, b: Money): Money {
  assert.equal(b.currency, a.currency, 'amounts of two currencies')
  return b
}
