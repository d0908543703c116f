import { hash } from 'node:crypto'
import pino from 'pino'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { remembered } from '../kernel/remembered.ts'
import { batchedOutput, type LogDestination } from './batched-output.ts'
import { describeError } from './describe-error.ts'
import { redact } from './redact.ts'
import { safeFields } from './safe.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** What the line of a request may say; whatever else an object carries is left out. */
export interface RequestLine {
  requestId?: string | undefined
  tpp?: string | undefined
  operation?: string | undefined
  status: number
  code?: string | undefined
  errorId?: string | undefined
  /** The check that refused the request. */
  check?: string | undefined
  /** Why the PSU was asked for SCA. */
  sca?: string | undefined
  durationMs: number
}

type Write = (fields: object, message?: string) => void

export interface Log {
  debug: Write
  info: Write
  warn: Write
  error: Write
  request(line: RequestLine): void
  /** A bug or a failure of ours, under the id that the caller was told. */
  fault(errorId: string, error: unknown, context?: object): void
  /** Waits until every line is written; for the end of the process. */
  flush(): void
}

const STANDARD_OUTPUT = 1
const TPP_MAX = 128
const TPPS_REMEMBERED = 200

export interface LogOptions {
  level: LogLevel
  destination?: LogDestination
  clock?: Clock
}

export function createLog(options: LogOptions): Log {
  const clock = options.clock ?? systemClock
  const destination = options.destination ?? batchedOutput(STANDARD_OUTPUT)
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  )
  const flush = () => destination.flushSync?.()
  const write =
    (level: 'debug' | 'info' | 'warn' | 'error'): Write =>
    (fields, message) => {
      if (!logger.isLevelEnabled(level)) return
      logger[level](safeFields(fields), message === undefined ? message : redact(message))
    }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    request: (line) => {
      const level = line.status >= 500 ? 'error' : 'info'
      if (logger.isLevelEnabled(level)) destination.write(requestText(level, clock, line))
    },
    fault: (errorId, error, context = {}) => {
      const fields = { ...safeFields(context), errorId: redact(errorId) }
      logger.error({ ...fields, error: describeError(error) }, 'fault')
      // Whatever broke may end the process next, and this is the line that tells why.
      flush()
    },
    flush,
  }
}

/** By hand, in the form that pino prints: it is written for every request. */
function requestText(level: string, clock: Clock, line: RequestLine): string {
  const time = new Date(clock.now().epochMilliseconds).toISOString()
  const fields: object = {
    level,
    time,
    requestId: line.requestId === undefined ? undefined : opaque(line.requestId),
    tpp: line.tpp === undefined ? undefined : tppText(line.tpp),
    operation: line.operation,
    status: line.status,
    code: line.code,
    errorId: line.errorId,
    check: line.check,
    sca: line.sca,
    durationMs: Math.round(line.durationMs * 1000) / 1000,
    msg: 'request',
  }
  return `${JSON.stringify(fields)}\n`
}

const tppText = remembered(TPPS_REMEMBERED, (tpp: string) => redact(tpp).slice(0, TPP_MAX))

/**
 * A request id is the caller's own text, and might hold a name. UUIDs and other hexadecimal ones say
 * nothing and stay as they are; whatever else comes is known by its hash, and found by it.
 */
function opaque(requestId: string): string {
  if (/^[0-9a-f-]{1,64}$/i.test(requestId)) return redact(requestId)
  return `sha256:${hash('sha256', requestId).slice(0, 32)}`
}
