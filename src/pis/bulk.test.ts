import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAmount } from '../kernel/money.ts'
import {
  draft,
  errors,
  exampleWith,
  kidAccount,
  productOf,
  read,
  situation,
  warnings,
} from './payment-request.fixture.ts'
import { readRequest } from './read-request.ts'

const part = {
  instructedAmount: { amount: '10.00', currency: 'NOK' },
  creditorAccount: { bban: '99992202021', currency: 'NOK' },
  creditorName: 'Solbakken Boligutleie AS',
}
const bulk = (payments: object[], changed: object = {}) =>
  read('domestic', { payments, ...changed }, { service: 'bulk-payments' })

test('a bulk payment is worth the sum of its parts', async () => {
  const minors = fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(minors, async (amounts) => {
      const parts = amounts.map((minor) => ({
        ...part,
        instructedAmount: { amount: formatAmount({ minor, currency: 'NOK' }), currency: 'NOK' },
      }))
      const made = draft(await bulk(parts))
      assert.equal(
        made.amount.minor,
        amounts.reduce((sum, minor) => sum + minor),
      )
      assert.deepEqual(made.parts, parts)
    }),
  )
})

test('every finding names the part that it is in', async () => {
  const request = await bulk([
    part,
    { ...part, instructedAmount: { amount: '1.00', currency: 'EUR' } },
    { ...part, creditorAccount: { bban: '1', currency: 'NOK' } },
    {
      ...part,
      remittanceInformationStructuredArray: [{ reference: '17', referenceType: 'SCOR' }],
    },
    { ...part, creditorAccount: { bban: kidAccount.bban, currency: 'NOK' } },
  ])
  assert.deepEqual(errors(request), [
    'FORMAT_ERROR body/payments/1/instructedAmount/currency',
    'FORMAT_ERROR body/payments/2/creditorAccount/bban',
    'KID_INVALID body/payments/3/remittanceInformationStructuredArray/0/reference',
    'KID_MISSING body/payments/4/remittanceInformationStructuredArray',
  ])
  assert.equal(request.draft, undefined)
})

test('the debtor and the day are those of all parts, and told once', async () => {
  const wrong = {
    debtorAccount: { bban: '12345678901', currency: 'NOK' },
    requestedExecutionDate: '2020-01-01',
  }
  assert.deepEqual(errors(await bulk([part, part], wrong)), [
    'FORMAT_ERROR body/debtorAccount/bban',
    'EXECUTION_DATE_INVALID body/requestedExecutionDate',
  ])
  const made = draft(await bulk([part], { requestedExecutionDate: '2026-12-25' }))
  assert.equal(String(made.executionOn), '2026-12-28')
})

test('no part goes to the account that pays them all', async () => {
  const own = { ...part, creditorAccount: { iban: 'NO7099911110012', currency: 'NOK' } }
  assert.deepEqual(errors(await bulk([part, own])), [
    'FORMAT_ERROR body/payments/1/creditorAccount',
  ])
})

test('warnings name the part as well', async () => {
  const creditorAddress = { country: 'NO', city: 'Oslo' }
  assert.deepEqual(warnings(await bulk([part, { ...part, creditorAddress }])), [
    'FORMAT_ERROR body/payments/1/creditorAddress/city',
  ])
})

test('a sum of more than 18 digits is refused', async () => {
  const most = { ...part, instructedAmount: { amount: '9999999999999999.99', currency: 'NOK' } }
  assert.deepEqual(errors(await bulk([most])), [])
  assert.deepEqual(errors(await bulk([most, part])), ['FORMAT_ERROR body/payments'])
})

test('the numbers of all accounts are put right', async () => {
  const spaced = { ...part, creditorAccount: { iban: 'NO21 9999 2202 021', currency: 'NOK' } }
  const debtorAccount = { bban: '9991 11 10012', currency: 'NOK' }
  const { body, parts } = draft(await bulk([spaced], { debtorAccount }))
  assert('payments' in body)
  assert.equal(body.debtorAccount.bban, '99911110012')
  assert.equal(body.payments[0]?.creditorAccount.iban, 'NO2199992202021')
  assert.deepEqual(body.payments, parts)
})

test('the creditors of all parts are looked up in one question', async () => {
  const { bank, ...rest } = situation()
  const questions: number[] = []
  const counting: typeof bank = {
    ...bank,
    accountByNumber: () => assert.fail('asked for a single one'),
    accountsByNumber: (numbers) => {
      questions.push(numbers.length)
      return bank.accountsByNumber(numbers)
    },
  }
  const body = exampleWith('domestic', { payments: [part, part, part] }, 'bulk-payments')
  const circumstances = { ...rest, bank: counting }
  draft(await readRequest(productOf('domestic'), 'bulk-payments', body, circumstances))
  assert.deepEqual(questions, [3])
})
