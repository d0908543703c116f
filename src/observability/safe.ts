import { describeError } from './describe-error.ts'
import { redact } from './redact.ts'

const DEPTH_MAX = 4
const ITEMS_MAX = 50

/** A copy of a value that may be logged: every text in it redacted, bounded in depth and width. */
export function safe(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') return Number.isInteger(value) ? safeInteger(value) : value
  if (typeof value === 'bigint') return safeInteger(value)
  if (typeof value !== 'object' || value === null) return value
  try {
    return safeObject(value, depth)
  } catch {
    // A getter of somebody else's object may throw; that must not cost us the line.
    return '[unreadable]'
  }
}

function safeObject(value: object, depth: number): unknown {
  if (value instanceof Error) return describeError(value)
  if (depth >= DEPTH_MAX) return '[deeper]'
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => safe(item, depth + 1))
  if (!isPlain(value)) return redact(String(value))
  return safeFields(value, depth)
}

export function safeFields(fields: object, depth = 0): Record<string, unknown> {
  const entries = Object.entries(fields).slice(0, ITEMS_MAX)
  return Object.fromEntries(entries.map(([key, each]) => [redact(key), safe(each, depth + 1)]))
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** JSON has no bigint, and an account number may come as a number. */
function safeInteger(value: number | bigint): number | string {
  const text = redact(String(value))
  return typeof value === 'number' && text === String(value) ? value : text
}
