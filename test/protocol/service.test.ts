import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectTls, type SecureVersion } from 'node:tls'
import pg from 'pg'
import { startEmbedded } from '../../src/storage/storage.ts'
import { temporaryFolder } from '../authority.ts'
import { assertRefused } from '../refusal.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { speak } from '../speak.ts'

const email = 'psd2-operations@fjordbudsjett.example'
const unavailable = { status: 503, code: 'SERVICE_UNAVAILABLE' }
const get = (sandbox: Sandbox, target: string) => speak(sandbox.url, { method: 'GET', target })

/** Looks again until it is so; a slow machine may take its time. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `it never came true that ${what}`)
    await delay(5)
  }
}

test('says that it lives and that it is ready', async () => {
  const sandbox = await startSandbox()
  for (const target of ['/health/live', '/health/ready']) {
    const answer = await get(sandbox, target)
    assert.deepEqual([answer.status, answer.body], [200, { status: 'ok' }])
  }
})

test('answers 503 while the database is gone, lives on, and recovers by itself', async () => {
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  let down = Promise.withResolvers<void>()
  const server = await startEmbedded({
    ...{ dataFolder: temporaryFolder(), log: silent },
    onDown: () => down.resolve(),
  })
  after(() => server.stop())
  await server.createDatabase('nordgate')
  const sandbox = await startSandbox({ databaseUrl: server.url('nordgate') })
  after(() => sandbox.stop())
  const tpp = await sandbox.tpp()
  await tpp.client.call('PUT', tpp.contact, { body: { email } })
  for (let round = 0; round < 2; round++) {
    // The supervisor starts another; until that one answers, calls are refused.
    process.kill(server.pid() ?? 0, 'SIGKILL')
    const seen = new Set<number>()
    let refused = 0
    await until('a call is refused and the next ones succeed', async () => {
      const request = tpp.client.prepare('PUT', tpp.contact, { body: { email } })
      const answer = await tpp.client.send(request)
      seen.add(answer.status)
      if (answer.status !== 200) {
        refused++
        assertRefused(answer, unavailable)
        assert.match(answer.headers.get('retry-after') ?? '', /^[1-9][0-9]*$/)
        assert.equal((await get(sandbox, '/health/live')).status, 200)
      }
      return refused > 0 && answer.status === 200
    })
    await down.promise
    down = Promise.withResolvers<void>()
    assert.deepEqual(seen.has(503), true)
    await until(
      'it is ready again',
      async () => (await get(sandbox, '/health/ready')).status === 200,
    )
  }
  assert.deepEqual((await tpp.client.call('GET', tpp.contact)).body, { email })
})

test('is not ready while its database is gone for good', async () => {
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const server = await startEmbedded({ dataFolder: temporaryFolder(), log: silent })
  await server.createDatabase('nordgate')
  const sandbox = await startSandbox({ databaseUrl: server.url('nordgate') })
  const tpp = await sandbox.tpp()
  await server.stop()
  const refused = await tpp.client.send(tpp.client.prepare('GET', tpp.contact))
  assertRefused(refused, unavailable)
  const ready = await get(sandbox, '/health/ready')
  assertRefused(ready, unavailable)
  assert.match(ready.headers.get('retry-after') ?? '', /^[1-9][0-9]*$/)
  assert.equal((await get(sandbox, '/health/live')).status, 200)
  assert.match((await get(sandbox, '/metrics')).bytes.toString(), /nordgate_database_ready 0/)
  const text = sandbox.log.join('')
  assert.match(text, /does not answer/)
  await sandbox.stop()
})

test('counts requests for Prometheus', async () => {
  const sandbox = await startSandbox()
  const { client, contact } = await sandbox.tpp()
  await client.call('PUT', contact, { body: { email } })
  await get(sandbox, '/unknown')
  const answer = await get(sandbox, '/metrics')
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8')
  const text = answer.bytes.toString()
  assert.match(text, /^nordgate_database_ready 1$/m)
  assert.match(text, /^nordgate_requests_in_flight 1$/m)
  const counted = (labels: string) => new RegExp(`^nordgate_requests_total\\{${labels}\\} 1$`, 'm')
  assert.match(text, counted('operation="register-contact-information",status="200",code=""'))
  assert.match(text, counted('operation="unknown",status="404",code="RESOURCE_UNKNOWN"'))
  assert.match(text, /^nordgate_request_duration_seconds_count\{operation="register-contact/m)
})

test('stops with grace: a running request finishes, new connections are refused', async () => {
  const sandbox = await startSandbox()
  const tpp = await sandbox.tpp()
  await tpp.client.call('PUT', tpp.contact, { body: { email } })
  const lock = new pg.Client({ connectionString: sandbox.databaseUrl })
  await lock.connect()
  await lock.query('begin')
  await lock.query('lock table tpp_contact in access exclusive mode')
  const running = tpp.client.send(tpp.client.prepare('PUT', tpp.contact, { body: { email } }))
  await until('the request waits for the lock', async () => {
    const waiting = `select 1 from pg_locks where not granted`
    return (await lock.query(waiting)).rows.length > 0
  })
  const { hostname, port } = new URL(sandbox.url)
  const stopped = sandbox.nordgateStop()
  const refused = once(connectTcp({ host: hostname, port: Number(port) }), 'connect')
  await assert.rejects(refused, { code: 'ECONNREFUSED' })
  await lock.query('rollback')
  await lock.end()
  const answer = await running
  assert.deepEqual([answer.status, answer.body], [200, { email }])
  assert.equal(answer.headers.get('connection'), 'close')
  await stopped
})

test('stops while a caller keeps an idle connection open', async () => {
  const sandbox = await startSandbox()
  const agent = new Agent({ keepAlive: true })
  const outgoing = httpRequest(`${sandbox.url}/health/live`, { agent }).end()
  const [answer] = await once(outgoing, 'response')
  answer.resume()
  await once(answer, 'end')
  await sandbox.nordgateStop()
  agent.destroy()
})

test('speaks TLS 1.2 and 1.3 and nothing older', async () => {
  const sandbox = await startSandbox()
  const port = Number(new URL(sandbox.httpsUrl ?? '').port)
  const handshake = async (version: SecureVersion) => {
    const socket = connectTls({
      ...{ host: '127.0.0.1', port, ca: sandbox.ca, servername: 'localhost' },
      ...{ minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' },
    })
    await once(socket, 'secureConnect')
    const spoken = socket.getProtocol()
    socket.destroy()
    return spoken
  }
  assert.equal(await handshake('TLSv1.2'), 'TLSv1.2')
  assert.equal(await handshake('TLSv1.3'), 'TLSv1.3')
  for (const old of ['TLSv1', 'TLSv1.1'] as const) {
    await assert.rejects(handshake(old), { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' })
  }
})
