import assert from 'node:assert/strict'
import type { TSchema } from 'typebox'
import type { Finding } from '../kernel/problem.ts'
import { type CharacterSet, parseText, takesAscii } from '../kernel/text.ts'

/** Answers with the value in NFC, and tells of the texts that the bank does not take. */
export type ReadTexts = (value: unknown, path: string, findings: Finding[]) => unknown

/**
 * Every text of a body in NFC and in the bank's character set. Lengths are those in NFC, so this runs
 * before the schema has passed, on a value of any shape and depth: it goes where the schema has a
 * text and nowhere else, and leaves alone what the schema refuses anyway.
 */
export function textReader(schema: TSchema, set: CharacterSet): ReadTexts {
  const { type, properties, items, maxItems, maxLength } = schema as Described
  if (type === 'string') return wordsReader(set, maxLength)
  if (properties) return membersReader(properties, set)
  if (items) return itemsReader(items, set, maxItems)
  assert('enum' in schema || textless.has(type ?? ''), 'Nobody would look at the texts in there.')
  return asItIs
}

interface Described {
  type?: string
  properties?: Record<string, TSchema>
  items?: TSchema
  maxItems?: number
  maxLength?: number
}

const textless: ReadonlySet<string> = new Set(['boolean', 'integer', 'number', 'null'])

/** Of such JSON nothing can come but printable ASCII, which is NFC and which most banks take. */
export const hasPlainTextsOnly = (json: string, set: CharacterSet): boolean =>
  takesAscii(set) && plain.test(json)

/** Without the backslash, behind which any character may hide. */
const plain = /^[\t\n\r\u{20}-\u{5b}\u{5d}-\u{7e}]*$/v

const asItIs: ReadTexts = (value) => value

/** No Latin letter is made of more, so no longer text can be short enough in NFC. */
const partsPerLetter = 3
/** For dates and the like, whose schema says in another way how long they are. */
const ofFormMax = 1000

/** A letter with a million marks would take NFC an hour, so what is far too long is not touched. */
function wordsReader(set: CharacterSet, maxLength?: number): ReadTexts {
  const unitsMax = maxLength === undefined ? ofFormMax : partsPerLetter * maxLength
  return (value, path, findings) => {
    if (typeof value !== 'string') return value
    if (value.length <= unitsMax) return readText(value, set, path, findings)
    if (maxLength === undefined) findings.push({ path, text: 'is too long' })
    return value
  }
}

function readText(value: string, set: CharacterSet, path: string, findings: Finding[]): string {
  const text = parseText(value, set)
  if (text.ok) return text.value
  findings.push({ path, text: text.text })
  return value.normalize('NFC')
}

function membersReader(properties: Record<string, TSchema>, set: CharacterSet): ReadTexts {
  const readers = Object.entries(properties)
    .map(([name, schema]) => [name, textReader(schema, set)] as const)
    .filter(([, read]) => read !== asItIs)
  return (value, path, findings) => {
    if (!isObject(value)) return value
    const texts = { ...value }
    for (const [name, read] of readers) {
      if (Object.hasOwn(value, name)) texts[name] = read(value[name], `${path}/${name}`, findings)
    }
    return texts
  }
}

function itemsReader(
  items: TSchema,
  set: CharacterSet,
  maxItems = Number.POSITIVE_INFINITY,
): ReadTexts {
  const read = textReader(items, set)
  return (value, path, findings) => {
    // Too many of them are refused, whatever they are.
    if (!Array.isArray(value) || value.length > maxItems) return value
    return value.map((item, index) => read(item, `${path}/${index}`, findings))
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
