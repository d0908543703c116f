import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Account } from './reach.ts'

export const socketPort = 5432
export const socketFile = `.s.PGSQL.${socketPort}`
export const socketFolderMark = 'nordgate-socket-'

// The smallest room that a system we run on gives to the path of a socket, less the closing zero.
const socketPathBytesMax = 103

/** The cluster's own folder is private to the database's user; it serves unless its path is too long. */
export async function socketFolderFor(cluster: string, account?: Account): Promise<string> {
  if (Buffer.byteLength(join(cluster, socketFile)) <= socketPathBytesMax) return cluster
  const folder = await mkdtemp(join(tmpdir(), socketFolderMark))
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  return folder
}

export function urlOf(socketFolder: string, database: string): string {
  const name = encodeURIComponent(database)
  const host = encodeURIComponent(socketFolder)
  return `postgresql://postgres@localhost:${socketPort}/${name}?host=${host}`
}
