import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bindingOf } from './binding.ts'
import type { Payment, PaymentBody } from './payment.ts'
import { bulk, day, money, payment, toKari, toMilano } from './shown-payment.fixture.ts'

const plain = (words: unknown) => JSON.parse(JSON.stringify(words).replaceAll('\u00a0', ' '))
const one = payment(toKari)
const withBody = (change: Partial<PaymentBody>): Payment => ({
  ...one,
  body: { ...toKari, ...change },
})

describe('what a code is made for', () => {
  const changes: Record<string, Payment> = {
    'the amount': { ...one, amount: money('1234.51') },
    'the currency': { ...one, amount: money('1234.50', 'SEK') },
    'the name of the payee': withBody({ creditorName: 'Kari Nordman' }),
    'the account of the payee': withBody({ creditorAccount: { bban: '99922200014' } }),
    'the bank of the payee': withBody({ creditorAgent: 'DNBANOKK' }),
    'the account that pays': withBody({ debtorAccount: { bban: '99911100038' } }),
    'the day': { ...one, executionOn: day('2026-11-17') },
  }
  for (const [what, changed] of Object.entries(changes)) {
    test(`is another thing when ${what} changes`, () => {
      assert.notEqual(bindingOf([changed]).digest, bindingOf([one]).digest)
    })
  }

  test('is the same whatever happens to the rest of the row', () => {
    const later = { ...one, status: 'ACTC', customerId: 'somebody', fundsAvailable: true } as const
    assert.equal(bindingOf([later]).digest, bindingOf([one]).digest)
  })

  test('is another thing when it is stopped than when it is paid', () => {
    assert.notEqual(bindingOf([one], 'cancel').digest, bindingOf([one]).digest)
  })

  test('is another thing when a series comes more often', () => {
    const series = { ...toKari, startDate: '2026-11-16', frequency: 'Monthly' }
    const row = { ...one, service: 'periodic-payments', body: series } as const
    const often = { ...row, body: { ...series, frequency: 'Weekly' } }
    assert.notEqual(bindingOf([often]).digest, bindingOf([row]).digest)
    assert.equal(bindingOf([row]).does, 'pay-regularly')
    assert.equal(bindingOf([row], 'cancel').does, 'cancel')
  })

  test('no text can run into the next', () => {
    const [a, b] = [withBody({ creditorName: 'A","B' }), withBody({ creditorName: 'A' })]
    assert.notEqual(bindingOf([a]).digest, bindingOf([b]).digest)
  })

  test('every part of a bulk payment counts', () => {
    const made = bulk([toKari, { ...toKari, creditorName: 'Ola Nordmann' }])
    const [first, second] = made.parts as [Payment, Payment]
    const other = { ...second, body: { ...toKari, creditorName: 'Per Nordmann' } }
    assert.notEqual(
      bindingOf([made.payment, first, other]).digest,
      bindingOf([made.payment, first, second]).digest,
    )
  })
})

describe('what the device shows beside the code', () => {
  test('of one payment: the amount, the payee and the account', () => {
    const { amount, payee, does } = bindingOf([one])
    assert.deepEqual(plain(amount), {
      ...{ nb: '1 234,50 kr', nn: '1 234,50 kr', en: 'NOK 1,234.50' },
    })
    assert.equal(payee, 'Kari Nordmann, 9992 22 00022')
    assert.equal(does, 'pay')
  })

  test('of many: the total in each currency, and as many names as there is room for', () => {
    const named = (creditorName: string) => payment({ ...toKari, creditorName })
    const rows = [one, payment(toMilano), named('Ola'), named('Per'), named('Per')]
    const { amount, payee } = bindingOf(rows)
    assert.equal(plain(amount).nb, '4 938,00 kr og 125,50 EUR')
    assert.equal(plain(payee).nb, 'Kari Nordmann, Torrefazione Milano S.r.l. og 2 andre')
  })

  test('of a bulk payment: its total once', () => {
    const { payment: around, parts } = bulk([toKari, { ...toKari, creditorName: 'Ola' }])
    const { amount, payee } = bindingOf([around, ...parts])
    assert.equal(plain(amount).en, 'NOK 2,469.00')
    assert.equal(plain(payee).en, 'Kari Nordmann and Ola')
  })

  test('of somebody without a name: the account', () => {
    const { creditorName: _, ...nameless } = toKari
    assert.equal(bindingOf([payment(nameless)]).payee, '9992 22 00022')
  })
})
