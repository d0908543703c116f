import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseDate } from './date.ts'

test('reads every day as it is printed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_900_000 }), (days) => {
      const date = Temporal.PlainDate.from('2000-01-01').add({ days })
      const answer = parseDate(date.toString())
      assert.ok(answer.ok && answer.value.equals(date))
    }),
  )
})

test('refuses days that are not in the calendar', () => {
  for (const raw of [
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-02-29',
    '2026-04-31',
    '1900-02-29',
  ]) {
    const answer = parseDate(raw)
    assert.equal(answer.ok ? 'taken' : answer.reason, 'date-unknown', raw)
  }
  assert.ok(parseDate('2000-02-29').ok)
})

test('refuses other ways to write a date', () => {
  for (const raw of [
    '20260517',
    '2026-5-17',
    '17.05.2026',
    '2026-W20-7',
    '2026-137',
    '+002026-05-17',
    '2026-05-17T00:00',
    '2026-05-17Z',
    '2026-05-17[u-ca=hebrew]',
    '2026-05-17\n',
    ' 2026-05-17',
    '',
  ]) {
    const answer = parseDate(raw)
    assert.equal(answer.ok ? 'taken' : answer.reason, 'date-format', raw)
  }
})
