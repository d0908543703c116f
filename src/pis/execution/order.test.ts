import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Account, QuotedRate } from '../../bank/port.ts'
import type { Currency } from '../../kernel/currency.ts'
import { type OrderedPayment, orderFor } from './order.ts'

const debtor = {
  ...{ id: 'account-1', ownerName: 'Kari Nordmann', currency: 'NOK' },
  ...{ iban: 'NO9386011117947', bban: '86011117947' },
} as Account

const paid: OrderedPayment = {
  id: '0b5f4c1e-3a52-4f6e-9d0b-6f3f0a1c2d3e',
  product: 'cross-border-credit-transfers',
  amount: { minor: 12_345n, currency: 'EUR' },
  fee: { minor: 6_500n, currency: 'NOK' },
  body: {
    instructedAmount: { amount: '123.45', currency: 'EUR' },
    creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
    creditorName: 'Erika Mustermann',
    creditorAgent: 'COBADEFFXXX',
    creditorAddress: { country: 'DE' },
    ultimateDebtor: 'Fjord Handel AS',
    ultimateCreditor: 'Werk GmbH',
    purposeCode: 'INVS',
    remittanceInformationUnstructured: 'Rechnung 17',
    regulatoryReportingCode: '14',
  },
  endToEndId: 'E2E-17',
  parentService: null,
}

const rate = (unit: Currency, quote: Currency, numerator: bigint, scale: number): QuotedRate => ({
  unitCurrency: unit,
  quoteCurrency: quote,
  rate: { numerator, scale },
  quotationDate: Temporal.PlainDate.from('2026-11-13'),
})

describe('the order that a payment becomes', () => {
  test('says all that both sides shall see, and apart from it what is needed on the way', () => {
    const order = orderFor(paid, debtor, rate('EUR', 'NOK', 11_663n, 3))
    assert.deepEqual(order, {
      reference: paid.id,
      debtorAccountId: 'account-1',
      // 123.45 × 11.663 = 1439.79735
      debit: { minor: 143_980n, currency: 'NOK' },
      credit: { minor: 12_345n, currency: 'EUR' },
      exchange: rate('EUR', 'NOK', 11_663n, 3),
      fee: { minor: 6_500n, currency: 'NOK' },
      creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
      endToEndId: 'E2E-17',
      details: {
        bankTransactionCode: 'PMNT-ICDT-XBCT',
        debtorName: 'Kari Nordmann',
        debtorAccount: { iban: 'NO9386011117947', bban: '86011117947', currency: 'NOK' },
        creditorAccount: { iban: 'DE89370400440532013000', currency: 'EUR' },
        creditorName: 'Erika Mustermann',
        creditorAgent: 'COBADEFFXXX',
        ultimateCreditor: 'Werk GmbH',
        ultimateDebtor: 'Fjord Handel AS',
        purposeCode: 'INVS',
        remittanceInformationUnstructured: 'Rechnung 17',
      },
      instructions: { creditorAddress: { country: 'DE' }, regulatoryReportingCode: '14' },
    })
  })

  test('leaves out a fee of nothing, and makes an end-to-end id where none was given', () => {
    const order = orderFor(
      {
        ...paid,
        amount: { minor: 100n, currency: 'NOK' },
        fee: { minor: 0n, currency: 'NOK' },
        endToEndId: null,
      },
      debtor,
    )
    assert.equal(order.fee, undefined)
    assert.equal(order.exchange, undefined)
    assert.deepEqual(order.debit, order.credit)
    assert.equal(order.endToEndId, '0b5f4c1e3a524f6e9d0b6f3f0a1c2d3e')
    assert.ok(order.endToEndId.length <= 35)
  })

  const roundings: [minor: bigint, numerator: bigint, scale: number, debit: bigint][] = [
    // Exactly half a minor unit goes to the even neighbour.
    [1n, 25n, 1, 2n],
    [1n, 35n, 1, 4n],
    [3n, 25n, 1, 8n],
    [100n, 11_663n, 3, 1_166n],
    // Nothing is given away.
    [1n, 4n, 1, 1n],
  ]
  for (const [minor, numerator, scale, debit] of roundings) {
    test(`takes ${debit} øre for ${minor} cents at ${numerator} / 10^${scale}`, () => {
      const amount = { minor, currency: 'EUR' } as const
      const order = orderFor({ ...paid, amount }, debtor, rate('EUR', 'NOK', numerator, scale))
      assert.deepEqual(order.debit, { minor: debit, currency: 'NOK' })
    })
  }

  test('divides where the rate is quoted the other way', () => {
    const amount = { minor: 100_000n, currency: 'NOK' } as const
    const euro = { ...debtor, currency: 'EUR' } as Account
    const order = orderFor({ ...paid, amount }, euro, rate('EUR', 'NOK', 11_663n, 3))
    // 1000 ÷ 11.663 = 85.7412…
    assert.deepEqual(order.debit, { minor: 8_574n, currency: 'EUR' })
    assert.deepEqual(order.credit, amount)
  })

  const codes: [product: string, parent: OrderedPayment['parentService'], code: string][] = [
    ['norwegian-domestic-credit-transfers', null, 'PMNT-ICDT-DMCT'],
    ['norwegian-domestic-credit-transfers', 'bulk-payments', 'PMNT-ICDT-DMCT'],
    ['norwegian-domestic-credit-transfers', 'periodic-payments', 'PMNT-ICDT-STDO'],
    ['instant-norwegian-credit-transfers-straks', null, 'PMNT-IRCT-DMCT'],
    ['sepa-credit-transfers', null, 'PMNT-ICDT-ESCT'],
    ['norwegian-cross-border-credit-transfers', null, 'PMNT-ICDT-XBCT'],
  ]
  for (const [product, parentService, code] of codes) {
    test(`calls ${product} ${parentService ?? ''} ${code}`, () => {
      const { details } = orderFor({ ...paid, product, parentService }, debtor)
      assert.equal(details.bankTransactionCode, code)
    })
  }
})
