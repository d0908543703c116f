import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseIban } from '../../src/kernel/iban.ts'
import type { Output } from '../../src/wire/operation.ts'
import type { readSandboxAccount } from '../../src/wire/sandbox-accounts.ts'
import type { WireCardAccount } from '../../src/wire/sandbox-card-accounts.ts'
import type { WireCardTransaction } from '../../src/wire/sandbox-card-transactions.ts'
import { startSandbox } from '../sandbox.ts'

type Account = Output<typeof readSandboxAccount>

const sandbox = await startSandbox()
const { client } = await sandbox.tpp()

const { customers } = (
  await client.call<{ customers: { customerNumber: string; type: string }[] }>(
    'GET',
    '/v1/sandbox/customers',
  )
).body
const person = customers.find(({ type }) => type === 'PRIVATE')!.customerNumber
const company = customers.find(({ type }) => type === 'CORPORATE')!.customerNumber

const open = async (body: object) =>
  (await client.call<Account>('POST', '/v1/sandbox/accounts', { body })).body
const openCard = async (body: object) =>
  (await client.call<WireCardAccount>('POST', '/v1/sandbox/card-accounts', { body })).body
const booked = ({ balances }: Pick<Account, 'balances'>) =>
  balances.find(({ balanceType }) => balanceType === 'interimBooked')?.balanceAmount

const refused = { status: 400, code: 'FORMAT_ERROR' }
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }

test('an account is opened with a valid number, in kroner, and empty', async () => {
  const account = await open({ customerNumber: person })
  assert.ok(parseIban(account.iban).ok)
  assert.equal(account.iban.slice(4), account.bban)
  assert.equal(account.currency, 'NOK')
  assert.equal(account.paymentsAllowed, true)
  assert.equal(account.kidRequired, false)
  assert.deepEqual(booked(account), { amount: '0.00', currency: 'NOK' })
  const read = await client.call('GET', `/v1/sandbox/accounts/${account.id}`)
  assert.deepEqual(read.body, account)
})

test('an account is opened as it is asked for', async () => {
  const balance = { amount: '1250.50', currency: 'EUR' }
  const order = { name: 'Feriekonto', kidRequired: true, paymentsAllowed: false }
  const account = await open({ customerNumber: company, balance, ...order })
  assert.deepEqual(booked(account), balance)
  const { name, kidRequired, paymentsAllowed, currency } = account
  assert.deepEqual({ name, kidRequired, paymentsAllowed }, order)
  assert.equal(currency, 'EUR')
  const { accounts } = (
    await client.call<{ accounts: Account[] }>(
      'GET',
      `/v1/sandbox/accounts?customerNumber=${company}`,
    )
  ).body
  assert.equal(accounts.length, 3)
  assert.ok(accounts.every(({ customerNumber }) => customerNumber === company))
})

const wrongOrders: [why: string, body: object][] = [
  ['no owner', {}],
  ['an unknown owner', { customerNumber: '01010112345' }],
  ['an unknown currency', { customerNumber: person, currency: 'XXX' }],
  ['a number for a balance', { customerNumber: person, balance: 100 }],
  ['too many decimals', { customerNumber: person, balance: { amount: '1.005', currency: 'NOK' } }],
  [
    'two currencies',
    { customerNumber: person, currency: 'NOK', balance: { amount: '1.00', currency: 'EUR' } },
  ],
]

for (const [why, body] of wrongOrders) {
  test(`refuses to open an account with ${why}`, async () => {
    await assert.rejects(open(body), refused)
  })
}

test('a balance that is set is still the sum of the transactions', async () => {
  const { id } = await open({
    customerNumber: person,
    balance: { amount: '10.00', currency: 'NOK' },
  })
  const path = `/v1/sandbox/accounts/${id}`
  for (const amount of ['950.25', '-20.00', '-20.00', '0.00']) {
    const balance = { amount, currency: 'NOK' }
    const set = await client.call<Account>('PUT', `${path}/balances`, { body: { balance } })
    assert.equal(set.status, 200)
    assert.deepEqual(booked(set.body), balance)
    const { body } = await client.call<{ transactionAmount: { amount: string } }[]>(
      'GET',
      `${path}/transactions`,
    )
    const sum = body.reduce(
      (total, { transactionAmount }) => total + Math.round(Number(transactionAmount.amount) * 100),
      0,
    )
    assert.equal(sum, Math.round(Number(amount) * 100))
  }
  const foreign = { balance: { amount: '1.00', currency: 'EUR' } }
  await assert.rejects(client.call('PUT', `${path}/balances`, { body: foreign }), refused)
})

test('unknown and malformed ids are 404 alike', async () => {
  const balance = { amount: '1.00', currency: 'NOK' }
  for (const id of ['x', '00000000-0000-4000-8000-000000000000', '%00', "'"]) {
    for (const kind of ['accounts', 'card-accounts']) {
      const path = `/v1/sandbox/${kind}/${id}`
      await assert.rejects(client.call('GET', path), unknown)
      await assert.rejects(client.call('GET', `${path}/transactions`), unknown)
      await assert.rejects(client.call('PUT', `${path}/balances`, { body: { balance } }), unknown)
    }
  }
})

test('an account is no card account, nor the other way round', async () => {
  const [account, card] = [
    await open({ customerNumber: person }),
    await openCard({ customerNumber: person }),
  ]
  await assert.rejects(client.call('GET', `/v1/sandbox/card-accounts/${account.id}`), unknown)
  await assert.rejects(client.call('GET', `/v1/sandbox/accounts/${card.id}`), unknown)
})

test('a card account is opened, charged and listed', async () => {
  const creditLimit = { amount: '25000.00', currency: 'NOK' }
  const card = await openCard({
    customerNumber: person,
    maskedPan: '492500******1234',
    creditLimit,
  })
  assert.deepEqual(card.creditLimit, creditLimit)
  assert.equal(card.maskedPan, '492500******1234')
  const purchase = {
    transactionAmount: { amount: '-348.12', currency: 'NOK' },
    originalAmount: { amount: '29.35', currency: 'EUR' },
    markupFee: { amount: '5.99', currency: 'NOK' },
    ...{ markupFeePercentage: '1.75', transactionDate: '2026-03-01', bookingDate: '2026-03-03' },
    ...{ merchantCategoryCode: '5812', cardAcceptorId: 'Restaurante El Mirlo', terminalId: 'T1' },
    cardAcceptorAddress: { city: 'Málaga', country: 'ES' },
  }
  const back = { transactionAmount: { amount: '48.12', currency: 'NOK' }, invoiced: true }
  const path = `/v1/sandbox/card-accounts/${card.id}`
  const entered = await client.call<WireCardTransaction[]>('POST', `${path}/transactions`, {
    body: [purchase, back],
  })
  assert.equal(entered.status, 201)
  const [first, second] = entered.body
  const { cardTransactionId, ...told } = first!
  assert.ok(cardTransactionId)
  assert.deepEqual(told, {
    ...purchase,
    ...{ valueDate: '2026-03-03', maskedPan: '492500******1234', invoiced: false },
    cardAcceptorAddress: { townName: 'Málaga', country: 'ES' },
  })
  assert.equal(second?.invoiced, true)
  const listed = await client.call<WireCardTransaction[]>('GET', `${path}/transactions`)
  assert.deepEqual(
    listed.body.map((each) => each.cardTransactionId),
    [second?.cardTransactionId, cardTransactionId],
  )
  const read = (await client.call<WireCardAccount>('GET', path)).body
  assert.deepEqual(booked(read), { amount: '-300.00', currency: 'NOK' })
  const asRecord = await client.call<unknown[]>(
    'GET',
    `/v1/sandbox/accounts/${card.id}/transactions`,
  )
  assert.equal(asRecord.body.length, 2)
})

test('of several card transactions all are entered, or none', async () => {
  const { id } = await openCard({ customerNumber: person })
  const path = `/v1/sandbox/card-accounts/${id}/transactions`
  const good = { transactionAmount: { amount: '-10.00', currency: 'NOK' } }
  const wrong: object[] = [
    { transactionAmount: { amount: '0.00', currency: 'NOK' } },
    { transactionAmount: { amount: '-1.00', currency: 'EUR' } },
    { ...good, bookingDate: '2999-01-01' },
    { ...good, transactionDate: '2999-01-01' },
    { ...good, bookingDate: '2026-03-03', valueDate: '2026-03-02' },
    { ...good, merchantCategoryCode: '58' },
    { ...good, cardAcceptorAddress: { city: 'A', townName: 'B', country: 'NO' } },
    { ...good, colour: 'red' },
  ]
  for (const each of wrong) {
    await assert.rejects(client.call('POST', path, { body: [good, each] }), refused)
  }
  await assert.rejects(client.call('POST', path, { body: good }), refused)
  await assert.rejects(client.call('POST', path, { body: [] }), refused)
  assert.deepEqual((await client.call('GET', path)).body, [])
})
