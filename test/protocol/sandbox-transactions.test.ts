import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { osloDate } from '../../src/kernel/oslo.ts'
import type { WireTransaction } from '../../src/wire/sandbox-transactions.ts'
import { startSandbox } from '../sandbox.ts'

const sandbox = await startSandbox()
const { client } = await sandbox.tpp()

interface Account {
  id: string
  iban: string
  bban: string
  ownerName: string
  customerNumber: string
}

const today = osloDate(systemClock.now())
const daysAgo = (days: number) => today.subtract({ days }).toString()
const { accounts } = (await client.call<{ accounts: Account[] }>('GET', '/v1/sandbox/accounts'))
  .body
const customerNumber = accounts[0]!.customerNumber

async function openAccount() {
  const body = { customerNumber }
  const account = (await client.call<Account>('POST', '/v1/sandbox/accounts', { body })).body
  const path = `/v1/sandbox/accounts/${account.id}/transactions`
  return {
    account,
    path,
    enter: async (order: object) =>
      (await client.call<WireTransaction>('POST', path, { body: order })).body,
    list: async (query = '') => (await client.call<WireTransaction[]>('GET', path + query)).body,
  }
}

const refused = { status: 400, code: 'FORMAT_ERROR' }

test('the record has every field of the document, and its link leads to it', async () => {
  const { account, path, enter, list } = await openAccount()
  const order = {
    amount: 45_050,
    currency: 'NOK',
    valueDate: daysAgo(1),
    remittanceInformationUnstructured: 'Varekjøp på Sagene',
    creditorName: 'Kornmoen Mat',
    creditorAccount: { iban: 'NO2199992202021', bban: '99992202021' },
    debtorName: 'Meg Selv',
    debtorAccount: { iban: account.iban, bban: account.bban },
    bankTransactionCode: 'PMNT-ICDT-ESCT',
    ultimateDebtor: 'Den Egentlige',
    ultimateCreditor: 'Kjeden AS',
    purposeCode: 'SUPP',
    bookingDate: daysAgo(2),
  }
  const { id, _links, transactionAmount, ...record } = await enter(order)
  assert.deepEqual(record, order)
  assert.deepEqual(transactionAmount, { amount: '-450.50', currency: 'NOK' })
  const href = `${sandbox.publicUrl}${path}/${id}`
  assert.deepEqual(_links, { self: { href, verbs: ['GET'] } })
  const whole = { id, ...record, transactionAmount, _links }
  assert.deepEqual((await client.call('GET', `${path}/${id}`)).body, whole)
  assert.deepEqual(await list(), [whole])
})

test('an amount is all that it takes', async () => {
  const { account, enter } = await openAccount()
  const { id: _, _links: __, ...record } = await enter({ amount: 1 })
  assert.deepEqual(record, {
    ...{ amount: 1, currency: 'NOK', valueDate: `${today}`, bookingDate: `${today}` },
    ...{ remittanceInformationUnstructured: '', creditorName: '', purposeCode: 'OTHR' },
    creditorAccount: { iban: '', bban: '' },
    debtorName: account.ownerName,
    debtorAccount: { iban: account.iban, bban: account.bban },
    ...{ bankTransactionCode: 'PMNT-ICDT-DMCT', ultimateCreditor: '' },
    ultimateDebtor: account.ownerName,
    transactionAmount: { amount: '-0.01', currency: 'NOK' },
  })
})

test('with the account itself as creditor, money comes in', async () => {
  const { account, enter } = await openAccount()
  const record = await enter({
    amount: 250_000,
    debtorName: 'Farmor',
    creditorAccount: { bban: account.bban },
  })
  assert.equal(record.transactionAmount.amount, '2500.00')
  assert.equal(record.debtorName, 'Farmor')
  assert.equal(record.creditorName, account.ownerName)
  assert.deepEqual(record.creditorAccount, { iban: account.iban, bban: account.bban })
})

test('another account as debtor is refused', async () => {
  const { enter, list, account } = await openAccount()
  const other = accounts.find(({ id }) => id !== account.id)!
  for (const debtorAccount of [
    { iban: other.iban },
    { bban: other.bban },
    { iban: 'NO2199992202021' },
    { iban: 'DE85999900010012345678' },
  ]) {
    await assert.rejects(enter({ amount: 100, debtorAccount }), refused)
  }
  const both = { debtorAccount: { iban: account.iban }, creditorAccount: { iban: account.iban } }
  await assert.rejects(enter({ amount: 100, ...both }), refused)
  assert.deepEqual(await list(), [])
})

const wrong: [why: string, order: object][] = [
  ['a booking date to come', { bookingDate: daysAgo(-1) }],
  ['a value date to come', { valueDate: daysAgo(-1) }],
  ['a booking date after the value date', { bookingDate: daysAgo(1), valueDate: daysAgo(2) }],
  ['a date that does not exist', { bookingDate: '2026-02-30' }],
  ['an amount of zero', { amount: 0 }],
  ['a negative amount', { amount: -5 }],
  ['half an øre', { amount: 0.5 }],
  ['an amount beyond int32', { amount: 2 ** 31 }],
  ['an amount as text', { amount: '100' }],
  ['another currency', { currency: 'EUR' }],
  ['a code that is too short', { bankTransactionCode: 'PMN' }],
  ['a code that is too long', { bankTransactionCode: 'PMNT-ICDT-DMCTX' }],
  ['a wrong IBAN', { creditorAccount: { iban: 'NO2199992202022' } }],
  ['a wrong account number', { creditorAccount: { bban: '99992202022' } }],
  ['two accounts in one', { creditorAccount: { iban: 'NO2199992202021', bban: '99992203036' } }],
  ['a text that is too long', { remittanceInformationUnstructured: 'x'.repeat(141) }],
  ['an id of its own', { id: 'mine' }],
]

for (const [why, order] of wrong) {
  test(`refuses a transaction with ${why}`, async () => {
    const { enter } = await openAccount()
    await assert.rejects(enter({ amount: 100, ...order }), refused)
  })
}

test('the largest amount that the record can hold is kept exactly', async () => {
  const { enter, list } = await openAccount()
  await enter({ amount: 2 ** 31 - 1 })
  assert.equal((await list())[0]?.amount, 2 ** 31 - 1)
})

test('the list is newest first, and takes a period, an offset and a limit', async () => {
  const { enter, list } = await openAccount()
  for (const days of [9, 3, 7, 1, 5]) await enter({ amount: days, bookingDate: daysAgo(days) })
  const days = async (query: string) => (await list(query)).map(({ amount }) => amount)
  assert.deepEqual(await days(''), [1, 3, 5, 7, 9])
  assert.deepEqual(await days(`?fromDate=${daysAgo(5)}`), [1, 3, 5])
  assert.deepEqual(await days(`?toDate=${daysAgo(5)}`), [5, 7, 9])
  assert.deepEqual(await days(`?fromDate=${daysAgo(7)}&toDate=${daysAgo(3)}`), [3, 5, 7])
  assert.deepEqual(await days('?limit=2'), [1, 3])
  assert.deepEqual(await days('?offset=3'), [7, 9])
  assert.deepEqual(await days('?offset=1&limit=2'), [3, 5])
  assert.deepEqual(await days(`?fromDate=${daysAgo(7)}&offset=1&limit=2`), [3, 5])
  assert.deepEqual(await days('?offset=100'), [])
  assert.deepEqual(await days(`?fromDate=${today}&toDate=2999-12-31`), [])
})

const wrongQueries: [query: string, code: string][] = [
  ['limit=0', 'FORMAT_ERROR'],
  ['limit=-1', 'FORMAT_ERROR'],
  ['limit=1.5', 'FORMAT_ERROR'],
  ['limit=x', 'FORMAT_ERROR'],
  ['limit=2147483648', 'FORMAT_ERROR'],
  ['offset=-1', 'FORMAT_ERROR'],
  ['fromDate=yesterday', 'FORMAT_ERROR'],
  ['fromDate=2026-02-30', 'FORMAT_ERROR'],
  ['dateFrom=2026-02-01', 'FORMAT_ERROR'],
  ['limit=1&limit=2', 'FORMAT_ERROR'],
  ['fromDate=2026-03-02&toDate=2026-03-01', 'PERIOD_INVALID'],
  ['fromDate=2999-01-01', 'PERIOD_INVALID'],
]

for (const [query, code] of wrongQueries) {
  test(`refuses ?${query} with ${code}`, async () => {
    const { path } = await openAccount()
    await assert.rejects(client.call('GET', `${path}?${query}`), { status: 400, code })
  })
}

test('a transaction of another account is unknown', async () => {
  const [one, other] = [await openAccount(), await openAccount()]
  const { id } = await one.enter({ amount: 1 })
  for (const path of [`${other.path}/${id}`, `${one.path}/x`]) {
    await assert.rejects(client.call('GET', path), { status: 404, code: 'RESOURCE_UNKNOWN' })
  }
})

test('the history of the initial state adds up to the balances', async () => {
  for (const { id } of accounts) {
    const path = `/v1/sandbox/accounts/${id}`
    const { body } = await client.call<WireTransaction[]>('GET', `${path}/transactions`)
    const sum = body.reduce(
      (total, { transactionAmount }) => total + Math.round(Number(transactionAmount.amount) * 100),
      0,
    )
    const { balances } = (
      await client.call<{ balances: { balanceType: string; balanceAmount: { amount: string } }[] }>(
        'GET',
        path,
      )
    ).body
    const booked = balances.find(({ balanceType }) => balanceType === 'interimBooked')
    assert.equal(sum, Math.round(Number(booked?.balanceAmount.amount) * 100))
    assert.ok(body.every(({ bookingDate, valueDate }) => bookingDate <= valueDate))
    assert.ok(body.every(({ valueDate }) => valueDate <= today.toString()))
  }
})
