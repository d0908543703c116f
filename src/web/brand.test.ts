import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrast } from '../kernel/colour.ts'
import { accentOf } from './brand.ts'

test('a bank’s colour is readable on light and on dark pages', () => {
  for (const accent of [undefined, '#0b4a6f', '#7a0019', '#000000', '#5b2d8e', '#005a2b']) {
    const { light, dark } = accentOf({ accent })
    for (const paper of ['#f6f8f9', '#ffffff', light.onAccent]) {
      assert.ok(contrast(light.accent, paper) >= 4.5, `${light.accent} on ${paper}`)
    }
    for (const paper of ['#0e161c', '#16212a', dark.onAccent]) {
      assert.ok(contrast(dark.accent, paper) >= 4.5, `${dark.accent} on ${paper}`)
    }
  }
})
