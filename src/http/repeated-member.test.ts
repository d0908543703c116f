import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeatedMember } from './repeated-member.ts'

test('finds a member that an object has twice, wherever it is and however it is written', () => {
  const rows: [json: string, name: string | undefined][] = [
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061" : 2}', 'a'],
    ['{"a":[{"b":{},"c":"b","b":0}]}', 'b'],
    ['{"":1,"":2}', ''],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
    ['{"a":1,"b":{"a":2}}', undefined],
    ['[{"a":1},{"a":2}]', undefined],
    ['{"a":"\\"a\\":","b":"{\\"a\\":1}"}', undefined],
    ['["a","a"]', undefined],
    ['"a"', undefined],
  ]
  for (const [json, name] of rows) assert.equal(repeatedMember(json), name, json)
})

test('finds none in what a printer of JSON prints', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat({ max: 2 }), (value, indent) => {
      assert.equal(repeatedMember(JSON.stringify(value, null, indent)), undefined)
    }),
  )
})

test('bears what is long, deep or full of escapes', () => {
  const mebibyte = 2 ** 20
  assert.equal(repeatedMember('['.repeat(mebibyte / 2) + ']'.repeat(mebibyte / 2)), undefined)
  assert.equal(repeatedMember(`"${'x'.repeat(mebibyte)}"`), undefined)
  assert.equal(repeatedMember(`"${'\\n'.repeat(mebibyte / 2)}"`), undefined)
})
