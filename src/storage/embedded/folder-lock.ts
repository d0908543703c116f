import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

/**
 * One Nordgate per data folder. Node has no file locks of its own, but SQLite takes one that the
 * kernel drops when the process ends, however it ends. The lock file is never opened in another
 * way while it is held: closing any descriptor of it would drop the lock.
 */
export function lockFolder(folder: string): FolderLock {
  const pidFile = pidFileIn(folder)
  const database = takeLock(join(folder, 'lock'))
  if (database === undefined) {
    throw new Error(
      `Another Nordgate (process ${lockHolder(folder) ?? 'unknown'}) uses the data folder ${folder}. ` +
        'Stop it, or choose another folder with NORDGATE_DATA.',
    )
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return {
    release: () => {
      if (!database.isOpen) return
      rmSync(pidFile, { force: true })
      database.close()
    },
  }
}

function takeLock(file: string): DatabaseSync | undefined {
  try {
    return openExclusively(file)
  } catch (error) {
    if (isSqliteError(error, sqlite.busy)) return undefined
    if (!isSqliteError(error, sqlite.notADatabase) && !isSqliteError(error, sqlite.corrupt)) {
      throw error
    }
    // Emptied in place: a new file under the same name could be locked by two at once.
    truncateSync(file)
    return takeLock(file)
  }
}

function openExclusively(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written, so the file stays empty and there is no journal.
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

const sqlite = { busy: 5, corrupt: 11, notADatabase: 26 }

function isSqliteError(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === code
}

/** Who wrote itself down as the holder last; it may be gone. */
export function lockHolder(folder: string): string | undefined {
  try {
    return readFileSync(pidFileIn(folder), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

const pidFileIn = (folder: string): string => join(folder, 'lock.pid')
