import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Made once for the whole run; the databases of the tests are copies of it. */
export const newestForm = 'newest_form'

/** A database in its newest form with nothing in it, as the first start of the service leaves it. */
export const freshDatabase = (): Promise<string> => createDatabase(`template ${newestForm}`)

/** A database as an operator makes it: without a single table. */
export const emptyDatabase = (): Promise<string> => createDatabase()

async function createDatabase(how = ''): Promise<string> {
  const server = process.env.NORDGATE_TEST_SERVER
  assert.ok(server, 'run the tests with npm test, or with --test-global-setup=test/global-setup.ts')
  const name = `test_${randomBytes(8).toString('hex')}`
  await query(server, `create database ${name} ${how}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Asks the database itself. */
export async function query<Row extends object>(url: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
