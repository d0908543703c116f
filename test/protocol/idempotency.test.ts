import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
import type { TppAnswer } from '../../src/sdk/sdk.ts'
import type { WireLoggedRequest } from '../../src/wire/sandbox-requests.ts'
import { ingrid } from '../headless-psu.ts'
import { type Created, create, domestic, logIn, refusal, send, transfer } from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { type Sandbox, startSandbox, type Tpp } from '../sandbox.ts'

/** Row 13: the same X-Request-ID again on POST, PUT and DELETE within 24 hours. */

let ahead = { hours: 0 }
const clock = { now: () => systemClock.now().add(ahead) }
const sandbox = await startSandbox({ clock, env: { NORDGATE_DATABASE_CONNECTIONS: '8' } })
const email = 'psd2-operations@fjordbudsjett.example'
const other = 'support@fjordbudsjett.example'
const psuId = '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30'
const conflict = {
  status: 409,
  code: 'CONFLICT',
  says: /X-Request-ID was used for another request/,
}

let calls = 0
const newId = () => `call-${++calls}`

interface Call {
  id: string
  body?: unknown
  target?: string
  headers?: Record<string, string>
}

const put = (tpp: Tpp, { id, body = { email }, target = tpp.contact, headers }: Call) =>
  tpp.client.send(
    tpp.client.prepare('PUT', target, { body, headers: { 'X-Request-ID': id, ...headers } }),
  )

const acts = async ({ organizationIdentifier }: Tpp, id: string, where: Sandbox = sandbox) => {
  const text = 'select 1 from audit where actor = $1 and request_id = $2'
  return (await where.sql(text, [organizationIdentifier, id])).length
}

const keptCount = async ({ organizationIdentifier }: Tpp) =>
  (await sandbox.sql('select 1 from kept_answer where tpp_id = $1', [organizationIdentifier]))
    .length

const essence = ({ status, body, headers }: TppAnswer) => ({
  ...{ status, body, type: headers.get('content-type'), id: headers.get('x-request-id') },
})

test('gives the stored answer again and does nothing twice', async () => {
  const tpp = await sandbox.tpp()
  const id = newId()
  const first = await put(tpp, { id })
  assert.equal(first.status, 200)
  await put(tpp, { id: newId(), body: { email: other } })
  assert.deepEqual(essence(await put(tpp, { id })), essence(first))
  assert.deepEqual((await tpp.client.call('GET', tpp.contact)).body, { email: other })
  assert.equal(await acts(tpp, id), 1)
})

test('refuses another body, path or PSU under the same id, and leaves the first alone', async () => {
  const tpp = await sandbox.tpp()
  const id = newId()
  const first = await put(tpp, { id, headers: { 'PSU-ID': psuId } })
  const others: Omit<Call, 'id'>[] = [
    { body: { email: other }, headers: { 'PSU-ID': psuId } },
    { body: Buffer.from(`{"email": "${email}"}`), headers: { 'PSU-ID': psuId } },
    { target: tpp.contact.replace('PSD', ''), headers: { 'PSU-ID': psuId } },
    { headers: { 'PSU-ID': psuId.replace('3', '4') } },
    {},
    { headers: { 'PSU-ID': psuId, 'PSU-Corporate-ID': 'x' } },
    { headers: { 'PSU-ID': psuId, 'PSU-Context': 'PRIVATE' } },
    { headers: { 'PSU-ID': psuId, 'TPP-Redirect-URI': 'https://tpp.example/' } },
    { headers: { 'PSU-ID': psuId, 'X-PSU-IDENTITY': '01017012345' } },
    { headers: { 'PSU-ID': psuId, 'TPP-Session-ID': 'another' } },
    { headers: { 'PSU-ID': psuId, 'TPP-Redirect-Preferred': 'false' } },
  ]
  for (const each of others) assertRefused(await put(tpp, { id, ...each }), conflict)
  assert.deepEqual(essence(await put(tpp, { id, headers: { 'PSU-ID': psuId } })), essence(first))
  assert.equal(await acts(tpp, id), 1)
  assert.deepEqual((await tpp.client.call('GET', tpp.contact)).body, { email })
})

test('keeps what was forwarded of the PSU’s device with the act, for the audit log', async () => {
  const tpp = await sandbox.tpp()
  const forwarded = {
    'PSU-IP-Address': '192.0.2.17',
    'PSU-User-Agent': 'Fjordbudsjett/3.1',
    'TPP-Brand-Logging-Information': 'Fjordbudsjett',
  }
  const plain = newId()
  const withDevice = newId()
  await put(tpp, { id: plain })
  await put(tpp, { id: withDevice, headers: { ...forwarded, 'TPP-Session-ID': 'not of a device' } })
  const detailsOf = async (id: string) => {
    const text = 'select details from audit where actor = $1 and request_id = $2'
    return (await sandbox.sql(text, [tpp.organizationIdentifier, id]))[0]
  }
  assert.deepEqual(await detailsOf(plain), { details: null })
  assert.deepEqual(await detailsOf(withDevice), { details: { forwarded } })
})

test('answers a request signed anew, at another time, like the first', async () => {
  const tpp = await sandbox.tpp()
  const id = newId()
  const first = await put(tpp, { id })
  const later = sandbox.as(tpp, { clock: { now: () => clock.now().add({ seconds: 30 }) } })
  assert.deepEqual(essence(await put(later, { id })), essence(first))
  assert.equal(await acts(tpp, id), 1)
})

test('does twenty twins at once only once, and gives all the same answer', async () => {
  const tpp = await sandbox.tpp()
  for (let round = 0; round < 3; round++) {
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => put(tpp, { id })))
    assert.deepEqual(
      answers.map(essence),
      answers.map(() => ({ ...essence(answers[0]!), status: 200 })),
    )
    assert.equal(await acts(tpp, id), 1)
  }
})

test('takes one of twenty different requests at once under one id, and refuses the rest', async () => {
  const tpp = await sandbox.tpp()
  const id = newId()
  const bodies = Array.from({ length: 20 }, (_, at) => ({ email: `support${at}@tpp.example` }))
  const answers = await Promise.all(bodies.map((body) => put(tpp, { id, body })))
  const [taken, ...more] = answers.filter(({ status }) => status === 200)
  assert.deepEqual(more, [])
  for (const answer of answers) if (answer !== taken) assertRefused(answer, conflict)
  assert.deepEqual((await tpp.client.call('GET', tpp.contact)).body, taken?.body)
  assert.equal(await acts(tpp, id), 1)
})

test('remembers across processes on the same database, and across a restart', async () => {
  const { databaseUrl } = sandbox
  const tpp = await sandbox.tpp()
  const id = newId()
  const first = await put(tpp, { id })
  const second = await startSandbox({ databaseUrl, clock })
  assert.deepEqual(essence(await put(second.as(tpp), { id })), essence(first))
  assertRefused(await put(second.as(tpp), { id, body: { email: other } }), conflict)
  await second.stop()
  const third = await startSandbox({ databaseUrl, clock })
  assert.deepEqual(essence(await put(third.as(tpp), { id })), essence(first))
  assert.equal(await acts(tpp, id, third), 1)
})

test('does twins sent to two processes only once', async () => {
  const tpp = await sandbox.tpp()
  const second = await startSandbox({ databaseUrl: sandbox.databaseUrl, clock })
  const id = newId()
  const there = second.as(tpp)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => put(at % 2 ? tpp : there, { id })),
  )
  assert.deepEqual(
    answers.map(essence),
    answers.map(() => essence(answers[0]!)),
  )
  assert.equal(await acts(tpp, id), 1)
})

test('keeps an id for 24 hours and frees it then', async () => {
  const tpp = await sandbox.tpp()
  const id = newId()
  await put(tpp, { id })
  ahead = { hours: 23 }
  assertRefused(await put(tpp, { id, body: { email: other } }), conflict)
  ahead = { hours: 24 }
  assert.deepEqual((await put(tpp, { id, body: { email: other } })).body, { email: other })
  assert.equal(await acts(tpp, id), 2)
  assertRefused(await put(tpp, { id }), conflict)
  ahead = { hours: 0 }
})

test('counts the 24 hours in real time, however far the world’s clock was moved', async () => {
  const tpp = await sandbox.tpp()
  const order = { name: 'Mona Viken', type: 'PRIVATE' }
  const request = tpp.client.prepare('POST', '/v1/sandbox/customers', { body: order })
  const first = await tpp.client.send(request)
  assert.equal(first.status, 201)
  await tpp.client.call('POST', '/v1/sandbox/clock', { body: { advance: 'P2D' } })
  assert.deepEqual((await tpp.client.send(request)).body, first.body)
})

const pays = async (tpp: Tpp) => {
  const headers = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  return (body: object, id: string) =>
    send<Created>(tpp, 'POST', domestic, { headers: { ...headers, 'X-Request-ID': id }, body })
}

const usedForPayment = { ...refusal(409, 'CONFLICT'), says: conflict.says }

const paymentCount = async ({ organizationIdentifier }: Tpp) =>
  (await sandbox.sql('select 1 from payment where tpp_id = $1', [organizationIdentifier])).length

test('answers a payment that comes again like the first, where one that looks the same is refused', async () => {
  const tpp = await sandbox.tpp()
  const pay = await pays(tpp)
  const [body, id] = [transfer(), newId()]
  const first = await pay(body, id)
  assert.equal(first.status, 201)
  assertRefused(await pay(body, newId()), {
    ...refusal(409, 'CONFLICT'),
    says: /same debtor/,
  })
  assert.deepEqual(essence(await pay(body, id)), essence(first))
  assert.equal(await paymentCount(tpp), 1)
  assert.equal(await acts(tpp, id), 1)
})

test('answers it likewise when its session is over by then', async () => {
  const tpp = await sandbox.tpp()
  const pay = await pays(tpp)
  const [body, id] = [transfer(), newId()]
  const first = await pay(body, id)
  await tpp.client.call('POST', '/v1/sandbox/clock', { body: { advance: 'PT2H' } })
  assert.equal((await pay(transfer(), newId())).status, 401)
  assert.deepEqual(essence(await pay(body, id)), essence(first))
})

test('makes one payment of twenty twins at once, and of twenty under one id', async () => {
  const tpp = await sandbox.tpp()
  const pay = await pays(tpp)
  const [body, id, other] = [transfer(), newId(), newId()]
  const twins = await Promise.all(Array.from({ length: 20 }, () => pay(body, id)))
  assert.deepEqual(
    twins.map(essence),
    twins.map(() => ({ ...essence(twins[0]!), status: 201 })),
  )
  const rivals = await Promise.all(Array.from({ length: 20 }, () => pay(transfer(), other)))
  assert.equal(rivals.filter(({ status }) => status === 201).length, 1)
  for (const rival of rivals) if (rival.status !== 201) assertRefused(rival, usedForPayment)
  assert.equal(await paymentCount(tpp), 2)
})

test('answers it likewise when somebody is at the payment just then', async () => {
  const tpp = await sandbox.tpp()
  const session = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const { paymentId } = await create(tpp, session, transfer())
  const headers = { ...session, 'X-Request-ID': newId() }
  const remove = () => send(tpp, 'DELETE', `${domestic}/${paymentId}`, { headers })
  assert.equal((await remove()).status, 204)
  const busy = new pg.Client({ connectionString: sandbox.databaseUrl })
  await busy.connect()
  try {
    await busy.query('begin')
    await busy.query('select 1 from payment where id = $1 for update', [paymentId])
    assert.equal((await remove()).status, 204)
  } finally {
    await busy.end()
  }
})

test('gives twins of what is done in steps one answer', async () => {
  const tpp = await sandbox.tpp()
  await tpp.client.call('GET', '/v1/sandbox/clock')
  const move = tpp.client.prepare('POST', '/v1/sandbox/clock', { body: { advance: 'PT1H' } })
  const answers = await Promise.all(Array.from({ length: 6 }, () => tpp.client.send(move)))
  const again = await tpp.client.send(move)
  assert.equal(again.status, 200)
  for (const answer of answers) assert.deepEqual(essence(answer), essence(again))
})

test('says that an id was used before it says what else is wrong', async () => {
  const tpp = await sandbox.tpp()
  const pay = await pays(tpp)
  const id = newId()
  assert.equal((await pay(transfer(), id)).status, 201)
  const past = transfer({ requestedExecutionDate: '2020-01-01' })
  assertRefused(
    await pay(past, newId()),
    refusal(400, 'EXECUTION_DATE_INVALID', 'body/requestedExecutionDate'),
  )
  assertRefused(await pay(past, id), usedForPayment)
  const { body } = await tpp.client.call<{ requests: WireLoggedRequest[] }>(
    'GET',
    '/v1/sandbox/requests?limit=1',
  )
  const refused = body.requests[0]?.checks.filter(({ verdict }) => verdict === 'refused')
  assert.deepEqual(
    refused?.map(({ check }) => check),
    ['repetition'],
  )
})

test('keeps no refusal: a mended call may come under the same id', async () => {
  const tpp = await sandbox.tpp()
  const id = newId()
  for (const wrong of [{ email: 'kari.nordmann@tpp.example' }, { mail: 1 }, { email: 'no' }]) {
    assertRefused(await put(tpp, { id, body: wrong }), { status: 400, code: 'FORMAT_ERROR' })
  }
  const foreign = '/v1/tpps/PSDNO-FSA-1/contact-information'
  const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }
  assertRefused(await put(tpp, { id, target: foreign }), unknown)
  assert.equal(await keptCount(tpp), 0)
  assert.equal((await put(tpp, { id })).status, 200)
  assert.equal(await acts(tpp, id), 1)
})

test('lets another TPP use the same id', async () => {
  const [one, two] = [await sandbox.tpp(), await sandbox.tpp()]
  const id = newId()
  await put(one, { id })
  assert.deepEqual((await put(two, { id, body: { email: other } })).body, { email: other })
  assert.deepEqual((await one.client.call('GET', one.contact)).body, { email })
})

test('asks a repeated call for a true signature as well', async () => {
  const tpp = await sandbox.tpp()
  const id = newId()
  await put(tpp, { id })
  const request = tpp.client.prepare('PUT', tpp.contact, {
    ...{ body: { email }, headers: { 'X-Request-ID': id } },
  })
  delete request.headers.Signature
  const refusal = { status: 400, code: 'SIGNATURE_MISSING', explained: true }
  assertRefused(await tpp.client.send(request), refusal)
})

test('keeps no answer to GET, which may change under the same id', async () => {
  const tpp = await sandbox.tpp()
  const headers = { 'X-Request-ID': newId() }
  const get = () => tpp.client.send(tpp.client.prepare('GET', tpp.contact, { headers }))
  assertRefused(await get(), { status: 404, code: 'RESOURCE_UNKNOWN' })
  assert.equal(await keptCount(tpp), 0)
  await put(tpp, { id: newId() })
  assert.deepEqual((await get()).body, { email })
  await put(tpp, { id: newId(), body: { email: other } })
  assert.deepEqual((await get()).body, { email: other })
  assert.equal(await keptCount(tpp), 2)
})
