import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formToken, isFormToken } from './form.ts'

test('a form belongs to the browser that got it', () => {
  assert.ok(isFormToken('one', formToken('one')))
  assert.ok(!isFormToken('two', formToken('one')))
  for (const wrong of [null, '', 'one', `${formToken('one')}A`]) {
    assert.ok(!isFormToken('one', wrong))
  }
})
