import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { StorageLog } from '../storage-log.ts'

const lineLengthMax = 500
const linesPerSecondMax = 20
const recentMax = 10

/** Hands the server's messages on, never more than the log can bear; keeps the last for an error. */
export function followServerLog(stream: Readable, log: StorageLog): { recent(): string } {
  const recent: string[] = []
  let second = 0
  let count = 0
  createInterface({ input: stream }).on('line', (line) => {
    const message = line.slice(0, lineLengthMax)
    recent.push(message)
    if (recent.length > recentMax) recent.shift()
    const now = Math.floor(performance.now() / 1000)
    count = now === second ? count + 1 : 1
    second = now
    if (count > linesPerSecondMax) return
    if (isTrouble(message)) log.warn({ postgres: message }, 'PostgreSQL')
    else log.debug?.({ postgres: message }, 'PostgreSQL')
  })
  return { recent: () => recent.join('\n') }
}

/** "The database system is starting up" and the like answer a client, who is told anyway. */
function isTrouble(message: string): boolean {
  return /^(WARNING|ERROR|FATAL|PANIC): +(?! *the database system is )/.test(message)
}
