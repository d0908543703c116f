import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../src/kernel/clock.ts'
import { formatHttpDate } from '../../src/signing/signing.ts'
import type { WireLoggedRequest } from '../../src/wire/sandbox-requests.ts'
import { startSandbox } from '../sandbox.ts'

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const { client } = tpp

const latest = async (of = tpp, query = '') =>
  (await of.client.call<{ requests: WireLoggedRequest[] }>('GET', `/v1/sandbox/requests${query}`))
    .body.requests

const verdictOf = (request: WireLoggedRequest | undefined, name: string) =>
  request?.checks.find(({ check }) => check === name)?.verdict

test('a TPP sees its last call with the verdict of every check', async () => {
  const request = client.prepare('GET', '/v1/sandbox/accounts?customerNumber=17848800880')
  await client.send(request)
  const [seen] = await latest()
  assert.equal(seen?.requestId, request.headers['X-Request-ID'])
  assert.equal(seen?.path, '/v1/sandbox/accounts')
  assert.equal(seen?.operation, 'list-sandbox-accounts')
  assert.equal(seen?.status, 200)
  assert.ok((seen?.durationMs ?? 0) > 0)
  assert.ok(seen?.checks.every(({ verdict }) => verdict === 'passed'))
})

test('a refused input shows which check refused it', async () => {
  await client.send(client.prepare('POST', '/v1/sandbox/customers', { body: { name: 1 } }))
  const [seen] = await latest()
  assert.equal(seen?.code, 'FORMAT_ERROR')
  assert.equal(verdictOf(seen, 'signature'), 'passed')
  assert.equal(verdictOf(seen, 'input'), 'refused')
  assert.equal(verdictOf(seen, 'act'), 'not-reached')
})

test('a call with a wrong Date is shown, because its signature proves whose it is', async () => {
  const then = formatHttpDate(systemClock.now().subtract({ minutes: 10 }))
  const late = client.prepare('GET', '/v1/sandbox/accounts', { headers: { Date: then } })
  assert.equal((await client.send(late)).status, 400)
  const [seen] = await latest()
  assert.equal(seen?.requestId, late.headers['X-Request-ID'])
  assert.equal(seen?.code, 'TIMESTAMP_INVALID')
  assert.equal(verdictOf(seen, 'date'), 'refused')
  assert.equal(verdictOf(seen, 'digest'), 'not-reached')
})

test('nobody writes into another’s timeline with a certificate that is not theirs', async () => {
  const other = await sandbox.tpp()
  await other.client.call('GET', '/v1/sandbox/accounts')
  const before = await latest(other)
  const stolen = other.client.prepare('GET', '/v1/sandbox/accounts')
  const own = client.prepare('GET', '/v1/sandbox/accounts')
  const certificate = stolen.headers['TPP-Signature-Certificate'] ?? ''
  for (const headers of [
    // Another's certificate with a signature of one's own, on time and late.
    { ...own.headers, 'TPP-Signature-Certificate': certificate },
    { ...stolen.headers, Signature: own.headers.Signature ?? '' },
    {
      ...stolen.headers,
      Signature: own.headers.Signature ?? '',
      Date: 'Mon, 01 Jan 2024 00:00:00 GMT',
    },
  ]) {
    assert.equal((await client.send({ ...own, headers })).status, 400)
  }
  const impostor = await sandbox.tpp({
    organizationIdentifier: other.organizationIdentifier,
    defect: 'unknown-ca',
  })
  await impostor.client.send(impostor.client.prepare('GET', '/v1/sandbox/accounts'))
  const after = await latest(other)
  assert.deepEqual(after.slice(1), before)
})

test('a planned fault is named', async () => {
  const { body } = await client.call<{ id: string }>('POST', '/v1/sandbox/faults', {
    body: { method: 'GET', path: '/v1/sandbox/customers', status: 502 },
  })
  await client.send(client.prepare('GET', '/v1/sandbox/customers'))
  const [seen] = await latest()
  assert.equal(seen?.status, 502)
  assert.equal(seen?.faultId, body.id)
})

const customers = '/v1/sandbox/customers'
const without = { name: 'Åse Lervik', type: 'CORPORATE', organisationNumber: '1' }
const struck: [title: string, fault: object, body: object, checks: Record<string, string>][] = [
  [
    'before the act is where it was stopped, with nothing after it',
    { status: 502 },
    { name: 'Åse Lervik', type: 'PRIVATE' },
    { input: 'passed', fault: 'refused', repetition: 'not-reached', act: 'not-reached' },
  ],
  [
    'that cuts the connection is shown as well',
    { drop: true },
    { name: 'Åse Lervik', type: 'PRIVATE' },
    { input: 'passed', fault: 'refused', act: 'not-reached', answer: 'not-reached' },
  ],
  [
    'after the act has taken the answer alone',
    { status: 502, moment: 'after' },
    { name: 'Åse Lervik', type: 'PRIVATE' },
    { fault: 'passed', act: 'passed', answer: 'refused' },
  ],
  [
    'after a refusal hides it from the caller, and not from the timeline',
    { drop: true, moment: 'after' },
    without,
    { fault: 'passed', act: 'refused', answer: 'not-reached' },
  ],
  [
    'that only waits leaves the verdicts as they are',
    { delayMs: 1 },
    without,
    { fault: 'passed', act: 'refused' },
  ],
]
for (const [title, fault, body, checks] of struck) {
  test(`a planned fault ${title}`, async () => {
    await client.call('POST', '/v1/sandbox/faults', {
      body: { method: 'POST', path: customers, ...fault },
    })
    const request = client.prepare('POST', customers, { body })
    await client.send(request).catch(() => undefined)
    const [seen] = await latest()
    assert.equal(seen?.requestId, request.headers['X-Request-ID'])
    for (const [name, verdict] of Object.entries(checks)) {
      assert.equal(verdictOf(seen, name), verdict, name)
    }
  })
}

test('neither bodies nor the numbers of people are in it', async () => {
  await client.send(client.prepare('GET', '/v1/sandbox/customers/17848800880'))
  await client.call('POST', '/v1/sandbox/customers', {
    body: { name: 'Hemmelig Navn', type: 'PRIVATE' },
  })
  const printed = JSON.stringify(await latest(tpp, '?limit=200'))
  assert.doesNotMatch(printed, /17848800880|Hemmelig/)
})

test('the list takes a limit', async () => {
  assert.equal((await latest(tpp, '?limit=2')).length, 2)
  for (const limit of ['0', '201', 'x']) {
    const refused = client.call('GET', `/v1/sandbox/requests?limit=${limit}`)
    await assert.rejects(refused, { status: 400, code: 'FORMAT_ERROR' })
  }
})
