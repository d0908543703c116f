import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  showAccountNumber,
  showDate,
  showList,
  showMoney,
  showMonth,
  showOrdinal,
  showWeekday,
} from './format.ts'

/** Spaces that do not break are spaces to a reader. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ').replace('\u2212', '-')

test('amounts are written as the language does', () => {
  const money = { minor: 123450n, currency: 'NOK' } as const
  assert.equal(plain(showMoney(money, 'nb')), '1 234,50 kr')
  assert.equal(plain(showMoney(money, 'nn')), '1 234,50 kr')
  assert.equal(plain(showMoney(money, 'en')), 'NOK 1,234.50')
  assert.equal(plain(showMoney({ ...money, minor: -5n }, 'nb')), '-0,05 kr')
  assert.equal(plain(showMoney({ minor: 12550n, currency: 'EUR' }, 'nb')), '125,50 EUR')
  assert.equal(plain(showMoney({ minor: 12550n, currency: 'EUR' }, 'en')), 'EUR 125.50')
})

test('no digit of a large amount is lost, and a currency keeps its own number of digits', () => {
  const large = { minor: 999_999_999_999_999_999n, currency: 'NOK' } as const
  assert.equal(plain(showMoney(large, 'en')), 'NOK 9,999,999,999,999,999.99')
  assert.match(plain(showMoney({ minor: 1250n, currency: 'JPY' }, 'nb')), /^1 250 \D+$/)
})

test('dates are those of Norway', () => {
  const late = Temporal.Instant.from('2027-05-12T22:30:00Z')
  assert.equal(plain(showDate(late, 'nb')), '13. mai 2027')
  assert.equal(plain(showDate(Temporal.PlainDate.from('2027-05-13'), 'en')), '13 May 2027')
})

test('weekdays, months and places in a row are words of the language', () => {
  const monday = Temporal.PlainDate.from('2026-11-16')
  assert.deepEqual(
    (['nb', 'nn', 'en'] as const).map((language) => showWeekday(monday, language)),
    ['mandag', 'måndag', 'Monday'],
  )
  assert.equal(showMonth(5, 'nn'), 'mai')
  assert.equal(showList(['mars', 'juni', 'juli'], 'nb'), 'mars, juni og juli')
  assert.equal(showList(['March', 'June'], 'en'), 'March and June')
  assert.deepEqual(
    [1, 2, 3, 11, 15, 22, 31].map((count) => showOrdinal(count, 'en')),
    ['1st', '2nd', '3rd', '11th', '15th', '22nd', '31st'],
  )
  assert.equal(showOrdinal(15, 'nb'), '15.')
})

test('numbers of accounts are grouped as people write them', () => {
  assert.equal(showAccountNumber('12345678901'), '1234 56 78901')
  assert.equal(showAccountNumber('NO9386011117947'), '8601 11 17947')
  assert.equal(showAccountNumber('DE89370400440532013000'), 'DE89 3704 0044 0532 0130 00')
  assert.equal(showAccountNumber('457112******4827'), '4571 12** **** 4827')
})
