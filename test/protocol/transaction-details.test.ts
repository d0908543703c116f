import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { listAccounts } from '../../src/wire/accounts.ts'
import type { Output } from '../../src/wire/operation.ts'
import { type listTransactions, readTransaction } from '../../src/wire/transactions.ts'
import { ask, consent, customersOf, scaLinkIn } from '../consented.ts'
import { assertFits } from '../fits.ts'
import { startSandbox } from '../sandbox.ts'

type Details = Output<typeof readTransaction>

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const [customerNumber = ''] = (await customersOf(tpp)).people
const psu = await consent(tpp, { customerNumber })
const { accounts } = (await psu.get<Output<typeof listAccounts>>('/v1/accounts')).body
const [id = '', other = ''] = accounts.map(({ resourceId }) => resourceId)
const path = `/v1/accounts/${id}/transactions`

const listed = async (query: string) =>
  (await psu.get<Output<typeof listTransactions>>(`${path}?${query}`)).body.transactions
const { booked = [], pending = [] } = await listed(
  'bookingStatus=both&dateFrom=2020-01-01&limit=1000',
)
const newest = booked[0]!
const oldest = booked.at(-1)!
const details = (transactionId: string) => `${path}/${transactionId}`
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }

test('details are read where the list points, and tell what it told', async () => {
  for (const transaction of [newest, oldest, ...pending]) {
    const { href } = transaction._links.transactionDetails
    const { body } = await psu.get<Details>(href.slice(sandbox.publicUrl.length))
    assertFits(readTransaction, body)
    const { _links: _, ...told } = transaction
    const { _links: links, ...read } = body.transactionsDetails
    assert.deepEqual(read, told)
    assert.equal(links.self?.href, href)
  }
})

test('a booked transaction keeps its id', async () => {
  await tpp.client.call('POST', `/v1/sandbox/accounts/${id}/transactions`, { body: { amount: 1 } })
  const again = await listed('dateFrom=2020-01-01&limit=1000')
  const ids = new Set(again.booked?.map(({ transactionId }) => transactionId))
  assert.ok(booked.every(({ transactionId }) => ids.has(transactionId)))
})

test('of another account, unknown and malformed ids are 404 alike', async () => {
  await assert.rejects(
    psu.get(`/v1/accounts/${other}/transactions/${newest.transactionId}`),
    unknown,
  )
  for (const wrong of ['x', '00000000-0000-4000-8000-000000000000', '%00', "'"]) {
    await assert.rejects(psu.get(details(wrong)), unknown)
  }
})

test('older than 90 days they need a valid session, and are refused without the PSU', async () => {
  const stranger = { ...psu.headers, 'TPP-Session-ID': 'another', 'PSU-IP-Address': '192.0.2.17' }
  const answer = await ask(tpp, details(oldest.transactionId), stranger)
  assert.equal(answer.status, 401)
  assert.ok(scaLinkIn(answer.body))
  const alone = psu.unattended(details(oldest.transactionId))
  await assert.rejects(alone, { status: 400, code: 'PERIOD_INVALID' })
})

test('without the PSU four calls are answered', async () => {
  for (let call = 0; call < 4; call++) await psu.unattended(details(newest.transactionId))
  const exceeded = { status: 429, code: 'ACCESS_EXCEEDED' }
  await assert.rejects(psu.unattended(details(newest.transactionId)), exceeded)
})

test('without the PSU the account must have been granted at most 90 days ago', async () => {
  const advance = { body: { advance: 'P91D' } }
  await tpp.client.call('POST', '/v1/sandbox/clock', advance)
  await tpp.client.call('POST', `/v1/sandbox/accounts/${id}/transactions`, { body: { amount: 2 } })
  const list = await psu.unattended<Output<typeof listTransactions>>(path)
  const { transactionId } = list.body.transactions.booked![0]!
  const answer = await ask(tpp, details(transactionId), psu.headers)
  assert.equal(answer.status, 401)
  const attended = await ask(tpp, details(transactionId), {
    ...psu.headers,
    'PSU-IP-Address': '192.0.2.17',
  })
  assert.equal(attended.status, 200)
})
