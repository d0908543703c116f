import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bicCountry, parseBic } from './bic.ts'

test('takes 8 or 11 characters of the pattern in the interface document', () => {
  for (const bic of ['DNBANOKK', 'DNBANOKKXXX', 'SPTRNO22', 'DEUTDEFF500']) {
    assert.deepEqual(parseBic(bic), { ok: true, value: bic })
  }
  assert.equal(bicCountry('DNBANOKK'), 'NO')
})

test('refuses small letters, other lengths and a location of 0, 1 or O', () => {
  for (const bic of [
    'dnbanokk',
    'DNBANOK',
    'DNBANOKKX',
    'DNBANOKKXXXX',
    'DNBANO1K',
    'DNBANO0K',
    'DNBANOKO',
    'DNB1NOKK',
    'DNBANOKK\n',
    ' DNBANOKK',
    '',
  ]) {
    assert.ok(!parseBic(bic).ok, JSON.stringify(bic))
  }
})

test('takes whatever the pattern makes and never more', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?$/), (bic) => {
      assert.ok(parseBic(bic).ok)
      assert.ok(!parseBic(`${bic}1`).ok)
    }),
  )
})
