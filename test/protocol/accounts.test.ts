import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAccounts, readAccount } from '../../src/wire/accounts.ts'
import type { Output } from '../../src/wire/operation.ts'
import { ask, consent, customersOf, redirectUri, scaLinkIn } from '../consented.ts'
import { assertFits } from '../fits.ts'
import { startSandbox } from '../sandbox.ts'

type Accounts = Output<typeof listAccounts>

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const { people } = await customersOf(tpp)
const [customerNumber = '', otherNumber = ''] = people
const psu = await consent(tpp, { customerNumber })
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }

test('the first call asks for the PSU, and the same call with PSU-ID lists the accounts', async () => {
  const headers = { 'TPP-Redirect-URI': redirectUri, 'PSU-IP-Address': '192.0.2.17' }
  const first = await ask(tpp, '/v1/accounts', headers)
  assert.equal(first.status, 401)
  assert.ok(scaLinkIn(first.body))
  const { status, body } = await psu.get<Accounts>('/v1/accounts')
  assert.equal(status, 200)
  assertFits(listAccounts, body)
  assert.equal(body.accounts.length, 2)
})

test('balances come along when they are asked for', async () => {
  const without = (await psu.get<Accounts>('/v1/accounts')).body
  assert.ok(without.accounts.every(({ balances }) => balances === undefined))
  const { body } = await psu.get<Accounts>('/v1/accounts?withBalance=true')
  assertFits(listAccounts, body)
  for (const { balances } of body.accounts) {
    const types = balances?.map(({ balanceType }) => balanceType)
    assert.deepEqual(types, ['interimAvailable', 'interimBooked', 'expected'])
  }
  await assert.rejects(psu.get('/v1/accounts?withBalance=yes'), { code: 'FORMAT_ERROR' })
})

test('an account is read by its id, and every link it has is answered', async () => {
  const [account] = (await psu.get<Accounts>('/v1/accounts')).body.accounts
  const { body } = await psu.get<Output<typeof readAccount>>(`/v1/accounts/${account!.resourceId}`)
  assertFits(readAccount, body)
  assert.deepEqual(body.account, account)
  for (const { href, verbs } of Object.values(account!._links)) {
    assert.ok(href.startsWith(sandbox.publicUrl))
    assert.deepEqual(verbs, ['GET'])
    assert.equal((await psu.get(href.slice(sandbox.publicUrl.length))).status, 200)
  }
})

test('only the accounts that were ticked are there', async () => {
  const [first, second] = (await psu.get<Accounts>('/v1/accounts')).body.accounts
  const aware = await sandbox.tpp({ name: 'Sparsom AS' })
  const whole = await consent(aware, { customerNumber })
  const own = (await whole.get<Accounts>('/v1/accounts')).body.accounts
  const ticked = own.find(({ iban }) => iban === first!.iban)!
  const hidden = own.find(({ iban }) => iban === second!.iban)!
  const picky = await sandbox.as(await sandbox.issue({ name: 'Kresen AS' }))
  const some = await consent(picky, { customerNumber, accounts: [first!.iban] })
  const listed = (await some.get<Accounts>('/v1/accounts')).body.accounts
  assert.deepEqual(
    listed.map(({ iban }) => iban),
    [first!.iban],
  )
  assert.notEqual(listed[0]?.resourceId, ticked.resourceId)
  for (const id of [hidden.resourceId, ticked.resourceId, second!.resourceId]) {
    await assert.rejects(some.get(`/v1/accounts/${id}`), unknown)
    await assert.rejects(some.get(`/v1/accounts/${id}/balances`), unknown)
  }
})

test('unknown and malformed ids are 404 alike', async () => {
  for (const id of ['x', '00000000-0000-4000-8000-000000000000', '%00', "'", '%F0%9F%90%B8']) {
    for (const below of ['', '/balances', '/transactions', '/transactions/x']) {
      await assert.rejects(psu.get(`/v1/accounts/${id}${below}`), unknown)
    }
  }
})

test('two PSUs of one TPP do not see each other’s accounts', async () => {
  const other = await consent(tpp, { customerNumber: otherNumber })
  const ids = async ({ get }: typeof psu) =>
    (await get<Accounts>('/v1/accounts')).body.accounts.map(({ resourceId }) => resourceId)
  const [mine, theirs] = [await ids(psu), await ids(other)]
  assert.ok(mine.every((id) => !theirs.includes(id)))
  for (const id of theirs) await assert.rejects(psu.get(`/v1/accounts/${id}`), unknown)
})

test('another TPP with the same PSU-ID is asked to send the PSU, in a shared world too', async () => {
  const shared = await startSandbox({ env: { NORDGATE_SHARED_WORLD: 'on' } })
  const [one, two] = [await shared.tpp(), await shared.tpp({ name: 'Fremmed AS' })]
  const { people: there } = await customersOf(one)
  const consented = await consent(one, { customerNumber: there[0]! })
  const [account] = (await consented.get<Accounts>('/v1/accounts')).body.accounts
  for (const target of ['/v1/accounts', `/v1/accounts/${account!.resourceId}/balances`]) {
    const answer = await ask(two, target, consented.headers)
    assert.equal(answer.status, 401)
    assert.ok(scaLinkIn(answer.body))
  }
  const own = await consent(two, { customerNumber: there[1]! })
  await assert.rejects(own.get(`/v1/accounts/${account!.resourceId}`), unknown)
})

test('TPP-Redirect-URI is required, and the role of an AISP', async () => {
  const without = await ask(tpp, '/v1/accounts', { 'PSU-ID': psu.psuId })
  assert.deepEqual(
    [without.status, (without.body as { code: string }).code],
    [400, 'HTTP_HEADER_REQUIRED'],
  )
  const payer = await sandbox.tpp({ roles: ['PISP'] })
  const refused = await ask(payer, '/v1/accounts', { 'TPP-Redirect-URI': redirectUri })
  assert.deepEqual([refused.status, (refused.body as { code: string }).code], [401, 'ROLE_INVALID'])
})

test('x-accept-fix is repeated as far as it is known', async () => {
  const wish = { 'x-accept-fix': 'cash-account-type-iso, something-else,slim-transaction-list' }
  const { headers } = await psu.get('/v1/accounts', wish)
  assert.equal(headers.get('x-accept-fix'), 'cash-account-type-iso, slim-transaction-list')
  const unknownOnly = await psu.get('/v1/accounts', { 'x-accept-fix': 'something-else' })
  assert.equal(unknownOnly.headers.get('x-accept-fix'), undefined)
})
