import pg from 'pg'
import { columnTypes } from './values.ts'

/** What the server says, taken out of the bytes of one message. */

export interface Column {
  name: string
  parse(text: string): unknown
}

export type Row = Record<string, unknown>

/** The columns of a statement, and a row of them with nothing in it. */
export interface Columns {
  all: readonly Column[]
  empty: Row
}

export const noColumns: Columns = { all: [], empty: {} }

export function readColumns(bytes: Buffer, start: number): Columns {
  const all: Column[] = []
  const empty: Row = {}
  let at = start + 2
  for (let left = bytes.readInt16BE(start); left > 0; left--) {
    const end = bytes.indexOf(0, at)
    const name = bytes.toString('utf8', at, end)
    // Behind the name: table, place in it, type, size, modifier, format.
    const type = bytes.readInt32BE(end + 7)
    all.push({ name, parse: columnTypes.getTypeParser(type, 'text') as Column['parse'] })
    empty[name] = null
    at = end + 19
  }
  return { all, empty }
}

export function readRow({ all, empty }: Columns, bytes: Buffer, start: number): Row {
  // Copied rather than begun anew, so that all rows have one shape.
  const row = { ...empty }
  let at = start + 2
  for (let place = 0; place < all.length; place++) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) continue
    const { name, parse } = all[place] as Column
    row[name] = parse(bytes.toString('utf8', at, at + length))
    at += length
  }
  return row
}

/** What a statement did, as in `INSERT 0 1` or `COMMIT`. */
export const readTag = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end - 1)

/** The number at the end of a tag, if there is one. */
export function rowCountIn(tag: string): number {
  const last = tag.charCodeAt(tag.length - 1)
  return last >= 48 && last <= 57 ? Number(tag.slice(tag.lastIndexOf(' ') + 1)) : 0
}

const errorFields = {
  S: 'severity',
  C: 'code',
  D: 'detail',
  H: 'hint',
  P: 'position',
  W: 'where',
  s: 'schema',
  t: 'table',
  c: 'column',
  d: 'dataType',
  n: 'constraint',
  R: 'routine',
} as const

/** The driver's own error, since whoever asks about errors knows that one. */
export function readError(bytes: Buffer, start: number, end: number): pg.DatabaseError {
  const fields = new Map<string, string>()
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const close = bytes.indexOf(0, at + 1)
    fields.set(String.fromCharCode(bytes[at] as number), bytes.toString('utf8', at + 1, close))
    at = close + 1
  }
  const error = new pg.DatabaseError(fields.get('M') ?? 'unknown', end - start, 'error')
  for (const [letter, name] of Object.entries(errorFields)) error[name] = fields.get(letter)
  return error
}

/** The session is over with it, and nothing will follow. */
export const isFatal = ({ severity }: pg.DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC'
