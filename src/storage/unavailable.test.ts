import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { Problem } from '../kernel/problem.ts'
import { createPool } from './pool.ts'
import { temporaryServer } from './storage.fixture.ts'
import { toProblem } from './unavailable.ts'

const server = await temporaryServer()

async function failureOf(action: () => Promise<unknown>): Promise<Error> {
  return action().then(
    () => assert.fail('It should have failed.'),
    (error: Error) => error,
  )
}

function assertUnavailable(error: Error): void {
  const problem = toProblem(error)
  assert(problem instanceof Problem, `'${error.message}' is taken for something else.`)
  assert.equal(problem.code, 'SERVICE_UNAVAILABLE')
  assert.equal(problem.headers['Retry-After'], '2')
  assert.equal(problem.cause, error)
}

function withCode(code: string): Error {
  return Object.assign(new Error('from the server or the network'), { code })
}

for (const code of ['ECONNREFUSED', 'ENOENT', '57P01', '57P02', '57P03', '08006', '53300']) {
  test(`takes ${code} for a database that cannot be reached`, () => {
    assertUnavailable(withCode(code))
  })
}

for (const code of ['57014', '55P03']) {
  test(`takes ${code} for a database that is too slow`, () => assertUnavailable(withCode(code)))
}

for (const code of ['23505', '40001', '42601', 'ERR_ASSERTION']) {
  test(`lets ${code} through untouched`, () => {
    const error = withCode(code)
    assert.equal(toProblem(error), error)
  })
}

test('knows a wait for a connection that took too long', async () => {
  const pool = new pg.Pool({
    connectionString: server.url('postgres'),
    max: 1,
    connectionTimeoutMillis: 300,
  })
  const client = await pool.connect()
  assertUnavailable(await failureOf(() => pool.connect()))
  client.release()
  await pool.end()
  assertUnavailable(await failureOf(() => pool.connect()))
})

test('knows an answer that does not come, and what follows on that connection', async () => {
  const pool = createPool(server.url('postgres'), 1, 100)
  const client = await pool.connect()
  assertUnavailable(await failureOf(() => client.query('select pg_sleep(9)')))
  assertUnavailable(await failureOf(() => client.query('select 1')))
  client.release(true)
  await pool.end()
})

test('keeps a connection that nobody has asked anything for as long', async () => {
  const pool = createPool(server.url('postgres'), 1, 20)
  const client = await pool.connect()
  await client.query('select 1')
  await delay(200)
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
  assertUnavailable(await failureOf(() => client.query('select pg_sleep(9)')))
  client.release(true)
  await pool.end()
})

test('knows a connection that the server ended', async () => {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  client.on('error', () => {})
  await client.connect()
  assertUnavailable(
    await failureOf(() => client.query('select pg_terminate_backend(pg_backend_pid())')),
  )
})
