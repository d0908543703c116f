import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockHolder } from './folder-lock.ts'
import { isAlive, socketFolderLine } from './leftover.ts'
import { urlOf } from './socket.ts'

/** Where the server of another Nordgate listens that runs on this data folder, if one does. */
export async function runningServer(
  dataFolder: string,
): Promise<((database: string) => string) | undefined> {
  const holder = Number(lockHolder(dataFolder))
  if (!Number.isSafeInteger(holder) || holder <= 0 || !isAlive(holder)) return undefined
  const pidFile = join(dataFolder, 'postgres', 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const socketFolder = lines[socketFolderLine]
  return socketFolder ? (database) => urlOf(socketFolder, database) : undefined
}
