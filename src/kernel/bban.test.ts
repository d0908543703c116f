import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isValidBBAN } from 'ibantools'
import { bbanFrom, formatBban, parseBban } from './bban.ts'

const tenDigits = fc.bigInt({ min: 10_000_000n, max: 9_999_999_999n }).map((value) => {
  return String(value).padStart(10, '0')
})

test('takes an account number as written in Norway and gives its 11 digits', () => {
  for (const raw of ['86011117947', '8601 11 17947', '8601.11.17947']) {
    assert.deepEqual(parseBban(raw), { ok: true, value: '86011117947' })
  }
})

test('refuses separators in other places, and anything but 11 digits', () => {
  for (const raw of [
    '860 11117947',
    '8601.11 17947',
    ' 86011117947',
    '86011117947\n',
    '8601111794',
    '860111179470',
    '８6011117947',
    '',
  ]) {
    assert.equal(reason(raw), 'bban-format', JSON.stringify(raw))
  }
})

test('refuses the register number 0000 and a wrong check digit, each with its reason', () => {
  assert.equal(reason('00000000000'), 'bban-register')
  assert.equal(reason(String(bbanFrom('0000123456'))), 'bban-register')
  assert.equal(reason('86011117948'), 'bban-checksum')
})

test('printing and reading an account number gives it back', () => {
  fc.assert(
    fc.property(tenDigits, (digits) => {
      const bban = bbanFrom(digits)
      if (!bban || bban.startsWith('0000')) return
      assert.deepEqual(parseBban(formatBban(bban)), { ok: true, value: bban })
    }),
  )
})

test('agrees with another implementation on every check digit', () => {
  fc.assert(
    fc.property(tenDigits, fc.integer({ min: 0, max: 9 }), (digits, check) => {
      const bban = `${digits}${check}`
      if (bban.startsWith('0000')) return
      assert.equal(parseBban(bban).ok, isValidBBAN(bban, 'NO'))
    }),
    { numRuns: 1000 },
  )
})

test('one in eleven beginnings has no check digit', () => {
  let without = 0
  for (let serial = 0; serial < 1100; serial += 1) {
    if (bbanFrom(`120100${String(serial).padStart(4, '0')}`) === undefined) without += 1
  }
  assert.ok(without > 90 && without < 110)
})

function reason(raw: string): string | undefined {
  const answer = parseBban(raw)
  return answer.ok ? undefined : answer.reason
}
