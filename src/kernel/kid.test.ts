import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { kidCheckCharacter, kidKinds, parseKid } from './kid.ts'

const body = fc.stringMatching(/^\d{1,24}$/)

test('takes a KID by mod 10, by mod 11, or by both', () => {
  assert.deepEqual(parseKid('18'), { ok: true, value: { kid: '18', kinds: ['mod10'] } })
  assert.deepEqual(parseKid('19'), { ok: true, value: { kid: '19', kinds: ['mod11'] } })
  assert.deepEqual(kidKinds('2345676'), ['mod10', 'mod11'])
  assert.deepEqual(kidKinds('12345678903'), ['mod10', 'mod11'])
  assert.deepEqual(kidKinds('00'), ['mod10', 'mod11'])
})

test('a KID ends in a hyphen only where mod 11 gives 10', () => {
  fc.assert(
    fc.property(body, (digits) => {
      const hyphen = kidCheckCharacter(digits, 'mod11') === '-'
      assert.deepEqual(kidKinds(`${digits}-`), hyphen ? ['mod11'] : [])
    }),
  )
  const withHyphen = Array.from({ length: 100 }, (_, serial) => String(serial)).filter(
    (digits) => kidKinds(`${digits}-`).length > 0,
  )
  assert.deepEqual(withHyphen.slice(0, 3), ['6', '23', '37'])
})

test('has 2 to 25 characters, digits but for a hyphen at the end', () => {
  const refusals = ['', '0', '-', '1-2', '12 34', '1234\n', '1'.repeat(26), '１２', 'RF18']
  for (const raw of refusals) {
    const answer = parseKid(raw)
    assert.equal(answer.ok ? 'taken' : answer.reason, 'kid-format', JSON.stringify(raw))
    assert.deepEqual(kidKinds(raw), [])
  }
  const longest = '1'.repeat(24)
  assert.ok(parseKid(longest + kidCheckCharacter(longest, 'mod10')).ok)
})

test('the last character and nothing else makes it a KID of that kind', () => {
  fc.assert(
    fc.property(body, fc.constantFrom('mod10' as const, 'mod11' as const), (digits, kind) => {
      const check = kidCheckCharacter(digits, kind)
      for (const last of '0123456789-') {
        assert.equal(kidKinds(digits + last).includes(kind), last === check)
      }
    }),
  )
})

test('a wrong check digit is refused as such', () => {
  const answer = parseKid('2345677')
  assert.equal(answer.ok ? 'taken' : answer.reason, 'kid-checksum')
})
