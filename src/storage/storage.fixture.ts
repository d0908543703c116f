import { rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '../kernel/clock.ts'
import { quietLog } from './quiet-log.fixture.ts'
import { type EmbeddedServer, openStorage, type Storage, startEmbedded } from './storage.ts'

export { quietLog } from './quiet-log.fixture.ts'

/** What the tests of this room share: folders and databases that are gone when the file ends. */

const cleanups: (() => Promise<unknown>)[] = []

after(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

/** The last thing made is the first to go. */
export function atEnd(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup)
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-test-'))
  // Private to root otherwise, and then the database's user cannot come in.
  await chmod(folder, 0o711)
  // At once rather than in parallel: thousands of small files go four times as fast.
  atEnd(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export async function temporaryServer(): Promise<EmbeddedServer> {
  return serverIn(join(await temporaryFolder(), 'data'))
}

export async function serverIn(dataFolder: string, sharedHome?: string): Promise<EmbeddedServer> {
  const elsewhere = sharedHome === undefined ? {} : { sharedHome }
  const server = await startEmbedded({ dataFolder, log: quietLog, ...elsewhere })
  atEnd(() => server.stop())
  return server
}

export async function storageIn(dataFolder: string): Promise<Storage> {
  const storage = await openStorage({
    dataFolder,
    connections: 4,
    log: quietLog,
    clock: systemClock,
  })
  atEnd(() => storage.close())
  return storage
}

export async function storageAt(databaseUrl: string): Promise<Storage> {
  const storage = await openStorage({
    databaseUrl,
    dataFolder: '',
    connections: 4,
    log: quietLog,
    clock: systemClock,
  })
  atEnd(() => storage.close())
  return storage
}

/** Looks again and again, for as long as a slow machine may need. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + 20_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`It never came true that ${what}.`)
    await delay(5)
  }
}
