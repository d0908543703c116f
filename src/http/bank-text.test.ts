import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { Finding } from '../kernel/problem.ts'
import { hasPlainTextsOnly, textReader } from './bank-text.ts'

const schema = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 70 })),
  day: Type.Optional(Type.String({ format: 'date' })),
  kind: Type.Optional(Type.Enum(['A'])),
  parts: Type.Optional(
    Type.Array(Type.Object({ text: Type.String({ maxLength: 5 }), many: Type.Integer() }), {
      maxItems: 3,
    }),
  ),
})
const readTexts = textReader(schema, 'latin')

function read(value: unknown) {
  const findings: Finding[] = []
  const texts = readTexts(value, 'body', findings)
  return { texts, paths: findings.map(({ path }) => path) }
}

test('puts every text that the schema knows into NFC', () => {
  const { texts, paths } = read({ name: 'A\u030a', parts: [{ text: 'e\u0301', many: 1 }] })
  assert.deepEqual(texts, { name: 'Å', parts: [{ text: 'é', many: 1 }] })
  assert.deepEqual(paths, [])
})

test('tells every text with a foreign character, and goes where the schema goes alone', () => {
  const smile = '\u{1F600}'
  const wrong = { name: smile, kind: smile, unknown: smile, day: [smile], parts: [{ text: smile }] }
  assert.deepEqual(read(wrong).paths, ['body/name', 'body/parts/0/text'])
  for (const value of [smile, [smile], null, 1, { parts: { text: smile } }]) {
    assert.deepEqual(read(value), { texts: value, paths: [] })
  }
})

test('keeps members for the schema to refuse, whatever their names', () => {
  const value = JSON.parse('{"name":"é","__proto__":{"x":1},"constructor":1}') as object
  assert.deepEqual(Object.keys(read(value).texts as object), ['name', '__proto__', 'constructor'])
})

test('leaves alone what the schema refuses for its length', () => {
  const marks = '\u0301\u0323'.repeat(400_000)
  assert.deepEqual(read({ name: `e${marks}` }), { texts: { name: `e${marks}` }, paths: [] })
  assert.deepEqual(read({ day: `1${marks}` }).paths, ['body/day'])
  const parts = Array.from({ length: 4 }, () => ({ text: '\u0000' }))
  assert.deepEqual(read({ parts }).paths, [])
})

test('a text of the longest letters, taken apart, is put together', () => {
  const letters = '\u1e69'.repeat(70)
  assert.deepEqual(read({ name: letters.normalize('NFD') }).texts, { name: letters })
})

test('refuses a schema that holds texts where nobody would look', () => {
  for (const open of [Type.Unknown(), Type.Union([Type.String(), Type.Null()])]) {
    assert.throws(() => textReader(Type.Object({ open }), 'latin'))
  }
})

test('JSON is plain when nothing can hide in it', () => {
  for (const json of ['{"a": "~"}', '[\n\t1\r\n]', '{}'])
    assert.ok(hasPlainTextsOnly(json, 'latin'), json)
  for (const json of ['"å"', '"\\u0000"', '"\\n"', '"\x7f"', '"\\\\"']) {
    assert.ok(!hasPlainTextsOnly(json, 'latin'), json)
  }
})

test('a bank that takes fewer characters refuses the others, ASCII too', () => {
  const findings: Finding[] = []
  const taken = (name: string) => {
    findings.length = 0
    textReader(schema, 'swift-x')({ name }, 'body', findings)
    return findings.length === 0
  }
  for (const name of ["Per O'Neill-Hansen (Oslo)", 'A/B, 1+1: 2?']) assert.ok(taken(name), name)
  for (const name of ['Åse', 'a_b', 'a@b', '100 %', '€']) assert.ok(!taken(name), name)
  assert.ok(!hasPlainTextsOnly('"a_b"', 'swift-x'))
})
