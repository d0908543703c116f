import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast, isColour, mix } from './colour.ts'

test('a colour is six hexadecimal digits', () => {
  for (const colour of ['#0b4a6f', '#FFFFFF']) assert.ok(isColour(colour))
  for (const text of ['0b4a6f', '#fff', '#gggggg', 'red', '#0b4a6f;']) assert.ok(!isColour(text))
})

test('contrast is that of WCAG, whichever comes first', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#ffffff', '#ffffff'), 1)
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  assert.equal(contrast('#ffffff', '#777777').toFixed(2), '4.48')
})

test('mixing goes from one colour to the other', () => {
  assert.equal(mix('#000000', '#ffffff', 0), '#000000')
  assert.equal(mix('#000000', '#ffffff', 1), '#ffffff')
  assert.equal(mix('#000000', '#0a64ff', 0.5), '#053280')
})
