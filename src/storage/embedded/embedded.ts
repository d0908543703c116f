import { mkdir, realpath, rm } from 'node:fs/promises'
import { askOnce } from '../probe.ts'
import type { StorageLog } from '../storage-log.ts'
import { ensureCluster } from './cluster.ts'
import { createDatabase } from './database.ts'
import { lockFolder } from './folder-lock.ts'
import { findHome } from './home.ts'
import { clearLeftovers } from './leftover.ts'
import { serverCommand } from './server-command.ts'
import { socketFolderFor, urlOf } from './socket.ts'
import { Supervisor } from './supervisor.ts'

/** A PostgreSQL of our own, run as a child process on a private socket. */
export interface EmbeddedServer {
  /** The address of a database of this server, as DATABASE_URL would name it. */
  url(database: string): string
  /** Makes the database unless it is there; as a copy of the template, when one is named. */
  createDatabase(name: string, template?: string): Promise<void>
  /** The id of the server's process. */
  pid(): number | undefined
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataFolder: string
  log: StorageLog
  onDown?: () => void
  onUp?: () => void
  /** Where the cluster goes when the data folder is closed to the database's user. */
  sharedHome?: string
}

export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  // Others may pass through, since the database's user must; they cannot look around.
  await mkdir(options.dataFolder, { recursive: true, mode: 0o711 })
  const dataFolder = await realpath(options.dataFolder)
  const lock = lockFolder(dataFolder)
  try {
    const server = await startIn(dataFolder, options)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= server.stop().finally(lock.release)
      return stopped
    }
    return { ...server, stop }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startIn(dataFolder: string, options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log } = options
  const home = await findHome(dataFolder, options.sharedHome)
  const cluster = await ensureCluster(home)
  const socketFolder = await socketFolderFor(cluster, home.account)
  const url = (database: string) => urlOf(socketFolder, database)
  const supervisor = new Supervisor({
    command: serverCommand(home, cluster, socketFolder),
    log,
    prepare: () => clearLeftovers(cluster, socketFolder, log),
    ask: () => askOnce(url('postgres')),
    onDown: () => options.onDown?.(),
    onUp: () => options.onUp?.(),
  })
  const stop = async () => {
    await supervisor.stop()
    if (socketFolder !== cluster) await rm(socketFolder, { recursive: true, force: true })
  }
  try {
    await supervisor.start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    createDatabase: (name, template) => createDatabase(url('postgres'), name, template),
    pid: () => supervisor.pid,
    stop,
  }
}
