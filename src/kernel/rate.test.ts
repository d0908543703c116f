import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Currency, currencies } from './currency.ts'
import type { Money } from './money.ts'
import { convert, type ExchangeRate, formatRate, multiply, parseRate, type Rate } from './rate.ts'

const rates = fc.stringMatching(/^\d{1,6}\.\d{1,10}$/).filter((text) => Number(text) > 0)
const minors = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })

test('printing and reading a rate gives it back', () => {
  fc.assert(
    fc.property(rates, (text) => {
      const value = rate(text)
      assert.deepEqual(rate(formatRate(value)), value)
    }),
  )
  assert.equal(formatRate(rate('0.05')), '0.05')
  assert.equal(formatRate(rate('12')), '12')
})

test('refuses zero, signs, exponents and more than 12 digits on a side', () => {
  for (const text of [
    '0',
    '0.000',
    '-1',
    '+1',
    '1e3',
    '1,5',
    '',
    ' 1',
    '1.',
    '.5',
    '1'.repeat(13),
  ]) {
    assert.ok(!parseRate(text).ok, text)
  }
})

test('half a minor unit goes to the even neighbour, or away from zero', () => {
  for (const [minor, even, up] of [
    [5n, 2n, 3n],
    [15n, 8n, 8n],
    [25n, 12n, 13n],
    [-5n, -2n, -3n],
    [-25n, -12n, -13n],
    [4n, 2n, 2n],
  ] as const) {
    const money = { minor, currency: 'NOK' } as const
    assert.equal(multiply(money, rate('0.5'), 'half-even').minor, even)
    assert.equal(multiply(money, rate('0.5'), 'half-up').minor, up)
  }
})

test('rounds to the nearest minor unit, never further than half of one', () => {
  fc.assert(
    fc.property(minors, rates, fc.constantFrom('half-even', 'half-up'), (minor, text, rounding) => {
      const { numerator, scale } = rate(text)
      const result = multiply({ minor, currency: 'NOK' }, { numerator, scale }, rounding).minor
      const error = minor * numerator - result * 10n ** BigInt(scale)
      assert.ok((error < 0n ? -error : error) * 2n <= 10n ** BigInt(scale))
    }),
  )
})

test('converts by the minor units of both currencies, in both directions', () => {
  const euro = exchange('EUR', 'NOK', '11.4325')
  assert.deepEqual(convert(of(10000n, 'EUR'), euro, 'half-even'), of(114325n, 'NOK'))
  assert.deepEqual(convert(of(114325n, 'NOK'), euro, 'half-even'), of(10000n, 'EUR'))
  const yen = exchange('JPY', 'NOK', '0.0687')
  assert.deepEqual(convert(of(1000n, 'JPY'), yen, 'half-even'), of(6870n, 'NOK'))
  assert.deepEqual(convert(of(6870n, 'NOK'), yen, 'half-even'), of(1000n, 'JPY'))
  const dinar = exchange('KWD', 'NOK', '33.1')
  assert.deepEqual(convert(of(1500n, 'KWD'), dinar, 'half-up'), of(4965n, 'NOK'))
})

test('there and back at a rate over one loses at most one minor unit of the dearer currency', () => {
  fc.assert(
    fc.property(minors, rates, (minor, text) => {
      const dollar = exchange('USD', 'NOK', text)
      if (dollar.rate.numerator < 10n ** BigInt(dollar.rate.scale)) return
      const nok = convert(of(minor, 'USD'), dollar, 'half-even')
      const back = convert(nok, dollar, 'half-even').minor - minor
      assert.ok(back >= -1n && back <= 1n)
    }),
  )
})

test('the sign of the money stays, and opposite amounts convert to opposite amounts', () => {
  fc.assert(
    fc.property(minors, rates, fc.constantFrom(...currencies), (minor, text, currency) => {
      const pair = exchange(currency, currency === 'NOK' ? 'EUR' : 'NOK', text)
      const there = convert(of(minor, currency), pair, 'half-up').minor
      assert.equal(convert(of(-minor, currency), pair, 'half-up').minor, -there)
    }),
  )
})

test('a rate for other currencies is a mistake in the code', () => {
  assert.throws(() => convert(of(1n, 'SEK'), exchange('EUR', 'NOK', '11'), 'half-up'))
})

function of(minor: bigint, currency: Currency): Money {
  return { minor, currency }
}

function exchange(unitCurrency: Currency, quoteCurrency: Currency, text: string): ExchangeRate {
  return { unitCurrency, quoteCurrency, rate: rate(text) }
}

function rate(text: string): Rate {
  const answer = parseRate(text)
  assert.ok(answer.ok)
  return answer.value
}
