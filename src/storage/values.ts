import assert from 'node:assert/strict'
import { types as driverTypes } from 'pg'
import { remembered } from '../kernel/remembered.ts'

type Parse = (text: string) => unknown

const oid = {
  int8: 20,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  numeric: 1700,
  textArray: 1009,
  int8Array: 1016,
  dateArray: 1182,
  timestampArray: 1115,
  timestamptzArray: 1185,
  numericArray: 1231,
}

const asText: Parse = (text) => text
const asBigint: Parse = (text) => BigInt(text)
const asInstant: Parse = (text) => Temporal.Instant.from(text)

const textArray = driverTypes.getTypeParser(oid.textArray, 'text') as (
  text: string,
) => (string | null)[]

function arrayOf(parse: Parse): Parse {
  return (text) => textArray(text).map((item) => (item === null ? null : parse(item)))
}

const parsers = new Map<number, Parse>([
  [oid.int8, asBigint],
  [oid.date, asText],
  [oid.timestamp, asText],
  [oid.timestamptz, asInstant],
  [oid.interval, asText],
  [oid.numeric, asText],
  [oid.int8Array, arrayOf(asBigint)],
  [oid.dateArray, arrayOf(asText)],
  [oid.timestampArray, arrayOf(asText)],
  [oid.timestamptzArray, arrayOf(asInstant)],
  [oid.numericArray, arrayOf(asText)],
])

/**
 * Given to each connection, so that no other user of the driver is affected. By itself the driver
 * reads a date as a JavaScript Date at local midnight, a day off east of Greenwich.
 */
export const columnTypes = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    return parsers.get(id) ?? driverTypes.getTypeParser(id, format as 'text')
  },
} as { getTypeParser: typeof driverTypes.getTypeParser }

/** What the driver sends without touching it. */
export type Parameter = string | Buffer | null

/**
 * Values are made ready before the driver sees them: when one fails while the driver binds it, the
 * driver closes the prepared statement on the server and yet believes that it is there.
 */
export function toParameter(value: unknown): Parameter {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') {
    return String(value)
  }
  assert(typeof value === 'object', `A ${typeof value} cannot be a parameter.`)
  if (value instanceof Uint8Array) return bytesOf(value)
  if (value instanceof Temporal.Instant) return timeText(value)
  if (value instanceof Temporal.PlainDate) return value.toString()
  if (Array.isArray(value)) return `{${value.map(toElement).join(',')}}`
  assert(isPlain(value), 'Only plain objects become JSON; turn other values into text first.')
  return JSON.stringify(value)
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

function toElement(value: unknown): string {
  const sent = toParameter(value)
  if (sent === null) return 'NULL'
  if (Array.isArray(value)) return String(sent)
  const text = typeof sent === 'string' ? sent : `\\x${sent.toString('hex')}`
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const secondsRemembered = 1_000

/** Nearly all times of a moment are in a few seconds, and to print one takes Temporal its time. */
const secondText = remembered(secondsRemembered, (second: number) =>
  Temporal.Instant.fromEpochMilliseconds(second * 1000)
    .toString()
    .slice(0, -1),
)

/** To the microsecond, below: PostgreSQL keeps those and would round up, into the future. */
function timeText(time: Temporal.Instant): string {
  const second = Math.floor(time.epochMilliseconds / 1000)
  // Before 1970 the rest is negative.
  const nanoseconds = (Number(time.epochNanoseconds % 1_000_000_000n) + 1e9) % 1e9
  const microseconds = Math.floor(nanoseconds / 1000)
  return `${secondText(second)}.${String(microseconds).padStart(6, '0')}Z`
}
