import { writeSync } from 'node:fs'

export interface LogDestination {
  write(line: string): unknown
  /** Returns when every line has left, or when the reader takes no more. */
  flushSync?(): void
}

/** A reader that stands still must not fill the memory: beyond this, lines are dropped and counted. */
const WAITING_CHARACTERS_MAX = 16 * 1024 * 1024
const RETRY_MS = 10
/** Longer than a busy service needs for its next answers, shorter than anybody who reads a log notices. */
const TOGETHER_MS = 20
/** How long a fault or the end of the process waits for a reader that is behind. */
const PATIENCE_MS = 1000

/**
 * The lines of a moment leave in one blocking write. That is cheaper than a write for each line, and
 * keeps their order, which writes in the background do not once a fault is flushed past them. What
 * waits is written when the process exits, also by an uncaught error; a kill -9 loses it.
 */
export function batchedOutput(descriptor: number): LogDestination {
  let waiting = ''
  let rest = Buffer.alloc(0)
  let dropped = 0
  let scheduled = false
  let gone = false

  /** False when the reader is behind and some of it still waits. */
  function writeOut(): boolean {
    if (waiting !== '') {
      rest = Buffer.concat([rest, Buffer.from(waiting)])
      waiting = ''
    }
    try {
      while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      if (isBehind(error)) return false
      // The reader has left, and nobody else wants to know.
      gone = true
    }
    return true
  }

  function turn(): void {
    scheduled = false
    if (!writeOut()) schedule(() => setTimeout(turn, RETRY_MS).unref())
  }

  function schedule(start: () => void): void {
    if (scheduled) return
    scheduled = true
    start()
  }

  function write(line: string): void {
    if (gone) return
    if (waiting.length + rest.length > WAITING_CHARACTERS_MAX) {
      dropped++
      return
    }
    if (dropped > 0)
      waiting += `${JSON.stringify({ level: 'warn', dropped, msg: 'lines dropped' })}\n`
    dropped = 0
    waiting += line
    schedule(() => setTimeout(turn, TOGETHER_MS))
  }

  function flushSync(): void {
    for (let waited = 0; !gone && !writeOut() && waited < PATIENCE_MS; waited += RETRY_MS) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }

  process.once('exit', flushSync)
  return { write, flushSync }
}

function isBehind(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EAGAIN' || code === 'EBUSY'
}
