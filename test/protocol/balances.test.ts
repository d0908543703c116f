import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { listAccounts } from '../../src/wire/accounts.ts'
import { readBalances } from '../../src/wire/balances.ts'
import type { Output } from '../../src/wire/operation.ts'
import { consent, customersOf } from '../consented.ts'
import { assertFits } from '../fits.ts'
import { startSandbox } from '../sandbox.ts'

type Balances = Output<typeof readBalances>

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const [customerNumber = ''] = (await customersOf(tpp)).people
const psu = await consent(tpp, { customerNumber })
const { accounts } = (await psu.get<Output<typeof listAccounts>>('/v1/accounts')).body
const id = accounts[0]!.resourceId

const read = async () => (await psu.get<Balances>(`/v1/accounts/${id}/balances`)).body
const øre = ({ balances }: Balances, type: string) =>
  Math.round(
    Number(balances.find(({ balanceType }) => balanceType === type)?.balanceAmount.amount) * 100,
  )

test('balances are told by type, with the account', async () => {
  const body = await read()
  assertFits(readBalances, body)
  const { iban, bban, currency } = accounts[0]!
  assert.deepEqual(body.account, { iban, bban, currency })
  assert.deepEqual(
    body.balances.map(({ balanceType }) => balanceType),
    ['interimAvailable', 'interimBooked', 'expected'],
  )
})

test('a transaction moves the balances by its amount at once', async () => {
  const before = await read()
  const amount = 12_345
  await tpp.client.call('POST', `/v1/sandbox/accounts/${id}/transactions`, { body: { amount } })
  const after = await read()
  for (const type of ['interimAvailable', 'interimBooked', 'expected']) {
    assert.equal(øre(before, type) - øre(after, type), amount, type)
  }
})

test('a balance that is set in the sandbox is the one that is read', async () => {
  const balance = { amount: '-17.50', currency: 'NOK' }
  await tpp.client.call('PUT', `/v1/sandbox/accounts/${id}/balances`, { body: { balance } })
  assert.equal(øre(await read(), 'interimBooked'), -1750)
})

test('without the PSU four calls are answered, each saying how many are left', async () => {
  const left = []
  for (let call = 0; call < 4; call++) {
    const { headers } = await psu.unattended(`/v1/accounts/${id}/balances`)
    left.push(headers.get('ratelimit-remaining'))
  }
  assert.deepEqual(left, ['3', '2', '1', '0'])
  const exceeded = { status: 429, code: 'ACCESS_EXCEEDED' }
  await assert.rejects(psu.unattended(`/v1/accounts/${id}/balances`), exceeded)
  assert.ok(await read(), 'with the PSU there is no limit')
})
