import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bbanOf } from '../../kernel/iban.ts'
import {
  errors,
  euroAccount,
  kidAccount,
  names,
  productOf,
  read,
  type Short,
} from '../payment-request.fixture.ts'

const shorts = Object.keys(names) as Short[]
const found = ['FORMAT_ERROR body/creditorAccount/currency']
const kid = [{ reference: '2345676', referenceType: 'SCOR' }]

/** With all that a creditor here may ask for, where the product has it. */
const paying = (short: Short, creditorAccount: object, more: object = {}) =>
  read(short, {
    creditorAccount,
    creditorAgent: 'DNBANOKK',
    ...(productOf(short).price === 'domestic' || productOf(short).price === 'instant'
      ? { remittanceInformationStructuredArray: kid, remittanceInformationUnstructured: undefined }
      : {}),
    ...more,
  })

test('an account here is named with its own currency, whatever the product', async () => {
  assert.equal(bbanOf(euroAccount.iban), euroAccount.bban)
  for (const short of shorts) {
    for (const [{ iban }, own, other] of [
      [kidAccount, 'NOK', 'EUR'],
      [euroAccount, 'EUR', 'NOK'],
    ] as const) {
      assert.deepEqual(errors(await paying(short, { iban, currency: own })), [], short)
      assert.deepEqual(errors(await paying(short, { iban, currency: other })), found, short)
    }
  }
})

test('the currency of the payment is another matter', async () => {
  const krone = { bban: kidAccount.bban, currency: 'NOK' }
  for (const currency of ['NOK', 'EUR', 'USD']) {
    const instructedAmount = { amount: '10.00', currency }
    assert.deepEqual(errors(await paying('crossBorder', krone, { instructedAmount })), [])
  }
})

test('without a PSU nobody finds out by it whether there is such an account', async () => {
  const changed = { creditorAccount: { iban: euroAccount.iban, currency: 'NOK' } }
  for (const psuKnown of [true, false]) {
    const request = await read('domestic', changed, { psuKnown })
    assert.deepEqual(errors(request), psuKnown ? found : [])
  }
})

test('of an account elsewhere nobody here knows the currency', async () => {
  const elsewhere = { iban: 'NO2199992202021', currency: 'EUR' }
  for (const short of shorts) assert.deepEqual(errors(await paying(short, elsewhere)), [], short)
  const abroad = { bban: kidAccount.bban, currency: 'EUR' }
  const agent = { creditorAgent: 'COBADEFFXXX' }
  assert.deepEqual(errors(await paying('crossBorder', abroad, agent)), [])
})

test('of a bulk payment each part that names another is told', async () => {
  const part = (creditorAccount: object) => ({
    instructedAmount: { amount: '10.00', currency: 'NOK' },
    creditorAccount,
    creditorName: 'Solbakken Boligutleie AS',
  })
  const payments = [
    part({ bban: euroAccount.bban, currency: 'NOK' }),
    part({ bban: euroAccount.bban, currency: 'EUR' }),
    part({ bban: kidAccount.bban, currency: 'EUR' }),
  ]
  assert.deepEqual(errors(await read('domestic', { payments }, { service: 'bulk-payments' })), [
    'FORMAT_ERROR body/payments/0/creditorAccount/currency',
    'FORMAT_ERROR body/payments/2/creditorAccount/currency',
    'KID_MISSING body/payments/2/remittanceInformationStructuredArray',
  ])
})
