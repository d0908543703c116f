import { DatabaseError } from 'pg'
import { Problem } from '../kernel/problem.ts'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EACCES',
])

// Shut down by an administrator, crashed, starting up, and no connection left.
const shutdownCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03'])

// The statement or its wait for a lock was cut off: the database answers, but too slowly.
const timeoutCodes = new Set(['57014', '55P03'])

// The driver gives these no code. A new driver version may word them anew: a test holds them.
const driverMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query read timeout',
  'timeout expired',
  'The server does not support SSL connections',
]
const poolMessages = [
  'timeout exceeded when trying to connect',
  'Cannot use a pool after calling end on the pool',
]

export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** A column that is never null was to become it: how a statement refuses as a whole. */
export const isNullRefused = (error: unknown, table: string, column: string): boolean =>
  error instanceof DatabaseError &&
  error.code === '23502' &&
  error.table === table &&
  error.column === column

/** The connection is of no more use, and the next one may well fail too. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = sqlState(error)
  if (code === undefined) return driverMessages.some((text) => error.message.startsWith(text))
  return networkCodes.has(code) || shutdownCodes.has(code) || code.startsWith('08')
}

function isTooSlow(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = sqlState(error)
  if (code === undefined) return poolMessages.some((text) => error.message.startsWith(text))
  return timeoutCodes.has(code)
}

/** What the caller gets for a failure of the database: a refusal to try again, or the error itself. */
export function toProblem(error: unknown): unknown {
  if (!isConnectionLost(error) && !isTooSlow(error)) return error
  return new Problem(
    'SERVICE_UNAVAILABLE',
    'The service cannot reach its database right now; try again shortly.',
    { headers: { 'Retry-After': '2' }, cause: error },
  )
}
