import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { createPool } from './pool.ts'
import { ask } from './prepared-query.ts'
import { prepared } from './queries.ts'
import { statement } from './statement.ts'
import { atEnd, temporaryServer } from './storage.fixture.ts'

const server = await temporaryServer()
await server.createDatabase('queries')
const pool = createPool(server.url('queries'), 1)
atEnd(() => pool.end())
pool.on('error', () => {})
const client = await pool.connect()
atEnd(async () => client.release())
await client.query('begin read write')
await client.query(
  'create table test_letter (letter text primary key, sent_on date, copies bigint)',
)
await client.query('commit')

const read = statement<[], object>('test.letters', 'select * from test_letter order by letter')
const add = statement<[string, string | null, bigint], never>(
  'test.add-letter',
  'insert into test_letter values ($1, $2, $3)',
)

const run = (what: typeof read | typeof add, ...values: unknown[]) =>
  ask(client, prepared(what, values))

async function adding(...values: unknown[]): Promise<pg.QueryResult> {
  await client.query('begin read write')
  const answer = await run(add, ...values)
  await client.query('commit')
  return answer
}

test('reads the same rows with the columns it remembers as with those it was told', async () => {
  await adding('a', '2026-03-29', 1n)
  await adding('b', null, 2n ** 60n)
  const expected = [
    { letter: 'a', sent_on: '2026-03-29', copies: 1n },
    { letter: 'b', sent_on: null, copies: 2n ** 60n },
  ]
  for (let times = 0; times < 3; times++) assert.deepEqual((await run(read)).rows, expected)
})

test('asks for the columns of a statement once for each connection', async () => {
  const told: string[] = []
  const listen = () => told.push('columns')
  client.connection.on('rowDescription', listen)
  const fresh = statement<[], object>('test.fresh', 'select letter from test_letter')
  for (let times = 0; times < 3; times++) await run(fresh)
  client.connection.off('rowDescription', listen)
  assert.deepEqual(told, ['columns'])
})

test('tells how many rows a statement without columns has touched, each time', async () => {
  for (const letter of ['x', 'y', 'z']) assert.equal((await adding(letter, null, 1n)).rowCount, 1)
})

test('stays usable after a statement that the server refuses', async () => {
  await assert.rejects(adding('a', null, 1n), { code: '23505' })
  await client.query('rollback')
  assert.equal((await adding('c', null, 1n)).rowCount, 1)
})

test('refuses, and does not misread, a statement whose columns have changed', async () => {
  await client.query('begin read write')
  await client.query('alter table test_letter add column stamp text')
  await client.query('commit')
  await assert.rejects(run(read), /cached plan must not change result type/)
})
