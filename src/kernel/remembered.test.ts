import assert from 'node:assert/strict'
import { test } from 'node:test'
import { remembered } from './remembered.ts'

test('works a value out once, and anew when too many others came in between', () => {
  const worked: number[] = []
  const square = remembered(2, (key: number) => {
    worked.push(key)
    return key * key
  })
  assert.deepEqual([3, 3, 4, 3, 5, 5, 3].map(square), [9, 9, 16, 9, 25, 25, 9])
  assert.deepEqual(worked, [3, 4, 5, 3])
})
