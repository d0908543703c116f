import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox } from '../sandbox.ts'

const sandbox = await startSandbox()
const { client } = await sandbox.tpp()
const other = await sandbox.tpp()

const accounts = '/v1/sandbox/accounts'
const plan = async (body: object) =>
  (await client.call<{ id: string }>('POST', '/v1/sandbox/faults', { body })).body
const send = (method = 'GET', target = accounts, body?: unknown) =>
  client.send(client.prepare(method, target, { body }))

test('the next matching calls are answered with the status, and then all is well again', async () => {
  await plan({ method: 'GET', path: accounts, status: 503, times: 2 })
  assert.equal((await send('GET', '/v1/sandbox/customers')).status, 200)
  for (let call = 0; call < 2; call++) {
    const { status, body } = await send()
    assert.equal(status, 503)
    const { code, system } = body as Record<string, unknown>
    assert.deepEqual({ code, system }, { code: 'SERVICE_UNAVAILABLE', system: 'nordgate' })
  }
  assert.equal((await send()).status, 200)
})

test('a status may come with a code of its own', async () => {
  await plan({ method: '*', path: '/v1/sandbox/*', status: 401, code: 'CONSENT_EXPIRED' })
  const { status, body } = await send()
  assert.equal(status, 401)
  assert.equal((body as { code: string }).code, 'CONSENT_EXPIRED')
})

test('a call can be delayed and then go on', async () => {
  await plan({ method: 'GET', path: accounts, delayMs: 300 })
  const start = performance.now()
  assert.equal((await send()).status, 200)
  assert.ok(performance.now() - start >= 295)
})

test('a call can be cut off without an answer', async () => {
  await plan({ method: 'GET', path: accounts, drop: true })
  await assert.rejects(send())
  assert.equal((await send()).status, 200)
})

test('before its moment nothing has been done, after it everything has', async () => {
  const customers = '/v1/sandbox/customers'
  const count = async () => {
    const { body } = await client.call<{ customers: unknown[] }>('GET', customers)
    return body.customers.length
  }
  const before = await count()
  const order = { name: 'Mona Viken', type: 'PRIVATE' }
  await plan({ method: 'POST', path: customers, status: 500 })
  assert.equal((await send('POST', customers, order)).status, 500)
  assert.equal(await count(), before)
  await plan({ method: 'POST', path: customers, drop: true, moment: 'after' })
  const request = client.prepare('POST', customers, { body: order })
  await assert.rejects(client.send(request))
  assert.equal(await count(), before + 1)
  // The same request again gets the answer that was lost, and does nothing twice.
  assert.equal((await client.send(request)).status, 201)
  assert.equal(await count(), before + 1)
})

test('a refusal is an answer too, and may be lost', async () => {
  const path = '/v1/sandbox/accounts/unknown'
  await plan({ method: 'GET', path, status: 503, moment: 'after' })
  assert.equal((await send('GET', path)).status, 503)
  await plan({ method: 'GET', path, delayMs: 1, moment: 'after' })
  assert.equal((await send('GET', path)).status, 404)
})

test('nobody else is struck', async () => {
  await plan({ method: '*', path: '/**', status: 500 })
  const { status } = await other.client.call('GET', accounts)
  assert.equal(status, 200)
  assert.equal((await send()).status, 500)
})

test('the operations for faults are spared, so that a plan can be taken back', async () => {
  const { id } = await plan({ method: '*', path: '/**', status: 500, times: 100 })
  assert.equal((await send('GET', '/v1/sandbox/faults')).status, 200)
  assert.equal((await send('DELETE', `/v1/sandbox/faults/${id}`)).status, 204)
  assert.equal((await send()).status, 200)
})

test('a fault that is forgotten strikes no more', async () => {
  const { id } = await plan({ method: 'GET', path: accounts, status: 500, times: 10 })
  assert.equal((await send('DELETE', `/v1/sandbox/faults/${id}`)).status, 204)
  assert.equal((await send()).status, 200)
  assert.equal((await send('DELETE', `/v1/sandbox/faults/${id}`)).status, 404)
  assert.equal((await send('DELETE', '/v1/sandbox/faults/%00')).status, 404)
})

test('an unsigned call takes nothing from the plan', async () => {
  const { id } = await plan({ method: 'GET', path: accounts, status: 500 })
  assert.equal((await fetch(`${sandbox.url}${accounts}`)).status, 400)
  const { body } = await client.call<{ faults: { id: string; timesLeft: number }[] }>(
    'GET',
    '/v1/sandbox/faults',
  )
  assert.equal(body.faults.find((fault) => fault.id === id)?.timesLeft, 1)
  await send()
})

const wrong: object[] = [
  { method: 'GET', path: accounts },
  { method: 'GET', path: accounts, status: 200 },
  { method: 'GET', path: accounts, status: 600 },
  { method: 'GET', path: accounts, delayMs: 60_001 },
  { method: 'GET', path: accounts, status: 500, drop: true },
  { method: 'GET', path: accounts, status: 500, times: 0 },
  { method: 'GET', path: accounts, status: 500, times: 1001 },
  { method: 'PATCH', path: accounts, status: 500 },
  { method: 'GET', path: 'v1/accounts', status: 500 },
  { method: 'GET', path: '/v1/accounts?x=1', status: 500 },
  { method: 'GET', path: accounts, delayMs: 5, code: 'SOME_CODE' },
]

for (const body of wrong) {
  test(`refuses the plan ${JSON.stringify(body)}`, async () => {
    await assert.rejects(plan(body), { status: 400, code: 'FORMAT_ERROR' })
  })
}
