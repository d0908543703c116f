import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries, isCountry } from './country.ts'

test('has the 249 codes of the interface document, each once', () => {
  assert.equal(countries.length, 249)
  assert.equal(new Set(countries).size, 249)
  assert.ok(countries.every((code) => /^[A-Z]{2}$/.test(code)))
})

test('every code has a name in the language data of the runtime', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  for (const code of countries) assert.ok(names.of(code), code)
})

test('knows its own codes and no others, not even in small letters', () => {
  assert.ok(countries.every(isCountry))
  for (const code of ['no', 'XK', 'EU', 'NOR', '', 'ZZ']) assert.ok(!isCountry(code), code)
})
