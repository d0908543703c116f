import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencies, isCurrency, minorUnits } from './currency.ts'

/**
 * Where Intl differs: it counts the coins in use, ISO 4217 what accounts are kept in. Some of these
 * are retired.
 */
const withoutCoins =
  'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK MRO PKR SLL SOS STD SYP YER ZWD'.split(' ')

test('has the 162 codes of the interface document, each once', () => {
  assert.equal(currencies.length, 162)
  assert.equal(new Set(currencies).size, 162)
})

test('knows its own codes and no others, not even in small letters', () => {
  assert.ok(currencies.every(isCurrency))
  for (const code of ['nok', 'NO', '', 'XXX', 'XAU', 'BYN', 'toString', '__proto__']) {
    assert.ok(!isCurrency(code), code)
  }
})

test('minor units agree with Intl but for the differences listed here', () => {
  for (const currency of currencies) {
    const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits
    const expected = currency === 'IQD' ? 3 : withoutCoins.includes(currency) ? 2 : digits
    assert.equal(minorUnits(currency), expected, currency)
  }
})
