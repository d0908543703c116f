import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid } from './uuid.ts'

const id = '5f0b7f0e-6d8f-4b3b-8a4e-2a4a3f0f8c11'

test('an id is a UUID in small letters', () => {
  assert.ok(isUuid(id))
})

for (const text of [id.toUpperCase(), id.replaceAll('-', ''), `${id}0`, `${id}\n`, ` ${id}`, '']) {
  test(`${JSON.stringify(text)} is no id`, () => {
    assert.ok(!isUuid(text))
  })
}
