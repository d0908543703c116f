import { attributeOid } from './attributes.ts'
import { readDer } from './der.ts'
import { type Attribute, attributeValue, type Name } from './name.ts'

export class NameError extends Error {}

/** Where the reading stands; the text is walked once, so that its length is its cost. */
interface Cursor {
  readonly text: string
  at: number
}

/** Reads RFC 2253 and RFC 4514 text, with the older forms that RFC 2253 section 4 allows. */
export function parseName(text: string): Name {
  const cursor: Cursor = { text, at: 0 }
  skipSpaces(cursor)
  if (cursor.at === text.length) return []
  const parts = [readPart(cursor)]
  while (cursor.at < text.length) {
    cursor.at++
    parts.push(readPart(cursor))
  }
  return parts.reverse()
}

function readPart(cursor: Cursor): Attribute[] {
  const attributes = [readAttribute(cursor)]
  while (cursor.text[cursor.at] === '+') {
    cursor.at++
    attributes.push(readAttribute(cursor))
  }
  return attributes
}

function readAttribute(cursor: Cursor): Attribute {
  const oid = readType(cursor)
  skipSpaces(cursor)
  const value = readValue(cursor)
  skipSpaces(cursor)
  const next = cursor.text[cursor.at]
  if (next !== undefined && !isSeparator(next)) {
    throw new NameError(`a comma is expected at character ${cursor.at + 1} of the issuer`)
  }
  return { oid, value }
}

const longestType = 80

function readType(cursor: Cursor): string {
  const start = cursor.at
  const end = cursor.text.indexOf('=', start)
  const type = end < 0 ? cursor.text.slice(start) : cursor.text.slice(start, end)
  const shown = type.trim().slice(0, longestType)
  if (end < 0) throw new NameError(`"${shown}" has no "=": a comma inside a value is written "\\,"`)
  const oid = type.length > longestType ? undefined : attributeOid(type.trim())
  if (!oid) throw new NameError(`"${shown}" is no known attribute of a name`)
  cursor.at = end + 1
  return oid
}

function readValue(cursor: Cursor): string | Buffer {
  const first = cursor.text[cursor.at]
  if (first === '#') return readHexValue(cursor)
  return first === '"' ? readQuotedValue(cursor) : readPlainValue(cursor)
}

function readHexValue(cursor: Cursor): string | Buffer {
  const start = ++cursor.at
  while (isHex(cursor.text[cursor.at])) cursor.at++
  const digits = cursor.text.slice(start, cursor.at)
  try {
    if (digits.length % 2 !== 0) throw new NameError('half a byte')
    return attributeValue(readDer(Buffer.from(digits, 'hex')))
  } catch {
    throw new NameError('a value that begins with "#" must be the DER of the value in hexadecimal')
  }
}

function readQuotedValue(cursor: Cursor): string {
  cursor.at++
  const pieces: Buffer[] = []
  for (;;) {
    pieces.push(Buffer.from(readUntil(/["\\]/g, cursor)))
    const next = cursor.text[cursor.at]
    if (next === undefined) throw new NameError('a quoted value has no closing quote')
    if (next === '"') break
    pieces.push(readEscape(cursor))
  }
  cursor.at++
  return decode(pieces)
}

/** Spaces count inside a value, and not before the comma that ends it. */
function readPlainValue(cursor: Cursor): string {
  const pieces: Buffer[] = []
  for (;;) {
    const literal = readUntil(/[,;+"\\]/g, cursor)
    const next = cursor.text[cursor.at]
    if (next === '"') throw new NameError('a quote inside a value is written "\\""')
    if (next !== '\\') {
      const last = withoutSpacesAtEnd(literal)
      return pieces.length === 0 ? last : decode([...pieces, Buffer.from(last)])
    }
    pieces.push(Buffer.from(literal), readEscape(cursor))
  }
}

function withoutSpacesAtEnd(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end--
  return text.slice(0, end)
}

function readUntil(stop: RegExp, cursor: Cursor): string {
  stop.lastIndex = cursor.at
  const start = cursor.at
  cursor.at = stop.exec(cursor.text)?.index ?? cursor.text.length
  return cursor.text.slice(start, cursor.at)
}

function readEscape(cursor: Cursor): Buffer {
  const first = cursor.text[cursor.at + 1]
  if (first !== undefined && ',=+<>#;"\\ '.includes(first)) {
    cursor.at += 2
    return Buffer.from(first)
  }
  const pair = cursor.text.slice(cursor.at + 1, cursor.at + 3)
  if (!isHex(pair[0]) || !isHex(pair[1])) {
    throw new NameError('after "\\" stands a special character or two hexadecimal digits')
  }
  cursor.at += 3
  return Buffer.from(pair, 'hex')
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(pieces: Buffer[]): string {
  try {
    return utf8.decode(Buffer.concat(pieces))
  } catch {
    throw new NameError('the escaped bytes of a value are not UTF-8')
  }
}

function skipSpaces(cursor: Cursor): void {
  while (cursor.text[cursor.at] === ' ') cursor.at++
}

const isSeparator = (char: string): boolean => char === ',' || char === ';' || char === '+'
const isHex = (char: string | undefined): boolean =>
  char !== undefined && '0123456789abcdefABCDEF'.includes(char)
