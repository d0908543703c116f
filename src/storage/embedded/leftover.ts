import { execFile } from 'node:child_process'
import { readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { StorageLog } from '../storage-log.ts'
import { socketFile, socketFolderMark } from './socket.ts'

const politeMs = 10_000
const firmMs = 5_000

/**
 * Makes way for a start, holding the lock of the data folder: stops a server that outlived its
 * Nordgate, and takes away what would make PostgreSQL believe that there still is one.
 */
export async function clearLeftovers(
  cluster: string,
  socketFolder: string,
  log: StorageLog,
): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const isPid = Number.isSafeInteger(pid) && pid > 0
  if (isPid && (await isServerOf(cluster, pid))) {
    log.warn({ pid }, 'stopping a PostgreSQL that outlived its Nordgate')
    await stopServer(cluster, pid)
  }
  if (!isPid) await rm(pidFile, { force: true })
  else if (isAlive(pid)) await disownPid(pidFile)
  await removeSocket(lines[socketFolderLine], socketFolder)
}

// As PostgreSQL writes it: process, cluster, start, port, folder of the socket, and more.
export const socketFolderLine = 4

// No process can have it, so PostgreSQL takes the file for stale, and yet reads the rest of it.
const impossiblePid = 2 ** 31 - 2

/**
 * The number belongs to a stranger by now. The file stays: its last lines let PostgreSQL find old
 * backends that still write to this cluster, and wait for them.
 */
async function disownPid(pidFile: string): Promise<void> {
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  if (lines.length > 1) await writeFile(pidFile, [impossiblePid, ...lines.slice(1)].join('\n'))
}

async function removeSocket(former: string | undefined, current: string): Promise<void> {
  if (former && former !== current && basename(former).startsWith(socketFolderMark)) {
    await rm(former, { recursive: true, force: true })
  }
  for (const name of [socketFile, `${socketFile}.lock`]) {
    await rm(join(current, name), { force: true })
  }
}

async function stopServer(cluster: string, pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', politeMs],
    ['SIGQUIT', firmMs],
    ['SIGKILL', firmMs],
  ] as const) {
    signalIfAlive(pid, signal)
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      if (!(await isServerOf(cluster, pid))) return
      await delay(10)
    }
  }
  throw new Error(`The PostgreSQL with process id ${pid} in ${cluster} cannot be stopped.`)
}

function signalIfAlive(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    // Someone else's process is alive, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export function isAlive(pid: number): boolean {
  return signalIfAlive(pid, 0)
}

/** A number alone proves nothing: after a restart of the machine it may be anybody's. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
  }
  const asked = promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])
  const { stdout } = await asked.catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(cluster)
}
