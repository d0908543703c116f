import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countries } from '../../kernel/country.ts'
import { currencies } from '../../kernel/currency.ts'
import type { FieldName } from '../../wire/payment-fields.ts'
import { paymentServices } from '../payment.ts'
import {
  bulkPaymentsMax,
  errors,
  exampleWith,
  names,
  productOf,
  read,
  type Short,
  schemaFindings,
  warnings,
} from '../payment-request.fixture.ts'
import { exampleFor, productIn, productNamed, products } from './products.ts'

const all = Object.keys(names) as Short[]

describe('the list of products', () => {
  test('has five, found by name and the instant one by its alias too', () => {
    assert.deepEqual(
      products.map(({ name }) => name),
      Object.values(names),
    )
    for (const product of products) assert.equal(productNamed(product.name), product)
    const alias = 'instant-norwegian-domestic-credit-transfers-straks'
    assert.equal(productNamed(alias), productNamed(names.instant))
    for (const unknown of ['', 'target-2-payments', 'constructor', '__proto__']) {
      assert.equal(productNamed(unknown), undefined)
    }
  })

  test('only domestic payments come in bulk and periodically', () => {
    for (const short of all) {
      const services = paymentServices.filter((service) => productIn(service, names[short]))
      assert.deepEqual(services, short === 'domestic' ? [...paymentServices] : ['payments'])
    }
  })

  test('only the instant product is settled within the approval', () => {
    const atOnce = all.filter((short) => productOf(short).execution === 'at-approval')
    assert.deepEqual(atOnce, ['instant'])
  })
})

describe('every example keeps all rules without a warning', () => {
  for (const short of all) {
    for (const service of productOf(short).services) {
      test(`${short}, ${service}`, async () => {
        const request = await read(short, {}, { service, changes: ['structured-addresses'] })
        assert.deepEqual([errors(request), warnings(request)], [[], []])
        assert.ok(request.draft)
      })
    }
  }
})

/** The members of each product: required, and left out without harm. */
const always: FieldName[] = ['instructedAmount', 'debtorAccount', 'creditorAccount']
const paper: FieldName[] = ['creditorAgent', 'creditorAddress', 'purposeCode']
const text: FieldName[] = ['remittanceInformationUnstructured']
const structured: FieldName[] = [
  'remittanceInformationStructuredArray',
  'remittanceInformationStructured',
]
const ultimate: FieldName[] = ['ultimateDebtor', 'ultimateCreditor']
const reporting: FieldName[] = ['regulatoryReportingCode', 'regulatoryReportingInformation']
const id: FieldName[] = ['endToEndIdentification']
const date: FieldName[] = ['requestedExecutionDate']

const members: Record<Short, { required: FieldName[]; optional: FieldName[] }> = {
  domestic: {
    required: [...always, 'creditorName'],
    optional: [...paper, ...text, ...structured, ...ultimate, ...id, ...date],
  },
  instant: {
    required: [...always, 'creditorName'],
    optional: [...paper, ...text, ...structured, ...ultimate, ...id],
  },
  sepa: {
    required: always,
    optional: [
      ...['creditorName' as const, ...paper, ...text, ...structured, ...ultimate],
      ...[...reporting, ...id, ...date],
    ],
  },
  crossBorder: {
    required: always,
    optional: ['creditorName', ...paper, ...text, 'serviceLevelCode', ...id, ...date],
  },
  norwegianCrossBorder: {
    required: [...always, 'creditorName'],
    optional: [...paper, ...text, ...reporting, ...date],
  },
}

describe('members', () => {
  for (const short of all) {
    const { required, optional } = members[short]
    test(`${short} takes exactly those that it says`, () => {
      const { properties } = productOf(short).body
      assert.deepEqual(Object.keys(properties).sort(), [...required, ...optional].sort())
      for (const name of required) {
        assert.deepEqual(schemaFindings(short, exampleWith(short, { [name]: undefined })), [
          { path: `body/${name}`, text: 'is required' },
        ])
      }
      for (const name of optional) {
        assert.deepEqual(schemaFindings(short, exampleWith(short, { [name]: undefined })), [])
      }
    })

    test(`${short} refuses an unknown member by its name, at every depth`, () => {
      const account = { iban: 'NO7099911110012', currency: 'NOK', name: 'x' }
      const body = exampleWith(short, { creditorname: 'x', debtorAccount: account })
      const paths = schemaFindings(short, body).map(({ path }) => path)
      assert.deepEqual(paths.sort(), ['body/creditorname', 'body/debtorAccount/name'])
    })
  }
})

/** A value that just fits and one that just does not, by the interface's tables. */
const long = (length: number) => 'å'.repeat(length)
const limits: [member: string, fits: unknown, tooMuch: unknown, path?: string][] = [
  ['creditorName', long(70), long(71)],
  ['creditorName', ' x', '  '],
  ['remittanceInformationUnstructured', long(140), long(141)],
  ['remittanceInformationUnstructured', 'x', ''],
  ['regulatoryReportingInformation', long(140), long(141)],
  ['regulatoryReportingCode', '82', '83'],
  ['regulatoryReportingCode', '14', 14],
  ['purposeCode', 'OTHR', 'othr'],
  ['purposeCode', 'INVS', 'BONU'],
  ['requestedExecutionDate', '2028-02-29', '2027-02-29'],
  ['requestedExecutionDate', '2026-12-01', '2026-12-01T10:00:00Z'],
  [
    'creditorAccount',
    { iban: long(42), currency: 'NOK' },
    { iban: long(43), currency: 'NOK' },
    '/iban',
  ],
  [
    'creditorAccount',
    { bban: long(30), currency: 'NOK' },
    { bban: long(31), currency: 'NOK' },
    '/bban',
  ],
  ['debtorAccount', { bban: '1', currency: 'NOK' }, { bban: '1' }, '/currency'],
  ['debtorAccount', { bban: '1', currency: 'ZWD' }, { bban: '1', currency: 'XTS' }, '/currency'],
  ['instructedAmount', { amount: '1', currency: 'BYR' }, { amount: 1, currency: 'BYR' }, '/amount'],
  ['instructedAmount', { amount: '1', currency: 'EUR' }, { currency: 'EUR' }, '/amount'],
  ['creditorAddress', { country: 'SJ' }, { country: 'XK' }, '/country'],
  ['creditorAddress', { country: 'DE' }, { street: 'x' }, '/country'],
  [
    'creditorAddress',
    { country: 'DE', street: long(70) },
    { country: 'DE', street: long(71) },
    '/street',
  ],
]

describe('the table of the interface, field by field', () => {
  for (const [member, fits, tooMuch, path = ''] of limits) {
    test(`${member}: ${JSON.stringify(tooMuch).slice(0, 40)} is refused`, () => {
      const asked = (value: unknown) =>
        schemaFindings(
          'norwegianCrossBorder',
          exampleWith('norwegianCrossBorder', { [member]: value }),
        )
      assert.deepEqual(asked(fits), [])
      assert.deepEqual(
        [...new Set(asked(tooMuch).map((finding) => finding.path))],
        [`body/${member}${path}`],
      )
    })
  }

  test('every listed currency and country is taken', () => {
    for (const currency of currencies) {
      const body = exampleWith('crossBorder', { instructedAmount: { amount: '1', currency } })
      assert.deepEqual(schemaFindings('crossBorder', body), [])
    }
    for (const country of countries) {
      const body = exampleWith('crossBorder', { creditorAddress: { country } })
      assert.deepEqual(schemaFindings('crossBorder', body), [])
    }
  })

  test('a cross-border payment takes the service levels NURG and URGP', () => {
    for (const [serviceLevelCode, found] of [
      ['NURG', 0],
      ['URGP', 0],
      ['SDVA', 1],
    ] as const) {
      const body = exampleWith('crossBorder', { serviceLevelCode })
      assert.equal(schemaFindings('crossBorder', body).length, found)
    }
  })

  test('an instant payment has no execution date', () => {
    const body = exampleWith('instant', { requestedExecutionDate: '2026-11-12' })
    assert.deepEqual(
      schemaFindings('instant', body).map(({ path }) => path),
      ['body/requestedExecutionDate'],
    )
  })
})

describe('bulk and periodic bodies', () => {
  test('a bulk payment has 1 up to the configured number of payments', () => {
    const { payments, ...bulk } = exampleFor(productOf('domestic'), 'bulk-payments') as {
      payments: [object]
    }
    const found = (count: number) =>
      schemaFindings(
        'domestic',
        { ...bulk, payments: Array.from({ length: count }, () => payments[0]) },
        'bulk-payments',
      ).map(({ path }) => path)
    assert.deepEqual(found(1), [])
    assert.deepEqual(found(bulkPaymentsMax), [])
    assert.deepEqual(found(0), ['body/payments'])
    assert.deepEqual(found(bulkPaymentsMax + 1), ['body/payments'])
  })

  test('the parts of a bulk payment have neither debtor nor date of their own', () => {
    const [payment] = (exampleFor(productOf('domestic'), 'bulk-payments') as { payments: object[] })
      .payments
    const own = {
      debtorAccount: { bban: '1', currency: 'NOK' },
      requestedExecutionDate: '2026-11-12',
    }
    const body = exampleWith('domestic', { payments: [{ ...payment, ...own }] }, 'bulk-payments')
    assert.deepEqual(
      schemaFindings('domestic', body, 'bulk-payments').map(({ path }) => path),
      ['body/payments/0/debtorAccount', 'body/payments/0/requestedExecutionDate'],
    )
  })

  test('a periodic payment starts on a day, not on a requestedExecutionDate', () => {
    const wrong = { requestedExecutionDate: '2026-11-12', startDate: undefined }
    const body = exampleWith('domestic', wrong, 'periodic-payments')
    assert.deepEqual(
      schemaFindings('domestic', body, 'periodic-payments')
        .map(({ path }) => path)
        .sort(),
      ['body/requestedExecutionDate', 'body/startDate'],
    )
  })
})
