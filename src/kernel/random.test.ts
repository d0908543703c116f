import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from './random.ts'

test('gives as many bytes as asked for, and none of them twice', () => {
  const draws = Array.from({ length: 1000 }, () => systemRandom.bytes(32))
  assert.ok(draws.every(({ length }) => length === 32))
  assert.equal(new Set(draws.map((bytes) => bytes.toString('hex'))).size, draws.length)
})

test('gives many at once', () => {
  assert.equal(systemRandom.bytes(10_000).length, 10_000)
})
