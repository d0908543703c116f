import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { Problem } from '../kernel/problem.ts'
import { atEnd, storageAt, temporaryServer } from './storage.fixture.ts'
import { statement } from './storage.ts'

const server = await temporaryServer()
await server.createDatabase('shared')
const storage = await storageAt(server.url('shared'))

const admin = new pg.Client({ connectionString: server.url('shared') })
await admin.connect()
atEnd(() => admin.end())
await admin.query(`create table test_sample (
  id int primary key, big bigint, day date, at timestamptz, exact numeric, body jsonb,
  bigs bigint[], days date[], ats timestamptz[], bytes bytea)`)

const auditOf = statement<
  [action: string],
  { actor: string; request_id: string | null; details: unknown; at: Temporal.Instant }
>('test.audit-of', 'select actor, request_id, details, at from audit where action = $1 order by id')

function note(action: string) {
  return { actor: 'tester', action, requestId: null }
}

test('keeps every type whole, there and back', async () => {
  const insert = statement<unknown[]>(
    'test.insert-sample',
    'insert into test_sample values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
  )
  const read = statement<[id: number], Record<string, unknown>>(
    'test.read-sample',
    'select * from test_sample where id = $1',
  )
  const at = Temporal.Instant.from('2026-03-29T00:59:59.123456789Z')
  const day = Temporal.PlainDate.from('2026-03-29')
  const body = { text: 'æøå "q" \\ ', list: [1, null], deep: { a: true } }
  const big = 9_223_372_036_854_775_807n
  const values = [1, big, day, at, '0.10', body, [big, null], [day], [at], Buffer.from([0, 255])]
  await storage.transaction(note('types'), (tx) => tx.run(insert, values))
  const row = (await storage.row(read, [1]))!
  const stored = Temporal.Instant.from('2026-03-29T00:59:59.123456Z')
  assert.equal(row.big, big)
  assert.equal(row.day, '2026-03-29')
  assert((row.at as Temporal.Instant).equals(stored))
  assert.equal(row.exact, '0.10')
  assert.deepEqual(row.body, body)
  assert.deepEqual(row.bigs, [big, null])
  assert.deepEqual(row.days, ['2026-03-29'])
  assert((row.ats as Temporal.Instant[])[0]!.equals(stored))
  assert.deepEqual(row.bytes, Buffer.from([0, 255]))
})

test('keeps a prepared statement usable after a parameter that cannot be sent', async () => {
  const echo = statement<[value: unknown], { value: string }>(
    'test.echo',
    'select $1::text as value',
  )
  assert.deepEqual(await storage.row(echo, ['a']), { value: 'a' })
  for (let use = 0; use < 5; use++) await assert.rejects(storage.row(echo, [new Set()]))
  for (let use = 0; use < 5; use++) {
    assert.deepEqual(await storage.row(echo, ['b']), { value: 'b' })
  }
})

test('takes a second row for a bug where one is expected', async () => {
  const two = statement<[], { n: number }>('test.two', 'select generate_series(1, 2) as n')
  await assert.rejects(storage.row(two, []), /'test.two' gave 2 rows, not one/)
})

test('refuses to give one name to two statements', () => {
  assert.throws(() => statement('test.two', 'select 3'), /Two statements are named 'test.two'/)
})

test('refuses to change or empty the audit table, even to the superuser', async () => {
  for (const text of ["update audit set actor = 'x'", 'delete from audit', 'truncate audit']) {
    await assert.rejects(admin.query(text), /audit is append-only/)
  }
})

test('answers a statement that takes too long with SERVICE_UNAVAILABLE', async () => {
  const hurry = statement<[]>('test.hurry', "set local statement_timeout = '20ms'")
  const sleep = statement<[]>('test.sleep', 'select pg_sleep(5)')
  const failing = storage.transaction(note('slow'), async (tx) => {
    await tx.run(hurry, [])
    await tx.run(sleep, [])
  })
  await assert.rejects(failing, (error) => {
    assert(error instanceof Problem)
    return error.code === 'SERVICE_UNAVAILABLE'
  })
  assert.equal(storage.ready(), true)
})

test('works in UTC whatever the database prefers', async () => {
  await server.createDatabase('oslo')
  await admin.query("alter database oslo set timezone = 'Europe/Oslo'")
  const elsewhere = await storageAt(server.url('oslo'))
  const zone = statement<[], { zone: string }>(
    'test.zone',
    "select current_setting('TimeZone') as zone",
  )
  assert.deepEqual(await elsewhere.row(zone, []), { zone: 'UTC' })
})

test('replaces a connection that the server ended in the middle of a transaction', async () => {
  const end = statement<[]>('test.end', 'select pg_terminate_backend(pg_backend_pid())')
  for (let use = 0; use < 6; use++) {
    const failing = storage.transaction(note('ended'), (tx) => tx.run(end, []))
    await assert.rejects(failing, { code: 'SERVICE_UNAVAILABLE' })
  }
  await storage.transaction(note('after end'), async () => {})
  assert.equal((await storage.rows(auditOf, ['after end'])).length, 1)
})

test('answers SERVICE_UNAVAILABLE once it is closed, and can be closed twice', async () => {
  const closed = await storageAt(server.url('oslo'))
  await Promise.all([closed.close(), closed.close()])
  await closed.close()
  assert.equal(closed.ready(), false)
  await assert.rejects(closed.rows(auditOf, ['any']), { code: 'SERVICE_UNAVAILABLE' })
})
