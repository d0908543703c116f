import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Part, Printer, pascalCase } from './openapi-parts.ts'
import { saying } from './saying.ts'

const Sum = Type.Object({ title: Type.String() }, { title: 'Sum' })
const sumPrinted = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' } },
}
const reference = { $ref: '#/components/schemas/Sum' }

test('prints a schema with a title once, optional or not, and refers to it', () => {
  const printer = new Printer()
  const schema = Type.Object({ one: Sum, other: Type.Optional(Sum), several: Type.Array(Sum) })
  assert.deepEqual(printer.print(schema), {
    type: 'object',
    required: ['one', 'several'],
    properties: { one: reference, other: reference, several: { type: 'array', items: reference } },
  })
  assert.deepEqual(printer.components().schemas, { Sum: sumPrinted })
})

test('prints the words for a place beside the reference, not into the part', () => {
  const printer = new Printer()
  const schema = [saying(Sum, 'What it was.', { deprecated: true }), saying(Sum, 'What it is.')]
  assert.deepEqual(printer.print(schema), [
    { ...reference, description: 'What it was.', deprecated: true },
    { ...reference, description: 'What it is.' },
  ])
  assert.deepEqual(printer.components().schemas, { Sum: sumPrinted })
})

test('leaves examples and lists of values as they are', () => {
  const example = { title: 'Not a name' }
  assert.deepEqual(new Printer().print({ example, examples: [example] }), {
    example,
    examples: [example],
  })
})

test('refuses two parts of one name, and a name that is none', () => {
  const printer = new Printer()
  printer.print(new Part('headers', 'Digest', { description: 'One.' }))
  const other = new Part('headers', 'Digest', { description: 'Another.' })
  assert.throws(() => printer.print(other), /Two different headers are called Digest/)
  assert.throws(() => printer.print(new Part('headers', 'x-digest', {})))
})

test('makes names of what is written with hyphens', () => {
  const names = ['X-PSU-IDENTITY', 'read-account', 'RateLimit-Reset']
  assert.deepEqual(names.map(pascalCase), ['XPsuIdentity', 'ReadAccount', 'RateLimitReset'])
})
