import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isBankingDay } from './business-days.ts'
import { earliestDay, parseExecutionDate } from './execution-date.ts'

const on = (day: string) => {
  const today = Temporal.PlainDate.from(day)
  return { today, earliest: today }
}
const { today } = on('2026-10-01')

test('takes today up to 365 days ahead', () => {
  for (const [raw, expected] of [
    ['2026-09-30', 'execution-date-past'],
    ['2026-10-01', '2026-10-01'],
    ['2027-10-01', '2027-10-01'],
    ['2027-10-02', 'execution-date-too-far'],
    ['2026-02-30', 'date-unknown'],
    ['tomorrow', 'date-format'],
  ] as const) {
    const answer = parseExecutionDate(raw, on('2026-10-01'))
    assert.equal(answer.ok ? answer.value.date.toString() : answer.reason, expected, raw)
  }
})

test('a date that is no banking day moves to the next one', () => {
  const answer = parseExecutionDate('2026-12-25', on('2026-10-01'))
  assert.ok(answer.ok)
  assert.equal(answer.value.requested.toString(), '2026-12-25')
  assert.equal(answer.value.date.toString(), '2026-12-28')
})

test('the last day allowed may move past the limit', () => {
  const answer = parseExecutionDate('2027-10-02', on('2026-10-02'))
  assert.ok(answer.ok)
  assert.equal(answer.value.date.toString(), '2027-10-04')
})

test('without a date it is the first banking day', () => {
  const answer = parseExecutionDate(undefined, on('2026-10-03'))
  assert.ok(answer.ok)
  assert.equal(answer.value.date.toString(), '2026-10-05')
})

test('whatever is taken is carried out on a banking day, never before the day asked for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 365 }), (days) => {
      const requested = today.add({ days })
      const answer = parseExecutionDate(requested.toString(), on('2026-10-01'))
      assert.ok(answer.ok)
      assert.ok(isBankingDay(answer.value.date))
      assert.ok(Temporal.PlainDate.compare(answer.value.date, requested) >= 0)
    }),
  )
})

test('after the last batch, at 20:00 in Oslo, the bank does nothing more that day', () => {
  const friday = on('2026-10-02').today
  for (const [now, expected] of [
    ['2026-10-02T18:00:00Z', '2026-10-02'],
    ['2026-10-02T18:00:01Z', '2026-10-05'],
  ] as const) {
    const days = { today: friday, earliest: earliestDay(Temporal.Instant.from(now)) }
    for (const raw of ['2026-10-02', undefined]) {
      const answer = parseExecutionDate(raw, days)
      assert.ok(answer.ok)
      assert.equal(answer.value.date.toString(), expected)
    }
  }
})
