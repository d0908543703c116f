import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** One core for the server under test, another for the load and the database. */
const serverCore = '0'
const loadCore = '1'

export interface Cores {
  pinned: boolean
  /** The command line that runs a Node script on the server's core. */
  serverCommand(args: readonly string[]): [command: string, args: string[]]
}

/** Puts this process, and so whatever it starts, on the load's core. */
export function divideCores(): Cores {
  const pinned = availableParallelism() > 1 && moveToLoadCore()
  return {
    pinned,
    serverCommand: (args) =>
      pinned
        ? ['taskset', ['-c', serverCore, process.execPath, ...args]]
        : [process.execPath, [...args]],
  }
}

function moveToLoadCore(): boolean {
  const args = ['--all-tasks', '--cpu-list', '--pid', loadCore, String(process.pid)]
  return spawnSync('taskset', args).status === 0
}
