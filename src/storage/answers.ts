import pg from 'pg'
import { columnTypes } from './values.ts'

/** What the server says, taken out of the bytes of one message. */

export interface Column {
  name: string
  parse(text: string): unknown
}

export type Row = Record<string, unknown>

/** The columns of a statement, and how a row is made of their values. */
export interface Columns {
  all: readonly Column[]
  rowOf(values: readonly unknown[]): Row
}

export const noColumns: Columns = { all: [], rowOf: () => ({}) }

export function readColumns(bytes: Buffer, start: number): Columns {
  const all: Column[] = []
  let at = start + 2
  for (let left = bytes.readInt16BE(start); left > 0; left--) {
    const end = bytes.indexOf(0, at)
    const name = bytes.toString('utf8', at, end)
    // Behind the name: table, place in it, type, size, modifier, format.
    const type = bytes.readInt32BE(end + 7)
    all.push({ name, parse: columnTypes.getTypeParser(type, 'text') as Column['parse'] })
    at = end + 19
  }
  return { all, rowOf: rowMaker(all) }
}

/**
 * A literal of its own for each statement. In code that all statements share, members would be added
 * under names that are never the same, and to make the object would take four times as long.
 */
function rowMaker(columns: readonly Column[]): Columns['rowOf'] {
  const members = columns.map(({ name }, place) => `${JSON.stringify(name)}: values[${place}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as Columns['rowOf']
}

export function readRow({ all, rowOf }: Columns, bytes: Buffer, start: number): Row {
  const values: unknown[] = []
  let at = start + 2
  for (const { parse } of all) {
    const length = bytes.readInt32BE(at)
    at += 4
    values.push(length < 0 ? null : parse(bytes.toString('utf8', at, at + length)))
    if (length > 0) at += length
  }
  return rowOf(values)
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
