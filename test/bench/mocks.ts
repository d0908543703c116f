import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cores } from './cores.ts'
import { mockoonEnvironment, type OpenApi } from './mock-environment.ts'

/** A tool that answers from an OpenAPI description, without any checks of its own. */
export interface MockTool {
  name: string
  package: string
  /** What it reads, made from our own description. */
  reads(openApi: OpenApi): object
  args(file: string, port: number): string[]
}

const mockoon: Pick<MockTool, 'package' | 'args'> = {
  package: '@mockoon/cli',
  args: (file, port) => [
    ...['start', '--data', file, '--hostname', '127.0.0.1', '--port', String(port)],
    ...['--disable-log-to-file', '--disable-admin-api', '--repair'],
  ],
}

export const mockTools: readonly MockTool[] = [
  {
    name: 'Prism',
    package: '@stoplight/prism-cli',
    reads: (openApi) => openApi,
    args: (file, port) => ['mock', '--host', '127.0.0.1', '--port', `${port}`, '-v', 'error', file],
  },
  // As somebody would use it who has our description and nothing else.
  { ...mockoon, name: 'Mockoon by OpenAPI', reads: (openApi) => openApi },
  { ...mockoon, name: 'Mockoon, text', reads: (openApi) => mockoonEnvironment(openApi, false) },
  {
    ...mockoon,
    name: 'Mockoon, text, no templates',
    reads: (openApi) => mockoonEnvironment(openApi, true),
  },
]

export interface RunningMock {
  pid: number
  stop(): Promise<void>
}

const installMs = 5 * 60_000
const readyMs = 60_000

/** Into a folder of its own: nothing of it becomes part of the project. */
export function installMock(tool: MockTool, folder: string): void {
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', [...args, tool.package], {
    cwd: folder,
    encoding: 'utf8',
    timeout: installMs,
  })
  if (status !== 0) throw new Error(`npm does not install ${tool.package}: ${stderr.trim()}`)
}

export interface MockStart {
  folder: string
  openApi: OpenApi
  port: number
  cores: Cores
}

export async function startMock(tool: MockTool, start: MockStart): Promise<RunningMock> {
  const { folder, openApi, port, cores } = start
  const file = join(folder, `${tool.name}.json`)
  writeFileSync(file, JSON.stringify(tool.reads(openApi)))
  const script = scriptOf(tool, folder)
  const [command, args] = cores.serverCommand([script, ...tool.args(file, port)])
  const child = spawn(command, args, { cwd: folder, stdio: 'ignore' })
  process.once('exit', () => child.kill())
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  const until = performance.now() + readyMs
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop()
      throw new Error(`${tool.name} does not start`)
    }
    await delay(100)
  }
  return { pid: child.pid ?? 0, stop }
}

function scriptOf(tool: MockTool, folder: string): string {
  const home = join(folder, 'node_modules', tool.package)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  return join(home, Object.values(bin)[0] ?? '')
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )
