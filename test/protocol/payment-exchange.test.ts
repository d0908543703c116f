import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { consent, type Psu } from '../consented.ts'
import { ingrid, jonas } from '../headless-psu.ts'
import {
  bookedOn,
  type Created,
  created,
  iban,
  logIn,
  nok,
  runBatch,
  sepa,
  statusOf,
} from '../paying.ts'
import { startSandbox } from '../sandbox.ts'

/** Payments in another currency than the account's, as the payer's AISP sees them afterwards. */

// A Monday morning, when one euro costs 11.663 kroner at the bank.
const sandbox = await startSandbox({ clock: manualClock('2026-11-16T10:30:00+01:00') })
const tpp = await sandbox.tpp()
const crossBorder = '/v1/payments/cross-border-credit-transfers'
const german = 'DE89370400440532013000'

interface Transaction {
  transactionId: string
  endToEndId?: string
  bookingDate: string
  transactionAmount: { amount: string; currency: string }
  bankTransactionCode: string
  currencyExchange?: Record<string, string>
  creditorName?: string
  creditorAccount?: { iban?: string }
  debtorName?: string
  debtorAccount?: { iban?: string }
  purposeCode?: string
  remittanceInformationUnstructured?: string
}

/** What was booked today on the account, each as its details tell. */
async function bookedToday(psu: Psu, number: string): Promise<Transaction[]> {
  const list = await psu.get<{ accounts: { resourceId: string; iban: string }[] }>('/v1/accounts')
  const id = list.body.accounts.find((account) => account.iban === number)?.resourceId
  const target = `/v1/accounts/${id}/transactions`
  const query = '?bookingStatus=booked&dateFrom=2026-11-16&dateTo=2026-11-16'
  const answer = await psu.get<{ transactions: { booked: Transaction[] } }>(`${target}${query}`)
  const details: Transaction[] = []
  for (const { transactionId } of answer.body.transactions.booked) {
    const one = await psu.get<{ transactionsDetails: Transaction }>(`${target}/${transactionId}`)
    details.push(one.body.transactionsDetails)
  }
  return details
}

/** The fee carries the id of its payment too. */
const paymentIn = (booked: Transaction[], id: string) =>
  booked.find(
    ({ endToEndId, bankTransactionCode }) => endToEndId === id && bankTransactionCode !== feeCode,
  )

const feeCode = 'PMNT-ICDT-CHRG'

async function paid(customerNumber: string, body: object, path: string): Promise<Created> {
  const psu = await logIn(tpp, { customerNumber, context: 'PRIVATE' })
  const made = await created(tpp, psu, body, path)
  assert.equal((await runBatch(tpp)).body.ACSP, 1)
  return made
}

describe('euros from an account in kroner', () => {
  const body = {
    endToEndIdentification: 'INVOICE-2026-17',
    instructedAmount: { amount: '123.45', currency: 'EUR' },
    debtorAccount: nok(iban.ingrid),
    creditorAccount: { iban: german, currency: 'EUR' },
    creditorAgent: 'COBADEFFXXX',
    creditorName: 'Erika Mustermann',
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    remittanceInformationUnstructured: 'Rechnung 17',
  }

  test('cost what the rate of the day says, with the fee that was told booked for itself', async () => {
    const before = await bookedOn(tpp, iban.ingrid)
    const made = await paid(ingrid, body, sepa)
    assert.deepEqual(made.transactionFees, { amount: '25.00', currency: 'NOK' })
    assert.equal(made.transactionFeeIndicator, true)
    // 123.45 × 11.663 = 1439.79735
    assert.equal(await bookedOn(tpp, iban.ingrid), before - 143_980n - 2_500n)
    assert.equal(await statusOf(tpp, made), 'ACSP')
  })

  test('show rate, day of the rate, end-to-end id and parties to an AISP', async () => {
    const psu = await consent(tpp, { customerNumber: ingrid })
    const booked = await bookedToday(psu, iban.ingrid)
    const payment = paymentIn(booked, 'INVOICE-2026-17')
    assert.ok(payment, JSON.stringify(booked))
    assert.deepEqual(payment.transactionAmount, { amount: '-1439.80', currency: 'NOK' })
    assert.deepEqual(payment.currencyExchange, {
      sourceCurrency: 'NOK',
      exchangeRate: '11.663000',
      unitCurrency: 'EUR',
      targetCurrency: 'EUR',
      quotationDate: '2026-11-16',
    })
    assert.equal(payment.bankTransactionCode, 'PMNT-ICDT-ESCT')
    assert.equal(payment.bookingDate, '2026-11-16')
    assert.equal(payment.creditorName, 'Erika Mustermann')
    assert.equal(payment.creditorAccount?.iban, german)
    assert.equal(payment.debtorAccount?.iban, iban.ingrid)
    assert.match(payment.debtorName ?? '', /^Ingrid /)
    assert.equal(payment.remittanceInformationUnstructured, 'Rechnung 17')
    const fee = booked.find(({ bankTransactionCode }) => bankTransactionCode === feeCode)
    assert.deepEqual(fee?.transactionAmount, { amount: '-25.00', currency: 'NOK' })
  })
})

test('euros reach an account here that holds them, paid from one in kroner', async () => {
  const [from, to] = [await bookedOn(tpp, iban.ingrid), await bookedOn(tpp, iban.jonasEuro)]
  const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const body = {
    instructedAmount: { amount: '10.00', currency: 'EUR' },
    debtorAccount: nok(iban.ingrid),
    creditorAccount: { iban: iban.jonasEuro, currency: 'EUR' },
    creditorAgent: 'DNBANOKK',
    creditorName: 'Jonas Myrvold Tangen',
    creditorAddress: { townName: 'Bergen', country: 'NO' },
  }
  const made = await created(tpp, psu, body, sepa)
  await runBatch(tpp)
  assert.equal(await statusOf(tpp, made), 'ACSC')
  assert.equal(await bookedOn(tpp, iban.ingrid), from - 11_663n - 2_500n)
  assert.equal(await bookedOn(tpp, iban.jonasEuro), to + 1_000n)
})

describe('kroner from an account in euros', () => {
  const body = {
    instructedAmount: { amount: '1000.00', currency: 'NOK' },
    debtorAccount: { iban: iban.jonasEuro, currency: 'EUR' },
    creditorAccount: { iban: german, currency: 'NOK' },
    creditorAgent: 'COBADEFFXXX',
    creditorName: 'Erika Mustermann',
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    purposeCode: 'SUPP',
  }

  test('are divided by the same rate and rounded once', async () => {
    const before = await bookedOn(tpp, iban.jonasEuro)
    const made = await paid(jonas, body, crossBorder)
    // 65 NOK ÷ 11.663 = 5.5731…; 1000 ÷ 11.663 = 85.7412…
    assert.deepEqual(made.transactionFees, { amount: '5.57', currency: 'EUR' })
    assert.equal(await bookedOn(tpp, iban.jonasEuro), before - 8_574n - 557n)
    const psu = await consent(tpp, { customerNumber: jonas })
    const booked = await bookedToday(psu, iban.jonasEuro)
    const made32 = made.paymentId.replaceAll('-', '')
    const payment = paymentIn(booked, made32)
    assert.ok(payment, JSON.stringify(booked))
    assert.deepEqual(payment.transactionAmount, { amount: '-85.74', currency: 'EUR' })
    assert.deepEqual(payment.currencyExchange, {
      sourceCurrency: 'EUR',
      exchangeRate: '11.663000',
      unitCurrency: 'EUR',
      targetCurrency: 'NOK',
      quotationDate: '2026-11-16',
    })
    assert.equal(payment.bankTransactionCode, 'PMNT-ICDT-XBCT')
    assert.equal(payment.purposeCode, 'SUPP')
  })
})

test('in the currency of the account nothing is exchanged', async () => {
  const psu = await logIn(tpp, { customerNumber: jonas, context: 'PRIVATE' })
  const body = {
    instructedAmount: { amount: '10.00', currency: 'EUR' },
    debtorAccount: { iban: iban.jonasEuro, currency: 'EUR' },
    creditorAccount: { iban: german, currency: 'EUR' },
    creditorAgent: 'COBADEFFXXX',
    creditorName: 'Erika Mustermann',
    creditorAddress: { townName: 'Berlin', country: 'DE' },
    endToEndIdentification: 'SAME-CURRENCY',
  }
  const before = await bookedOn(tpp, iban.jonasEuro)
  const made = await created(tpp, psu, body, sepa)
  await runBatch(tpp)
  // 10 NOK ÷ 11.663 = 0.8574…
  assert.deepEqual(made.transactionFees, { amount: '0.86', currency: 'EUR' })
  assert.equal(await bookedOn(tpp, iban.jonasEuro), before - 1_000n - 86n)
  const consented = await consent(tpp, { customerNumber: jonas })
  const booked = await bookedToday(consented, iban.jonasEuro)
  const payment = paymentIn(booked, 'SAME-CURRENCY')
  assert.equal(payment?.currencyExchange, undefined)
  assert.equal(payment?.transactionAmount.amount, '-10.00')
})
