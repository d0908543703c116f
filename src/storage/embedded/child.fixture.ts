import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { atEnd, eventually } from '../storage.fixture.ts'
import type { Account } from './reach.ts'

export interface Fact {
  ready?: boolean
  user?: number
  id?: number
  closed?: boolean
  error?: string
}

export interface Child {
  process: ChildProcess
  facts: Fact[]
  exited: Promise<unknown>
}

const lifetimeMaxMs = 30_000

/** Starts `child-nordgate.fixture.ts` on the folder; its server is killed with the test if it is still there. */
export function startChild(dataFolder: string, task = 'serve', account?: Account): Child {
  const script = join(import.meta.dirname, 'child-nordgate.fixture.ts')
  const child = spawn(process.execPath, [script, dataFolder, task], {
    ...account,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const facts: Fact[] = []
  createInterface({ input: child.stdout }).on('line', (line) => facts.push(JSON.parse(line)))
  const exited = once(child, 'exit')
  const tooLong = setTimeout(() => child.kill('SIGKILL'), lifetimeMaxMs)
  exited.then(() => clearTimeout(tooLong))
  atEnd(async () => {
    child.kill('SIGKILL')
    const server = await serverPid(dataFolder).catch(() => undefined)
    if (server !== undefined) killGroup(server)
  })
  return { process: child, facts, exited }
}

export async function untilReady(child: Child): Promise<void> {
  await eventually('the child has started', () => child.facts.length > 0)
  const [fact] = child.facts
  if (fact?.ready !== true) throw new Error(fact?.error ?? 'The child is not ready.')
}

export async function serverPid(dataFolder: string): Promise<number> {
  return Number(
    (await readFile(join(dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  )
}

/** The server leads a group of its own, so this takes its backends too. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** A process that has ended but was not waited for still has its number; it does not count. */
export async function isRunning(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(
    () => ({ stdout: '' }),
  )
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
