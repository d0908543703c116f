import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNationalIdentity } from '../../src/kernel/national-identity.ts'
import type { Output } from '../../src/wire/operation.ts'
import type { initializeSandbox } from '../../src/wire/sandbox-initialize.ts'
import { startSandbox } from '../sandbox.ts'

type Initial = Output<typeof initializeSandbox>

const sandbox = await startSandbox()
const { client } = await sandbox.tpp()

const initialize = async () => (await client.call<Initial>('POST', '/v1/sandbox/initialize')).body

const count = async (what: 'customers' | 'accounts' | 'agreements' | 'card-accounts') => {
  const { body } = await client.call<Record<string, unknown[]>>('GET', `/v1/sandbox/${what}`)
  return Object.values(body)[0]?.length
}

test('a TPP finds the initial state with its very first call', async () => {
  assert.equal(await count('customers'), 4)
  assert.equal(await count('accounts'), 8)
  assert.equal(await count('card-accounts'), 2)
  assert.equal(await count('agreements'), 2)
})

test('initialising answers with what was created', async () => {
  const { customers, accounts, cardAccounts, agreements } = await initialize()
  const ofType = (wanted: string) => customers.filter(({ type }) => type === wanted)
  assert.equal(ofType('PRIVATE').length, 2)
  assert.equal(ofType('CORPORATE').length, 2)
  for (const { customerNumber, type } of customers) {
    const owned = (those: { customerNumber: string }[]) =>
      those.filter((each) => each.customerNumber === customerNumber).length
    assert.equal(owned(accounts), 2)
    assert.equal(owned(cardAccounts), type === 'PRIVATE' ? 1 : 0)
    if (type === 'PRIVATE') {
      const identity = parseNationalIdentity(customerNumber)
      assert.ok(identity.ok && identity.value.synthetic)
    }
  }
  assert.equal(agreements.length, 2)
  for (const { owner, engagements } of agreements) {
    assert.ok(ofType('CORPORATE').some(({ customerNumber }) => customerNumber === owner))
    assert.ok(engagements.some(({ roles }) => roles.includes('APPROVE')))
  }
})

test('initialising again brings the same people and accounts, and removes what was added', async () => {
  const before = await initialize()
  const body = { name: 'Berit Sandvoll Ek', type: 'PRIVATE' }
  const added = await client.call<{ customerNumber: string }>('POST', '/v1/sandbox/customers', {
    body,
  })
  const { customerNumber } = added.body
  await client.call('POST', '/v1/sandbox/accounts', { body: { customerNumber } })
  await client.call('POST', '/v1/sandbox/faults', {
    body: { method: 'GET', path: '/v1/sandbox/accounts', status: 500 },
  })
  const after = await initialize()
  assert.deepEqual(after.customers, before.customers)
  assert.deepEqual(
    after.accounts.map(({ iban, balances }) => ({ iban, balances })),
    before.accounts.map(({ iban, balances }) => ({ iban, balances })),
  )
  assert.equal(await count('customers'), 4)
  assert.equal(await count('accounts'), 8)
  const gone = client.call('GET', `/v1/sandbox/customers/${customerNumber}`)
  await assert.rejects(gone, { status: 404, code: 'RESOURCE_UNKNOWN' })
  const old = client.call('GET', `/v1/sandbox/accounts/${before.accounts[0]?.id}`)
  await assert.rejects(old, { status: 404, code: 'RESOURCE_UNKNOWN' })
})
