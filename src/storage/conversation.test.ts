import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { connect } from './connect.ts'
import type { Conversation } from './conversation.ts'
import { prepared } from './queries.ts'
import type { Answer } from './question.ts'
import { type Statement, statement } from './statement.ts'
import { atEnd, temporaryServer } from './storage.fixture.ts'

const server = await temporaryServer()
await server.createDatabase('queries')
const databaseUrl = server.url('queries')

async function newConversation(answerMs?: number): Promise<Conversation> {
  const conversation = await connect(databaseUrl, answerMs)
  atEnd(() => conversation.end())
  return conversation
}

const shared = await newConversation()

let names = 0
/** A statement for a text that is used once. */
const once = (text: string): Statement<[], object> => statement(`test.once-${names++}`, text)

const ask = (what: Statement<never, unknown>, ...values: unknown[]): Promise<Answer> =>
  shared.ask(prepared(what, values))

const say = (text: string): Promise<Answer> => ask(once(text))

const begin = () => say('begin read write')
await begin()
await say('create table test_letter (letter text primary key, sent_on date, copies bigint)')
await say('commit')

const read = statement<[], object>('test.letters', 'select * from test_letter order by letter')
const add = statement<[string, string | null, bigint], never>(
  'test.add-letter',
  'insert into test_letter values ($1, $2, $3)',
)

async function adding(...values: [string, string | null, bigint]): Promise<Answer> {
  await begin()
  const answer = await ask(add, ...values)
  await say('commit')
  return answer
}

test('reads the same rows with the columns it remembers as with those it was told', async () => {
  await adding('a', '2026-03-29', 1n)
  await adding('b', null, 2n ** 60n)
  const expected = [
    { letter: 'a', sent_on: '2026-03-29', copies: 1n },
    { letter: 'b', sent_on: null, copies: 2n ** 60n },
  ]
  for (let times = 0; times < 3; times++) assert.deepEqual((await ask(read)).rows, expected)
})

test('gives a column the name it has, whatever that is', async () => {
  const name = `it's "\\" + {} //`
  const { rows } = await say(`select 1 as "${name.replaceAll('"', '""')}", null as "null"`)
  assert.deepEqual(rows, [{ [name]: 1, null: null }])
})

test('tells what a statement without columns has done, each time', async () => {
  for (const letter of ['x', 'y', 'z']) {
    assert.equal((await adding(letter, null, 1n)).tag, 'INSERT 0 1')
  }
})

const echo = statement<[string | null, Buffer | null, string], object>(
  'test.echo',
  'select $1::text as text, $2::bytea as bytes, $3::text as more',
)

test('brings any text and any bytes there and back', async () => {
  // PostgreSQL keeps no NUL in a text, and UTF-8 has no half of a pair.
  const text = fc.string({ unit: 'grapheme' }).map((each) => each.replaceAll('\0', ''))
  const bytes = fc.uint8Array({ maxLength: 300 }).map((each) => Buffer.from(each))
  await fc.assert(
    fc.asyncProperty(fc.option(text), fc.option(bytes), text, async (...values) => {
      const [row] = (await ask(echo, ...values)).rows
      assert.deepEqual(row, { text: values[0], bytes: values[1], more: values[2] })
    }),
  )
})

test('reads answers of any length, however they are cut into pieces on the way', async () => {
  const long = statement<[number], { text: string }>('test.long', `select repeat('æ', $1) as text`)
  for (const length of [0, 1, 8_000, 32_764, 32_765, 32_766, 65_536, 1_000_000]) {
    const [row] = (await ask(long, length)).rows
    assert.equal(row?.text, 'æ'.repeat(length))
  }
  const many = statement<[number], object>(
    'test.many',
    `select n, repeat('x', n % 700) as text from generate_series(1, $1) as n`,
  )
  const { rows } = await ask(many, 3_000)
  assert.deepEqual(
    rows,
    Array.from({ length: 3_000 }, (_, at) => ({ n: at + 1, text: 'x'.repeat((at + 1) % 700) })),
  )
})

test('sends parameters larger than it has room for', async () => {
  const text = 'ø'.repeat(3_000_000)
  const length = statement<[string], object>('test.length', 'select length($1::text) as length')
  assert.deepEqual((await ask(length, text)).rows, [{ length: 3_000_000 }])
  assert.deepEqual((await ask(length, 'short')).rows, [{ length: 5 }])
})

test('answers each of those that leave together', async () => {
  const asked = ['one', 'two', 'three'].map((text) => ask(echo, text, null, ''))
  const rows = (await Promise.all(asked)).map((answer) => answer.rows[0]?.text)
  assert.deepEqual(rows, ['one', 'two', 'three'])
})

test('of those that leave together, none is run behind one that fails', async () => {
  await begin()
  const outcomes = await Promise.allSettled([
    ask(add, 'k', null, 1n),
    ask(add, 'a', null, 1n),
    ask(add, 'l', null, 1n),
    say('commit'),
  ])
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done')),
    ['done', '23505', '23505', '23505'],
  )
  assert(shared.inTransaction)
  await say('rollback')
  const { rows } = await ask(read)
  assert(!rows.some(({ letter }) => letter === 'k' || letter === 'l'))
})

test('tells a statement again that stood behind a failure when it was first told', async () => {
  const fresh = once(`select 'fresh' as text`)
  const failing = once('select 1 / 0')
  await assert.rejects(Promise.all([ask(failing), ask(fresh)]), { code: '22012' })
  assert.deepEqual((await ask(fresh)).rows, [{ text: 'fresh' }])
  await assert.rejects(ask(failing), { code: '22012' })
})

test('tells a statement again that the server could not read', async () => {
  const misspelt = once('select no_such_column from test_letter')
  for (let times = 0; times < 2; times++) {
    await assert.rejects(ask(misspelt), { code: '42703', routine: 'errorMissingColumn' })
  }
})

test('stays usable after a statement that the server refuses', async () => {
  await assert.rejects(adding('a', null, 1n), { code: '23505', constraint: 'test_letter_pkey' })
  await say('rollback')
  assert.equal((await adding('c', null, 1n)).tag, 'INSERT 0 1')
})

test('fails for a value that it cannot read, and goes on with the next', async () => {
  const never = once(`select 'infinity'::timestamptz as at`)
  const outcomes = await Promise.allSettled([ask(never), ask(echo, 'text', null, '')])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
  assert.deepEqual((await ask(echo, 'more', null, '')).rows[0]?.text, 'more')
})

test('is not free while it is asked something, nor within a transaction', async () => {
  const other = await newConversation()
  assert(other.isFree)
  const answer = other.ask(prepared(once('begin'), []))
  assert(!other.isFree)
  await answer
  assert(!other.isFree)
  await other.ask(prepared(once('rollback'), []))
  assert(other.isFree)
})

test('refuses, and does not misread, a statement whose columns have changed, and is used no more', async () => {
  const other = await newConversation()
  await other.ask(prepared(read, []))
  await begin()
  await say('alter table test_letter add column stamp text')
  await say('commit')
  await assert.rejects(other.ask(prepared(read, [])), /cached plan must not change result type/)
  assert(!other.isFree)
})

test('ends all that is asked when the server ends the session', async () => {
  const other = await newConversation()
  const ending = once('select pg_terminate_backend(pg_backend_pid())')
  const outcomes = await Promise.allSettled([
    other.ask(prepared(ending, [])),
    other.ask(prepared(echo, ['text', null, ''])),
  ])
  assert(outcomes.every(({ status }) => status === 'rejected'))
  await assert.rejects(other.ask(prepared(echo, ['text', null, ''])))
  assert(!other.isFree)
})

test('gives up a server that says nothing for longer than it may', async () => {
  const other = await newConversation(100)
  const silence = prepared(once('select pg_sleep(60)'), [])
  await assert.rejects(other.ask(silence), /^Error: Query read timeout$/)
  assert(!other.isFree)
})

test('keeps a connection that nobody asks anything', async () => {
  const other = await newConversation(20)
  await say('select pg_sleep(0.2)')
  assert(other.isFree)
})

test('ends when it is asked for what it cannot do', async () => {
  const other = await newConversation()
  const copy = once('copy test_letter to stdout')
  await assert.rejects(other.ask(prepared(copy, [])), /^Error: Connection terminated/)
  assert(!other.isFree)
})
