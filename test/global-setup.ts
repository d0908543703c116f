import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { type EmbeddedServer, migrate, startEmbedded } from '../src/storage/storage.ts'
import { newestForm, query } from './databases.ts'

const folder = mkdtempSync(join(tmpdir(), 'nordgate-test-'))
// The database's own user must be able to pass through.
chmodSync(folder, 0o711)
const silent = { debug() {}, info() {}, warn() {}, error() {} }
let server: EmbeddedServer | undefined

/** One PostgreSQL for the whole run; each test file makes databases of its own in it. */
export async function globalSetup(): Promise<void> {
  server = await startEmbedded({ dataFolder: folder, log: silent })
  // A run that is stopped on its way takes its database along.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => globalTeardown().finally(() => process.exit(1)))
  }
  await server.createDatabase(newestForm)
  await migrate({ databaseUrl: server.url(newestForm), log: silent, clock: systemClock })
  process.env.NORDGATE_TEST_SERVER = server.url('postgres')
  // Nobody pulls the plug on this one; what survives that is tested on servers of its own.
  await query(server.url('postgres'), 'alter role current_user set synchronous_commit to off')
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
