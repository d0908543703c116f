import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bindingOf } from './binding.ts'
import type { Payment, PaymentBody } from './payment.ts'
import { bulk, day, money, payment, toKari, toMilano } from './shown-payment.fixture.ts'

const plain = (words: unknown) => JSON.parse(JSON.stringify(words).replaceAll('\u00a0', ' '))
/** The Friday before the day of the payments. */
const friday = Temporal.Instant.from('2026-11-13T11:00:00+01:00')
const made = (payments: readonly Payment[], does?: 'pay' | 'cancel', now = friday) =>
  bindingOf(payments, now, does)
const one = { ...payment(toKari), customerId: 'kari' }
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
    'the message': withBody({ remittanceInformationUnstructured: 'Rent' }),
    'the KID': withBody({ remittanceInformationStructuredArray: [{ reference: '12345674' }] }),
    'the fee': { ...one, fee: money('25.00') },
    'who pays in the end': withBody({ ultimateDebtor: 'Ola Nordmann' }),
    'how fast it goes': withBody({ serviceLevelCode: 'URGP' }),
    'what is reported': withBody({ regulatoryReportingCode: '14' }),
    'what the report says': withBody({ regulatoryReportingInformation: 'Coffee' }),
    'the address of the payee': withBody({ creditorAddress: { country: 'NO' } }),
  }
  for (const [what, changed] of Object.entries(changes)) {
    test(`is another thing when ${what} changes`, () => {
      assert.notEqual(made([changed]).digest, made([one]).digest)
    })
  }

  test('is the same whatever happens to the rest of the row', () => {
    const later = { ...one, status: 'ACTC', customerId: 'somebody', fundsAvailable: true } as const
    assert.equal(made([later]).digest, made([one]).digest)
  })

  test('is the same once somebody was told the fee whom nobody knew when it was made', () => {
    const untold = { ...one, customerId: null, fee: null }
    assert.equal(made([{ ...untold, fee: money('25.00') }]).digest, made([untold]).digest)
  })

  test('is another thing once the last batch of its day has gone', () => {
    const at = (time: string) => Temporal.Instant.from(`2026-11-16T${time}+01:00`)
    const [before, later] = [made([one], 'pay', at('19:58:00')), made([one], 'pay', at('20:01:00'))]
    assert.equal(before.digest, made([one]).digest)
    assert.notEqual(later.digest, before.digest)
  })

  test('of an instant payment is the same on the next day', () => {
    const instant = payment(toKari, { product: 'instant-norwegian-credit-transfers-straks' })
    const next = friday.add({ hours: 24 })
    assert.equal(made([instant], 'pay', next).digest, made([instant]).digest)
  })

  test('of a series that is stopped is another thing once one more execution is made', () => {
    const body = { ...toKari, startDate: '2026-11-16', frequency: 'Weekly' }
    const series = payment(body, { service: 'periodic-payments', nextOn: day('2026-11-16') })
    const later = { ...series, nextOn: day('2026-11-23') }
    assert.notEqual(made([later], 'cancel').digest, made([series], 'cancel').digest)
  })

  test('is another thing when it is stopped than when it is paid', () => {
    assert.notEqual(made([one], 'cancel').digest, made([one]).digest)
  })

  test('is another thing when a series comes more often', () => {
    const series = { ...toKari, startDate: '2026-11-16', frequency: 'Monthly' }
    const row = { ...one, service: 'periodic-payments', body: series } as const
    const often = { ...row, body: { ...series, frequency: 'Weekly' } }
    assert.notEqual(made([often]).digest, made([row]).digest)
    assert.equal(made([row]).does, 'pay-regularly')
    assert.equal(made([row], 'cancel').does, 'cancel')
  })

  test('no text can run into the next', () => {
    const [a, b] = [withBody({ creditorName: 'A","B' }), withBody({ creditorName: 'A' })]
    assert.notEqual(made([a]).digest, made([b]).digest)
  })

  test('every part of a bulk payment counts', () => {
    const around = bulk([toKari, { ...toKari, creditorName: 'Ola Nordmann' }])
    const [first, second] = around.parts as [Payment, Payment]
    const other = { ...second, body: { ...toKari, creditorName: 'Per Nordmann' } }
    assert.notEqual(
      made([around.payment, first, other]).digest,
      made([around.payment, first, second]).digest,
    )
  })
})

describe('what the device shows beside the code', () => {
  test('of one payment: the amount, the payee and the account', () => {
    const { amount, payee, does } = made([one])
    assert.deepEqual(plain(amount), {
      ...{ nb: '1 234,50 kr', nn: '1 234,50 kr', en: 'NOK 1,234.50' },
    })
    assert.equal(payee, 'Kari Nordmann, 9992 22 00022')
    assert.equal(does, 'pay')
  })

  test('of many: the total in each currency, and as many names as there is room for', () => {
    const named = (creditorName: string) => payment({ ...toKari, creditorName })
    const rows = [one, payment(toMilano), named('Ola'), named('Per'), named('Per')]
    const { amount, payee } = made(rows)
    assert.equal(plain(amount).nb, '4 938,00 kr og 125,50 EUR')
    assert.equal(plain(payee).nb, 'Kari Nordmann, Torrefazione Milano S.r.l. og 2 andre')
  })

  test('of a bulk payment: its total once', () => {
    const { payment: around, parts } = bulk([toKari, { ...toKari, creditorName: 'Ola' }])
    const { amount, payee } = made([around, ...parts])
    assert.equal(plain(amount).en, 'NOK 2,469.00')
    assert.equal(plain(payee).en, 'Kari Nordmann and Ola')
  })

  test('of somebody without a name: the account', () => {
    const { creditorName: _, ...nameless } = toKari
    assert.equal(made([payment(nameless)]).payee, '9992 22 00022')
  })
})
