import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import { connect } from './connect.ts'
import { createConnections } from './connections.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/embedded.ts'
import { runningServer } from './embedded/running.ts'
import { type Health, watchHealth } from './health.ts'
import { migrate, requireNewestForm } from './migrate.ts'
import { createPool } from './pool.ts'
import { prepared, queriesOver } from './queries.ts'
import type { Queries } from './statement.ts'
import type { StorageLog } from './storage-log.ts'
import { createWrites, type Writes } from './transaction.ts'

export type { AuditNote } from './audit.ts'
export { type EmbeddedServer, startEmbedded } from './embedded/embedded.ts'
export { type MigrateOptions, migrate } from './migrate.ts'
export { type Queries, type Statement, statement, type Transaction } from './statement.ts'
export type { StorageLog } from './storage-log.ts'
export { isNullRefused } from './unavailable.ts'
export {
  acrossWorlds,
  inWorld,
  type WorldQueries,
  type WorldStatement,
  type WorldTransaction,
  worldStatement,
} from './world.ts'

export interface Storage extends Queries, Writes {
  /** Whether the database answers now. */
  ready(): boolean
  close(): Promise<void>
}

export interface StorageOptions {
  /** A server to use; without it an embedded one is started in the data folder. */
  databaseUrl?: string
  dataFolder: string
  connections: number
  log: StorageLog
  clock: Clock
  /** Refuse a database that has not the newest form, instead of bringing it there. */
  migrates?: false
}

const embeddedDatabase = 'nordgate'
const drainMs = 10_000

/** Returns when the database is there, has its newest form, and answers. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  if (options.databaseUrl !== undefined) {
    await bringToForm(options, options.databaseUrl)
    const health = watchHealth(options.databaseUrl, options.log)
    return storageOver(options.databaseUrl, options, health)
  }
  return openEmbedded(options)
}

const bringToForm = (options: StorageOptions, databaseUrl: string): Promise<void> =>
  (options.migrates === false ? requireNewestForm : migrate)({ ...options, databaseUrl })

/** The embedded database of a Nordgate that is running on this folder, for a tool beside it. */
export async function runningDatabase(dataFolder: string): Promise<string | undefined> {
  return (await runningServer(dataFolder))?.(embeddedDatabase)
}

async function openEmbedded(options: StorageOptions): Promise<Storage> {
  const { dataFolder, log } = options
  let health: Health | undefined
  const server = await startEmbedded({
    dataFolder,
    log,
    onDown: () => health?.lost(new Error('PostgreSQL ended')),
    onUp: () => void health?.probe(),
  })
  try {
    await server.createDatabase(embeddedDatabase)
    const databaseUrl = server.url(embeddedDatabase)
    await bringToForm(options, databaseUrl)
    health = watchHealth(databaseUrl, log)
    return storageOver(databaseUrl, options, health, server)
  } catch (error) {
    await server.stop()
    throw error
  }
}

function storageOver(
  databaseUrl: string,
  { connections, clock }: StorageOptions,
  health: Health,
  server?: EmbeddedServer,
): Storage {
  const pool = createPool({
    connect: () => connect(databaseUrl),
    connections,
    onLost: (error) => health.lost(error),
  })
  const lending = createConnections(pool, health)
  const queries = queriesOver((statement, parameters) =>
    lending.use((conversation) => conversation.ask(prepared(statement, parameters))),
  )
  let closing: Promise<void> | undefined
  const close = async () => {
    health.close()
    await Promise.race([pool.end(), delay(drainMs, undefined, { ref: false })])
    await server?.stop()
  }
  return {
    ...queries,
    ...createWrites(lending, clock),
    ready: health.ready,
    close: () => (closing ??= close()),
  }
}
