import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { oslo, osloDate, osloInstant, osloTime } from './oslo.ts'

test('midnight in Oslo is an hour or two before midnight in UTC', () => {
  for (const [instant, date] of [
    ['2026-01-31T22:59:59Z', '2026-01-31'],
    ['2026-01-31T23:00:00Z', '2026-02-01'],
    ['2026-06-30T21:59:59Z', '2026-06-30'],
    ['2026-06-30T22:00:00Z', '2026-07-01'],
  ] as const) {
    assert.equal(osloDate(Temporal.Instant.from(instant)).toString(), date)
  }
})

test('times of day follow summer time, also on the days it changes', () => {
  for (const [date, time, instant] of [
    ['2026-01-15', '06:00', '2026-01-15T05:00:00Z'],
    ['2026-07-15', '06:00', '2026-07-15T04:00:00Z'],
    ['2026-03-29', '01:59', '2026-03-29T00:59:00Z'],
    ['2026-03-29', '02:30', '2026-03-29T01:30:00Z'],
    ['2026-03-29', '06:00', '2026-03-29T04:00:00Z'],
    ['2026-10-25', '02:30', '2026-10-25T00:30:00Z'],
    ['2026-10-25', '06:00', '2026-10-25T05:00:00Z'],
  ] as const) {
    const answer = osloInstant(Temporal.PlainDate.from(date), time)
    assert.equal(answer.toString(), instant, `${date} ${time}`)
  }
})

test('any time of day in Oslo is on that day in Oslo', () => {
  fc.assert(
    fc.property(fc.nat(36_500), fc.nat(1439), (days, minutes) => {
      const date = Temporal.PlainDate.from('1990-01-01').add({ days })
      const time = Temporal.PlainTime.from('00:00').add({ minutes })
      assert.ok(osloDate(osloInstant(date, time.toString())).equals(date))
    }),
  )
})

test('date and time are those that Temporal tells, also around the hours of change', () => {
  const years = { min: Date.UTC(1950), max: Date.UTC(2150) }
  const changes = ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'].map((text) => Date.parse(text))
  const near = fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -7_200_000, max: 7_200_000 }))
    .map(([change, off]) => change + off)
  fc.assert(
    fc.property(fc.oneof(fc.integer(years), near), (ms) => {
      const instant = Temporal.Instant.fromEpochMilliseconds(ms)
      const shown = instant.toZonedDateTimeISO(oslo)
      assert.equal(osloDate(instant).toString(), shown.toPlainDate().toString())
      const text = shown.toString({ smallestUnit: 'second', timeZoneName: 'never' })
      assert.equal(osloTime(instant), text)
    }),
  )
})
