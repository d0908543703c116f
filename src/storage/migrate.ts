import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Clock } from '../kernel/clock.ts'
import type { StorageLog } from './storage-log.ts'
import { toParameter } from './values.ts'

export interface MigrateOptions {
  databaseUrl: string
  log: StorageLog
  clock: Clock
  /** Where the SQL files lie; the product's own unless a test says otherwise. */
  folder?: string
}

interface MigrationFile {
  number: number
  name: string
  text: string
  checksum: string
}

interface AppliedMigration {
  number: number
  name: string
  checksum: string
}

export const migrationsFolder = join(import.meta.dirname, 'migrations')

// Any number will do, as long as every Nordgate of one database asks for the same lock.
const advisoryLock = 7_046_029_254

const statementTimeoutMs = 10 * 60_000
const lockTimeoutMs = 2 * 60_000

/** Brings the database to the newest form. Several processes may do so at the same time. */
export async function migrate(options: MigrateOptions): Promise<void> {
  const files = await readMigrations(options.folder ?? migrationsFolder)
  await withClient(options, async (client) => {
    while (await migrateOnce(client, files, options)) {}
  })
}

/** For a tool beside the bank, which leaves the form of the database to those who serve it. */
export async function requireNewestForm(options: MigrateOptions): Promise<void> {
  const files = await readMigrations(options.folder ?? migrationsFolder)
  await withClient(options, async (client) => {
    const next = findNext(files, (await hasHistory(client)) ? await readApplied(client) : [])
    if (next === undefined) return
    throw new Error(
      `The database is older than this Nordgate: it lacks migration ${next.name}. ` +
        'Start the service, or run nordgate migrate, first.',
    )
  })
}

async function withClient(
  { databaseUrl }: MigrateOptions,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'nordgate migrate',
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    client.end().catch(() => {})
  }
}

/** One file per transaction; the lock is taken anew each time and falls with the transaction. */
async function migrateOnce(
  client: pg.Client,
  files: MigrationFile[],
  { log, clock }: MigrateOptions,
): Promise<boolean> {
  await client.query(`begin; select pg_advisory_xact_lock(${advisoryLock})`)
  try {
    if (!(await hasHistory(client))) await beginHistory(client)
    const next = findNext(files, await readApplied(client))
    if (next !== undefined) {
      await client.query(next.text)
      await client.query(
        'insert into migration (number, name, checksum, applied_at) values ($1, $2, $3, $4)',
        [next.number, next.name, next.checksum, toParameter(clock.now())],
      )
    }
    await client.query('commit')
    if (next !== undefined) log.info({ migration: next.name }, 'migration applied')
    return next !== undefined
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function hasHistory(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('migration') is not null as found`)
  return rows[0].found
}

async function beginHistory(client: pg.Client): Promise<void> {
  await client.query(`create table migration (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null
  )`)
}

async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query(
    'select number, name, checksum from migration order by number',
  )
  return rows
}

/** The first file that the database lacks; refuses a history that the files do not explain. */
export function findNext(
  files: MigrationFile[],
  applied: AppliedMigration[],
): MigrationFile | undefined {
  const known = new Map(files.map((file) => [file.number, file]))
  for (const { number, name, checksum } of applied) {
    const file = known.get(number)
    if (file === undefined) {
      throw new Error(
        `The database has migration ${number} (${name}), which this Nordgate does not know. ` +
          'It belongs to a newer version: start that one.',
      )
    }
    if (file.checksum !== checksum) {
      throw new Error(
        `Migration ${name} was changed after the database had applied it. ` +
          'Restore the file, and put the change into a new migration.',
      )
    }
  }
  const newest = applied.at(-1)?.number ?? 0
  const done = new Set(applied.map(({ number }) => number))
  const next = files.find(({ number }) => !done.has(number))
  if (next !== undefined && next.number < newest) {
    throw new Error(
      `Migration ${next.name} comes before migration ${newest}, which the database already has. ` +
        'Give it a higher number.',
    )
  }
  return next
}

export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(names.map((name) => readMigration(folder, name)))
  for (const [index, file] of files.entries()) {
    if (file.number === files[index + 1]?.number) {
      throw new Error(`Two migrations have the number ${file.number}; give one a higher number.`)
    }
  }
  return files
}

async function readMigration(folder: string, fileName: string): Promise<MigrationFile> {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(fileName)?.[1]
  if (number === undefined) throw new Error(`Migration ${fileName} must be named NNNN-name.sql.`)
  // A checkout may turn line ends; the migration stays the same.
  const text = (await readFile(join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(text).digest('hex')
  return { number: Number(number), name: fileName.slice(0, -'.sql'.length), text, checksum }
}
