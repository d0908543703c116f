import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import type { AuditNote } from './audit.ts'
import { createConnections } from './connections.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/embedded.ts'
import { type Health, watchHealth } from './health.ts'
import { migrate } from './migrate.ts'
import { createPool } from './pool.ts'
import { prepared, queriesOver } from './queries.ts'
import type { Queries, Statement, Transaction } from './statement.ts'
import type { StorageLog } from './storage-log.ts'
import { createTransactions, createWrite } from './transaction.ts'

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
  worldStatement,
} from './world.ts'

export interface Storage extends Queries {
  /** The one door for writes: begin, work, audit row, commit; run anew on a conflict. */
  transaction<T>(note: AuditNote, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** The same for a single statement, with one wait for the database instead of two. */
  write<P extends readonly unknown[], R>(
    note: AuditNote,
    statement: Statement<P, R>,
    parameters: NoInfer<P>,
  ): Promise<R[]>
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
}

const embeddedDatabase = 'nordgate'
const drainMs = 10_000

/** Returns when the database is there, has its newest form, and answers. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  if (options.databaseUrl !== undefined) {
    await migrate({ ...options, databaseUrl: options.databaseUrl })
    const health = watchHealth(options.databaseUrl, options.log)
    return storageOver(options.databaseUrl, options, health)
  }
  return openEmbedded(options)
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
    await migrate({ ...options, databaseUrl })
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
  const pool = createPool(databaseUrl, connections)
  pool.on('error', (error) => health.lost(error))
  const lending = createConnections(pool, health)
  const queries = queriesOver((statement, parameters) =>
    lending.use((client) => client.query(prepared(statement, parameters))),
  )
  let closing: Promise<void> | undefined
  const close = async () => {
    health.close()
    await Promise.race([pool.end(), delay(drainMs, undefined, { ref: false })])
    await server?.stop()
  }
  return {
    ...queries,
    transaction: createTransactions(lending, clock),
    write: createWrite(lending, clock),
    ready: health.ready,
    close: () => (closing ??= close()),
  }
}
