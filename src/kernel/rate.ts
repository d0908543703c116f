import assert from 'node:assert/strict'
import { type Currency, minorUnits } from './currency.ts'
import type { Money } from './money.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

/** A decimal number without floats: `numerator` divided by ten to the power of `scale`. */
export interface Rate {
  readonly numerator: bigint
  readonly scale: number
}

/** One `unitCurrency` costs `rate` of `quoteCurrency`: EUR, NOK, 11.4325. */
export interface ExchangeRate {
  readonly unitCurrency: Currency
  readonly quoteCurrency: Currency
  readonly rate: Rate
}

/**
 * What happens to exactly half a minor unit. `half-even` goes to the even neighbour, so that many
 * roundings cancel out: interest, exchange. `half-up` goes away from zero, as prices and fees do.
 */
export type Rounding = 'half-even' | 'half-up'

export type RateRefusal = Refusal<'rate-format' | 'rate-zero'>

/** More than zero, at most 12 digits on either side of the point. */
export function parseRate(raw: string): Parsed<Rate, RateRefusal> {
  const parts = /^(\d{1,12})(?:\.(\d{1,12}))?$/.exec(raw)
  if (!parts) {
    return refused('rate-format', 'Write the rate as digits with a decimal point, like 11.4325.')
  }
  const fraction = parts[2] ?? ''
  const numerator = BigInt(`${parts[1]}${fraction}`)
  if (numerator === 0n) return refused('rate-zero', 'A rate is more than zero.')
  return parsed({ numerator, scale: fraction.length })
}

export function formatRate({ numerator, scale }: Rate): string {
  const digits = String(numerator).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** For fees and interest: the same currency, times a rate. */
export function multiply(money: Money, rate: Rate, rounding: Rounding): Money {
  const minor = divide(money.minor * rate.numerator, powerOfTen(rate.scale), rounding)
  return { minor, currency: money.currency }
}

/** Into the other currency of the rate, whichever of the two the money is in; rounded once. */
export function convert(money: Money, exchange: ExchangeRate, rounding: Rounding): Money {
  const { unitCurrency, quoteCurrency, rate } = exchange
  if (money.currency === unitCurrency) {
    const over = powerOfTen(minorUnits(unitCurrency) + rate.scale)
    const scaled = money.minor * rate.numerator * powerOfTen(minorUnits(quoteCurrency))
    return { minor: divide(scaled, over, rounding), currency: quoteCurrency }
  }
  assert.equal(money.currency, quoteCurrency, 'the rate is for other currencies')
  const over = rate.numerator * powerOfTen(minorUnits(quoteCurrency))
  const scaled = money.minor * powerOfTen(minorUnits(unitCurrency) + rate.scale)
  return { minor: divide(scaled, over, rounding), currency: unitCurrency }
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  assert.ok(divisor > 0n)
  const size = dividend < 0n ? -dividend : dividend
  const whole = size / divisor
  const twiceRest = (size % divisor) * 2n
  const tieGoesUp = rounding === 'half-up' || whole % 2n === 1n
  const up = twiceRest > divisor || (twiceRest === divisor && tieGoesUp)
  const rounded = up ? whole + 1n : whole
  return dividend < 0n ? -rounded : rounded
}
