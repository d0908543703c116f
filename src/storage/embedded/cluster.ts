import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { systemRandom } from '../../kernel/random.ts'
import type { Home } from './home.ts'

export const superuser = 'postgres'

const unfinishedMark = 'postgres.new-'

/** The environment of the database's processes: none of our secrets, messages in English. */
export const cleanEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

/** The folder of the cluster, made now when there is none. */
export async function ensureCluster(home: Home): Promise<string> {
  if (home.cluster === undefined) return createCluster(home)
  const made = (await readFile(join(home.cluster, 'PG_VERSION'), 'utf8')).trim()
  if (made !== home.binaries.majorVersion) {
    throw new Error(
      `The database in ${home.cluster} was made by PostgreSQL ${made}, and this Nordgate carries ` +
        `${home.binaries.majorVersion}. Start the Nordgate it was made with, or move the data over.`,
    )
  }
  return home.cluster
}

/** It gets its name last, so that a start which is killed leaves nothing that looks finished. */
async function createCluster(home: Home): Promise<string> {
  const dataFolder = dirname(home.clusterLink)
  await removeUnfinished(dataFolder)
  const id = systemRandom.bytes(8).toString('hex')
  const unfinished = join(dataFolder, `${unfinishedMark}${id}`)
  const elsewhere = home.folder === dataFolder ? undefined : join(home.folder, id)
  if (elsewhere !== undefined) await symlink(elsewhere, unfinished)
  const cluster = elsewhere ?? unfinished
  await mkdir(cluster, { mode: 0o700 })
  if (home.account !== undefined) await chown(cluster, home.account.uid, home.account.gid)
  await initialise(cluster, home)
  await rename(unfinished, home.clusterLink)
  await syncFolder(dataFolder)
  return realpath(home.clusterLink)
}

async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    if (!name.startsWith(unfinishedMark)) continue
    const path = join(dataFolder, name)
    const elsewhere = await readlink(path).catch(() => undefined)
    for (const leftover of [elsewhere, path]) {
      if (leftover) await rm(leftover, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

async function initialise(cluster: string, { binaries, account }: Home): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      ...['-D', cluster, '--username', superuser, '--encoding', 'UTF8', '--data-checksums'],
      // The same order and letter case on every machine, whatever its C library.
      ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ...['--auth-local', 'trust', '--auth-host', 'reject', '--no-instructions'],
    ],
    { ...account, cwd: '/', env: cleanEnvironment, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (status !== 0) throw new Error(`PostgreSQL could not make its data folder: ${errors.trim()}`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
