import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The user that the database's processes run as; PostgreSQL refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

export interface FolderMode {
  uid: number
  gid: number
  mode: number
}

/** Owner, group or others: the first that fits decides, even when a later one would allow more. */
export function mayEnter(folder: FolderMode, account: Account): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}

export function mayReach(folders: FolderMode[], account: Account): boolean {
  return account.uid === 0 || folders.every((folder) => mayEnter(folder, account))
}

/** Whether the account can come to this folder: it must be able to enter every one above it too. */
export async function isReachable(folder: string, account: Account): Promise<boolean> {
  const paths = [await realpath(folder)]
  while (paths[0] !== dirname(paths[0]!)) paths.unshift(dirname(paths[0]!))
  return mayReach(await Promise.all(paths.map((path) => stat(path))), account)
}
