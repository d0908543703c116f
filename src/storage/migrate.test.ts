import assert from 'node:assert/strict'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { manualClock, systemClock } from '../kernel/clock.ts'
import { requireNewestForm } from './migrate.ts'
import { quietLog, temporaryFolder, temporaryServer } from './storage.fixture.ts'
import { migrate } from './storage.ts'

const server = await temporaryServer()
const folders = await temporaryFolder()

const twoSteps = {
  '0001-first.sql': 'create table step (name text); insert into step values ($$first$$);',
  '0002-second.sql': 'insert into step values ($$second$$);',
}

/** A new database and a folder of migrations, both named alike. */
async function prepare(name: string, files: Record<string, string> = twoSteps) {
  await server.createDatabase(name)
  const folder = join(folders, name)
  await mkdir(folder)
  const write = async (written: Record<string, string>) => {
    for (const [file, text] of Object.entries(written)) await writeFile(join(folder, file), text)
  }
  await write(files)
  const options = { databaseUrl: server.url(name), log: quietLog, clock: systemClock, folder }
  return { folder, write, run: () => migrate(options), options }
}

async function read(database: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: server.url(database) })
  await client.connect()
  const { rows } = await client.query({ text, rowMode: 'array' })
  await client.end()
  return rows
}

test('applies each migration once, however often it is asked', async () => {
  const { run } = await prepare('twice')
  await run()
  await run()
  assert.deepEqual(await read('twice', 'select name from step'), [['first'], ['second']])
  assert.deepEqual(await read('twice', 'select number, name from migration order by number'), [
    [1, '0001-first'],
    [2, '0002-second'],
  ])
})

test('applies each migration once when several processes start together', async () => {
  const { run } = await prepare('together')
  await Promise.all(Array.from({ length: 6 }, run))
  assert.deepEqual(await read('together', 'select name from step'), [['first'], ['second']])
})

test('takes the time of a migration from the clock', async () => {
  const { options } = await prepare('clock')
  await migrate({ ...options, clock: manualClock('2020-02-02T02:02:02Z') })
  const [[year]] = (await read('clock', 'select extract(year from applied_at) from migration')) as [
    [string],
  ]
  assert.equal(year, '2020')
})

test('applies what was added since', async () => {
  const { run, write } = await prepare('added')
  await run()
  await write({ '0007-third.sql': 'insert into step values ($$third$$);' })
  await run()
  assert.equal((await read('added', 'select name from step')).length, 3)
})

test('refuses a migration that was changed after it had been applied', async () => {
  const { run, write } = await prepare('changed')
  await run()
  await write({ '0001-first.sql': 'create table step (name text, more text);' })
  await assert.rejects(run, /Migration 0001-first was changed after/)
})

test('does not mind how a checkout ends its lines', async () => {
  const { run, write } = await prepare('lines', { '0001-first.sql': 'select 1;\nselect 2;\n' })
  await run()
  await write({ '0001-first.sql': 'select 1;\r\nselect 2;\r\n' })
  await run()
})

test('refuses a database that a newer Nordgate has migrated', async () => {
  const { run, folder } = await prepare('newer')
  await run()
  await rm(join(folder, '0002-second.sql'))
  await assert.rejects(run, /migration 2 \(0002-second\), which this Nordgate does not know/)
})

test('refuses a migration that comes before one already applied', async () => {
  const { run, write } = await prepare('gap', { '0001-first.sql': '', '0003-third.sql': '' })
  await run()
  await write({ '0002-second.sql': 'select 1;' })
  await assert.rejects(run, /0002-second comes before migration 3/)
})

test('refuses two migrations with one number, and a name without a number', async () => {
  const { run, write, folder } = await prepare('names', { '0001-a.sql': '', '0001-b.sql': '' })
  await assert.rejects(run, /Two migrations have the number 1/)
  await rm(join(folder, '0001-b.sql'))
  await write({ 'later.sql': '' })
  await assert.rejects(run, /later.sql must be named/)
})

test('leaves nothing of a migration that fails half-way', async () => {
  const { run, write } = await prepare('broken', {
    ...twoSteps,
    '0002-second.sql': 'insert into step values ($$half$$); select 1 / 0;',
  })
  await assert.rejects(run, /division by zero/)
  assert.deepEqual(await read('broken', 'select name from step'), [['first']])
  await write({ '0002-second.sql': twoSteps['0002-second.sql'] })
  await run()
  assert.deepEqual(await read('broken', 'select name from step'), [['first'], ['second']])
})

test("brings a new database through all of the product's own migrations", async () => {
  await server.createDatabase('own')
  const options = { databaseUrl: server.url('own'), log: quietLog, clock: systemClock }
  await migrate(options)
  await migrate(options)
})

test('a tool that does not migrate takes the newest form only, and changes nothing', async () => {
  const { options, run, write, folder } = await prepare('tool')
  await assert.rejects(requireNewestForm(options), /lacks migration 0001-first.*nordgate migrate/)
  assert.deepEqual(await read('tool', `select to_regclass('migration')`), [[null]])
  await run()
  await requireNewestForm(options)
  await write({ '0003-third.sql': 'insert into step values ($$third$$);' })
  await assert.rejects(requireNewestForm(options), /older than this Nordgate.*0003-third/)
  assert.deepEqual(await read('tool', 'select name from step'), [['first'], ['second']])
  await run()
  await rm(join(folder, '0003-third.sql'))
  await assert.rejects(requireNewestForm(options), /belongs to a newer version/)
})
