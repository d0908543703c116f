import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAmount } from '../../kernel/money.ts'
import { errors, read, type Short } from '../payment-request.fixture.ts'

const code = 'FORMAT_ERROR body/regulatoryReportingCode'
const information = 'FORMAT_ERROR body/regulatoryReportingInformation'
const none = { regulatoryReportingCode: undefined, regulatoryReportingInformation: undefined }

const paying = (amount: string, currency: string, reporting: object = none) =>
  read('norwegianCrossBorder', { instructedAmount: { amount, currency }, ...reporting })

test('both fields are needed from 100 000 NOK on, at the bank’s rate', async () => {
  const table: [string, string, string[]][] = [
    ['99999.99', 'NOK', []],
    ['100000.00', 'NOK', [code, information]],
    ['9999.99', 'EUR', []],
    ['10000.00', 'EUR', [code, information]],
    ['11764.70', 'USD', []],
    ['11764.71', 'USD', [code, information]],
    ['1538461', 'JPY', []],
    ['1538462', 'JPY', [code, information]],
  ]
  for (const [amount, currency, found] of table) {
    assert.deepEqual(errors(await paying(amount, currency)), found, `${amount} ${currency}`)
  }
})

test('the one that is missing is named', async () => {
  const given = { regulatoryReportingCode: '14', regulatoryReportingInformation: 'Books' }
  assert.deepEqual(errors(await paying('100000', 'NOK', given)), [])
  const withoutCode = { ...given, regulatoryReportingCode: undefined }
  assert.deepEqual(errors(await paying('100000', 'NOK', withoutCode)), [code])
  const withoutText = { ...given, regulatoryReportingInformation: undefined }
  assert.deepEqual(errors(await paying('100000', 'NOK', withoutText)), [information])
})

test('what the bank has no rate for has to be reported', async () => {
  assert.deepEqual(errors(await paying('1.00', 'ZMW')), [code, information])
})

test('no other product asks for them', async () => {
  for (const short of ['sepa', 'crossBorder'] as const satisfies Short[]) {
    const instructedAmount = { amount: '999999.00', currency: 'EUR' }
    assert.deepEqual(errors(await read(short, { instructedAmount })), [])
  }
})

test('the limit is exact to the minor unit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.bigInt({ min: 1n, max: 2_000_000n }), async (minor) => {
      const found = errors(await paying(formatAmount({ minor, currency: 'EUR' }), 'EUR'))
      // The rate of the fixture: ten kroner to the euro.
      assert.equal(found.length > 0, minor * 10n >= 10_000_000n)
    }),
  )
})
