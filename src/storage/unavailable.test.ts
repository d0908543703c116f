import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../kernel/problem.ts'
import { connect } from './connect.ts'
import { createPool } from './pool.ts'
import { prepared } from './queries.ts'
import { statement } from './statement.ts'
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

const sleep = prepared(statement('test.sleep', 'select pg_sleep(9)'), [])
const one = prepared(statement('test.one', 'select 1 as one'), [])

test('knows a wait for a connection that took too long', async () => {
  const pool = createPool({
    connect: () => connect(server.url('postgres')),
    connections: 1,
    onLost: () => {},
    patienceMs: 300,
  })
  const lent = await pool.next()
  assertUnavailable(await failureOf(() => pool.next()))
  pool.giveBack(lent)
  await pool.end()
  assertUnavailable(await failureOf(() => pool.next()))
})

test('knows an answer that does not come, and what follows on that connection', async () => {
  const conversation = await connect(server.url('postgres'), 100)
  assertUnavailable(await failureOf(() => conversation.ask(sleep)))
  assertUnavailable(await failureOf(() => conversation.ask(one)))
})

test('keeps a connection that nobody has asked anything for as long', async () => {
  const conversation = await connect(server.url('postgres'), 20)
  await delay(200)
  assert.deepEqual((await conversation.ask(one)).rows, [{ one: 1 }])
  assertUnavailable(await failureOf(() => conversation.ask(sleep)))
})

test('knows a connection that it has ended itself', async () => {
  const conversation = await connect(server.url('postgres'))
  await conversation.end()
  assertUnavailable(await failureOf(() => conversation.ask(one)))
})

test('knows a connection that the server ended', async () => {
  const conversation = await connect(server.url('postgres'))
  const text = 'select pg_terminate_backend(pg_backend_pid())'
  const ending = prepared(statement('test.end', text), [])
  assertUnavailable(await failureOf(() => conversation.ask(ending)))
  assertUnavailable(await failureOf(() => conversation.ask(one)))
})

test('knows a server that does not take the connection', async () => {
  const nowhere = new URL(server.url('postgres'))
  nowhere.pathname = '/no-such-database'
  const error = await failureOf(() => connect(nowhere.toString()))
  assert.equal('code' in error && error.code, '3D000')
  assertUnavailable(await failureOf(() => connect('postgres://nobody@127.0.0.1:1/none')))
})
