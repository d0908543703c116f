import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedServer, startEmbedded } from '../src/storage/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'nordgate-test-'))
// The database's own user must be able to pass through.
chmodSync(folder, 0o711)
const silent = { debug() {}, info() {}, warn() {}, error() {} }
let server: EmbeddedServer | undefined

/** One PostgreSQL for the whole run; each test file makes databases of its own in it. */
export async function globalSetup(): Promise<void> {
  server = await startEmbedded({ dataFolder: folder, log: silent })
  process.env.NORDGATE_TEST_SERVER = server.url('postgres')
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
