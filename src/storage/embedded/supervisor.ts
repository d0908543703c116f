import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import type { StorageLog } from '../storage-log.ts'
import { cleanEnvironment } from './cluster.ts'
import type { Account } from './reach.ts'
import { followServerLog } from './server-log.ts'

export interface ServerCommand {
  program: string
  arguments: string[]
  account: Account | undefined
}

export interface SupervisorOptions {
  command: ServerCommand
  log: StorageLog
  /** Makes way for a start. */
  prepare(): Promise<void>
  /** Fails while the server does not answer. */
  ask(): Promise<void>
  onDown(): void
  onUp(): void
}

const startPatienceMs = 60_000
const askEveryMs = 10
const backOffMs = { first: 100, max: 5_000 }
const stopPatienceMs = { fast: 10_000, immediate: 5_000 }

/** Keeps one server process running until it is told to stop. */
export class Supervisor {
  readonly #options: SupervisorOptions
  #child: ChildProcess | undefined
  #stopping = false
  #restarting: Promise<void> = Promise.resolve()

  constructor(options: SupervisorOptions) {
    this.#options = options
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Tries again while old backends still hold the cluster; any other failure is thrown. */
  async start(): Promise<void> {
    const deadline = performance.now() + startPatienceMs
    for (;;) {
      try {
        return await this.#launch()
      } catch (error) {
        const passing = /pre-existing shared memory block/.test(String(error))
        if (!passing || performance.now() > deadline) throw error
        await delay(backOffMs.first)
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#end()
    await this.#restarting
    await this.#end()
  }

  async #launch(): Promise<void> {
    const { command, log, prepare } = this.#options
    await prepare()
    if (this.#stopping) return
    const child = spawn(command.program, command.arguments, {
      ...command.account,
      cwd: '/',
      env: cleanEnvironment,
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own: Ctrl-C must reach us alone, or the database is gone before we are done.
      detached: true,
    })
    this.#child = child
    const messages = followServerLog(child.stderr, log)
    const ended = endOf(child)
    await this.#untilAnswering(child, ended, messages.recent)
    ended.then(() => this.#onExit(child))
  }

  async #untilAnswering(child: ChildProcess, ended: Promise<string>, messages: () => string) {
    let end: string | undefined
    ended.then((reason) => {
      end = reason
    })
    const deadline = performance.now() + startPatienceMs
    for (;;) {
      try {
        return await this.#options.ask()
      } catch (error) {
        if (end !== undefined) throw new Error(`PostgreSQL ended (${end}): ${messages()}`)
        if (performance.now() > deadline) {
          child.kill('SIGQUIT')
          throw new Error(`PostgreSQL does not answer: ${messages()}`, { cause: error })
        }
        await Promise.race([delay(askEveryMs), ended])
      }
    }
  }

  #onExit(child: ChildProcess): void {
    if (this.#stopping || this.#child !== child) return
    this.#options.log.error({}, 'PostgreSQL ended unexpectedly; starting it again')
    this.#options.onDown()
    this.#restarting = this.#restart()
  }

  async #restart(): Promise<void> {
    for (let wait = backOffMs.first; !this.#stopping; wait = Math.min(wait * 2, backOffMs.max)) {
      try {
        await this.#launch()
        if (!this.#stopping) this.#options.onUp()
        return
      } catch (error) {
        this.#options.log.warn({ err: error }, 'PostgreSQL did not start; trying again')
        await delay(wait)
      }
    }
  }

  async #end(): Promise<void> {
    const child = this.#child
    if (child === undefined) return
    const ended = endOf(child)
    for (const [signal, patienceMs] of [
      ['SIGINT', stopPatienceMs.fast],
      ['SIGQUIT', stopPatienceMs.immediate],
    ] as const) {
      child.kill(signal)
      if (await isWithin(ended, patienceMs)) return
    }
    child.kill('SIGKILL')
    await ended
  }
}

/** Resolves with the reason when the process is gone, also when it never came. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      resolve(String(child.signalCode ?? child.exitCode))
    }
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (status, signal) => resolve(String(signal ?? status)))
  })
}

async function isWithin(ended: Promise<unknown>, patienceMs: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(patienceMs, false, { signal: timer.signal }).catch(() => false)
  const result = await Promise.race([ended.then(() => true), late])
  timer.abort()
  return result
}
