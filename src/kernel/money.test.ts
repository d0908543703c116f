import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencies, minorUnits } from './currency.ts'
import {
  add,
  compare,
  formatAmount,
  type Money,
  negate,
  parseMoney,
  type Sign,
  subtract,
  zero,
} from './money.ts'

const minors = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n })
const money: fc.Arbitrary<Money> = fc
  .tuple(minors, fc.constantFrom(...currencies))
  .map(([minor, currency]) => ({ minor, currency }))
const pairs = fc.tuple(money, minors).map(([a, minor]) => [a, { ...a, minor }] as const)

test('printing and reading an amount gives it back, in every currency', () => {
  fc.assert(
    fc.property(money, (amount) => {
      assert.deepEqual(parseMoney(formatAmount(amount), amount.currency, 'any'), {
        ok: true,
        value: amount,
      })
    }),
    { numRuns: 1000 },
  )
})

test('prints all digits of the currency', () => {
  assert.equal(formatAmount({ minor: 1050n, currency: 'NOK' }), '10.50')
  assert.equal(formatAmount({ minor: -5n, currency: 'NOK' }), '-0.05')
  assert.equal(formatAmount({ minor: 0n, currency: 'EUR' }), '0.00')
  assert.equal(formatAmount({ minor: 1050n, currency: 'JPY' }), '1050')
  assert.equal(formatAmount({ minor: 1050n, currency: 'KWD' }), '1.050')
})

test('a fraction may be shorter than the minor units, but never longer', () => {
  for (const [amount, currency, expected] of [
    ['10', 'NOK', 1000n],
    ['10.5', 'NOK', 1050n],
    ['10.50', 'NOK', 1050n],
    ['10.500', 'NOK', 'amount-fraction-digits'],
    ['10', 'JPY', 10n],
    ['10.0', 'JPY', 'amount-fraction-digits'],
    ['1.234', 'BHD', 1234n],
    ['1.2345', 'BHD', 'amount-fraction-digits'],
    ['007', 'NOK', 700n],
  ] as const) {
    assert.equal(outcome(amount, currency), expected, `${amount} ${currency}`)
  }
})

test('refuses everything that is not digits with a point between', () => {
  for (const amount of [
    '',
    ' 1',
    '1 ',
    '1\n',
    '1,00',
    '1 000',
    '1.',
    '.5',
    '+1',
    '--1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '１',
    '٣',
    '1.0.0',
    '1'.repeat(19),
    '9'.repeat(100_000),
  ]) {
    assert.equal(outcome(amount, 'NOK', 'any'), 'amount-format', JSON.stringify(amount))
  }
})

test('has at most 18 digits counted in minor units, whatever the currency', () => {
  assert.equal(outcome('9999999999999999.99', 'NOK'), 10n ** 18n - 1n)
  assert.equal(outcome('10000000000000000', 'NOK'), 'amount-too-large')
  assert.equal(outcome('999999999999999999', 'JPY'), 10n ** 18n - 1n)
  assert.equal(outcome('999999999999999.999', 'KWD'), 10n ** 18n - 1n)
  assert.equal(outcome('1000000000000000', 'KWD'), 'amount-too-large')
})

test('takes zero and less than zero only where asked', () => {
  const table: [Sign, string, boolean][] = [
    ['positive', '0.01', true],
    ['positive', '0.00', false],
    ['positive', '-0.01', false],
    ['zero-or-more', '0', true],
    ['zero-or-more', '-0.01', false],
    ['any', '-0.01', true],
  ]
  for (const [sign, amount, taken] of table) {
    assert.equal(outcome(amount, 'NOK', sign) !== 'amount-sign', taken, `${sign} ${amount}`)
  }
})

test('refuses a currency outside the list', () => {
  assert.equal(outcome('1', 'nok'), 'currency-unknown')
  assert.equal(outcome('1', 'BTC'), 'currency-unknown')
})

test('answers every pair of strings', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (a, b) => 'ok' in parseMoney(a, b)))
})

test('adding and subtracting undo each other; a sum with the opposite is zero', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      assert.deepEqual(subtract(add(a, b), b), a)
      assert.deepEqual(add(a, b), add(b, a))
      assert.deepEqual(add(a, negate(a)), zero(a.currency))
    }),
  )
})

test('comparing orders amounts as their difference does', () => {
  fc.assert(
    fc.property(pairs, ([a, b]) => {
      assert.equal(compare(a, b), Number(a.minor > b.minor) - Number(a.minor < b.minor))
      assert.equal(compare(a, a), 0)
    }),
  )
})

test('amounts of two currencies never meet', () => {
  const nok = { minor: 1n, currency: 'NOK' } as const
  const eur = { minor: 1n, currency: 'EUR' } as const
  for (const operation of [add, subtract, compare]) {
    assert.throws(() => operation(nok, eur), assert.AssertionError)
  }
})

test('no currency has more minor units than the contract has digits after the point', () => {
  assert.ok(currencies.every((currency) => minorUnits(currency) <= 5))
})

function outcome(amount: string, currency: string, sign?: Sign): bigint | string {
  const answer = parseMoney(amount, currency, sign)
  return answer.ok ? answer.value.minor : answer.reason
}
