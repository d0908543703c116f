import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cores } from './cores.ts'
import type { LimitOptions } from './limit-server.ts'

/** A server under test, in a process of its own. */
export interface BenchServer {
  pid: number
  httpUrl: URL
  httpsUrl: URL
  stop(): Promise<void>
}

export interface Surroundings {
  cores: Cores
  /** For logs. */
  folder: string
  databaseUrl: string
  connections: number
  /** Where to write CPU profiles, if at all. */
  profileFolder: string | undefined
}

/** The service as it is run in earnest, with its log of one line per request going to a file. */
export async function startService(surroundings: Surroundings): Promise<BenchServer> {
  const [http, https] = [await freePort(), await freePort()]
  const child = start(surroundings, '../../src/main.ts', {
    NORDGATE_HTTP: `127.0.0.1:${http}`,
    NORDGATE_HTTPS: `127.0.0.1:${https}`,
    NORDGATE_DATA: surroundings.folder,
    NORDGATE_DATABASE_CONNECTIONS: String(surroundings.connections),
    DATABASE_URL: surroundings.databaseUrl,
  })
  const server = benchServer(child, http, https)
  await ready(new URL('/health/ready', server.httpUrl), child)
  return server
}

export async function startLimit(
  surroundings: Surroundings,
  options: Pick<LimitOptions, 'query' | 'bank' | 'tls'>,
): Promise<BenchServer> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()]
  const child = start(surroundings, './limit-process.ts', {})
  const { databaseUrl, connections } = surroundings
  child.send({ ...options, databaseUrl, connections, httpPort, httpsPort })
  await Promise.race([once(child, 'message'), ended(child)])
  return benchServer(child, httpPort, httpsPort)
}

function start(surroundings: Surroundings, script: string, env: Record<string, string>) {
  const { cores, folder, profileFolder } = surroundings
  const profiled =
    profileFolder === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', profileFolder]
  const file = join(import.meta.dirname, script)
  const [command, args] = cores.serverCommand([...profiled, file])
  const log = openSync(join(folder, 'server.log'), 'a')
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  // Whatever goes wrong here, no server stays behind.
  process.once('exit', () => child.kill())
  return child
}

function benchServer(child: ChildProcess, httpPort: number, httpsPort: number): BenchServer {
  return {
    pid: child.pid ?? 0,
    httpUrl: new URL(`http://127.0.0.1:${httpPort}`),
    httpsUrl: new URL(`https://127.0.0.1:${httpsPort}`),
    stop: async () => {
      if (child.exitCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function ready(url: URL, child: ChildProcess): Promise<void> {
  const over = ended(child)
  // It also ends when it is stopped, long after anybody waits for that.
  over.catch(() => {})
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await Promise.race([delay(50), over])
  }
}

async function ended(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`A server ended with ${code} before it was ready.`)
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
