import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOrganisationNumber, syntheticOrganisationNumber } from './organisation-number.ts'

test('takes numbers of well-known companies, written together or in groups', () => {
  for (const number of ['974760673', '984851006', '923609016', '889640782']) {
    assert.deepEqual(parseOrganisationNumber(number), { ok: true, value: number })
  }
  assert.deepEqual(parseOrganisationNumber('974 760 673'), { ok: true, value: '974760673' })
})

test('refuses other groupings and lengths', () => {
  for (const raw of ['97 4760673', '9747606731', '97476067', '974760673\n', 'NO974760673MVA', '']) {
    const answer = parseOrganisationNumber(raw)
    assert.equal(answer.ok ? 'taken' : answer.reason, 'organisation-number-format')
  }
})

test('refuses a wrong check digit', () => {
  const answer = parseOrganisationNumber('974760674')
  assert.equal(answer.ok ? 'taken' : answer.reason, 'organisation-number-checksum')
})

test('synthetic numbers are valid, all different and begin with 3', () => {
  const numbers = Array.from({ length: 20_000 }, (_, seed) => syntheticOrganisationNumber(seed))
  numbers.push(syntheticOrganisationNumber(4_999_999))
  assert.equal(new Set(numbers).size, numbers.length)
  assert.ok(numbers.every((number) => number[0] === '3' && parseOrganisationNumber(number).ok))
})
