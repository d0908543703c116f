import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currencies, minorUnits } from '../../kernel/currency.ts'
import { parseMoney } from '../../kernel/money.ts'
import { draft, errors, read, type Short } from '../payment-request.fixture.ts'

const path = 'FORMAT_ERROR body/instructedAmount'
const paying = (short: Short, amount: string, currency: string) =>
  read(short, { instructedAmount: { amount, currency } })

const table: [amount: string, currency: string, found: string[]][] = [
  ['0.01', 'EUR', []],
  ['10', 'EUR', []],
  ['10.5', 'EUR', []],
  ['1', 'JPY', []],
  ['1.001', 'KWD', []],
  ['0', 'EUR', [`${path}/amount`]],
  ['0.00', 'EUR', [`${path}/amount`]],
  ['-5.00', 'EUR', [`${path}/amount`]],
  ['10.500', 'EUR', [`${path}/amount`]],
  ['10.0', 'JPY', [`${path}/amount`]],
  ['10,50', 'EUR', [`${path}/amount`]],
  ['1e3', 'EUR', [`${path}/amount`]],
  [' 10', 'EUR', [`${path}/amount`]],
  ['10000000000000000.00', 'EUR', [`${path}/amount`]],
]

for (const [amount, currency, found] of table) {
  test(`${amount} ${currency} is ${found.length === 0 ? 'taken' : 'refused'}`, async () => {
    assert.deepEqual(errors(await paying('crossBorder', amount, currency)), found)
  })
}

const carried: [Short, string[]][] = [
  ['domestic', ['NOK']],
  ['instant', ['NOK']],
  ['sepa', ['EUR']],
  ['crossBorder', ['NOK', 'EUR', 'USD']],
]

for (const [short, taken] of carried) {
  test(`${short} carries ${taken.join(', ')}`, async () => {
    for (const currency of ['NOK', 'EUR', 'USD']) {
      const found = errors(await paying(short, '5.00', currency))
      assert.deepEqual(found, taken.includes(currency) ? [] : [`${path}/currency`], currency)
    }
  })
}

test('an amount is given back with all digits of its currency, and means the same', async () => {
  const written = fc
    .constantFrom(...currencies)
    .chain((currency) =>
      fc.tuple(
        fc.constant(currency),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: minorUnits(currency) }),
      ),
    )
    .map(([currency, whole, digits]) => {
      const fraction = digits === 0 ? '' : `.${'7'.repeat(digits)}`
      return { currency, amount: `${whole}${fraction}` }
    })
  await fc.assert(
    fc.asyncProperty(written, async ({ amount, currency }) => {
      const made = draft(await paying('crossBorder', amount, currency))
      assert('instructedAmount' in made.body)
      const shown = made.body.instructedAmount.amount
      assert.match(
        shown,
        new RegExp(`^\\d+${minorUnits(currency) ? `\\.\\d{${minorUnits(currency)}}` : ''}$`),
      )
      assert.deepEqual(parseMoney(shown, currency), parseMoney(amount, currency))
      assert.deepEqual({ ok: true, value: made.amount }, parseMoney(amount, currency))
    }),
  )
})
