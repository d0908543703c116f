import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { type Identities, openIdentities } from '../../src/sandbox/sandbox.ts'
import { openStorage, startEmbedded } from '../../src/storage/storage.ts'
import type { Cores } from './cores.ts'
import type { BenchOptions } from './options.ts'
import type { Surroundings } from './servers.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const connections = 16

export interface Bench extends Surroundings {
  identities: Identities
  close(): Promise<void>
}

/** A database of its own, with the identities that both servers share. */
export async function openBench(cores: Cores, { profileFolder }: BenchOptions): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-bench-'))
  // The database's own user must be able to pass through.
  chmodSync(folder, 0o711)
  const server = await startEmbedded({ dataFolder: join(folder, 'database'), log: silent })
  const close = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await server.createDatabase('bench')
  const databaseUrl = server.url('bench')
  return {
    ...{ cores, folder, databaseUrl, connections, close },
    profileFolder: profileFolder === undefined ? undefined : resolve(profileFolder),
    identities: await makeIdentities(databaseUrl, folder),
  }
}

async function makeIdentities(databaseUrl: string, dataFolder: string): Promise<Identities> {
  const clock = systemClock
  const opening = { databaseUrl, dataFolder, connections: 1, log: silent, clock }
  const storage = await openStorage(opening)
  const tlsNames = ['localhost', '127.0.0.1']
  const identities = await openIdentities({ storage, clock, random: systemRandom, tlsNames })
  await storage.close()
  return identities
}
