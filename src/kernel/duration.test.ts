import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { advance, advanceTo, parseDuration } from './duration.ts'

const noon = Temporal.Instant.from('2026-03-28T11:00:00Z')

test('reads durations of days, weeks, months, years and hours', () => {
  for (const [raw, instant] of [
    ['P1D', '2026-03-29T10:00:00Z'],
    ['PT24H', '2026-03-29T11:00:00Z'],
    ['PT3H', '2026-03-28T14:00:00Z'],
    ['P1M2DT4H', '2026-04-30T14:00:00Z'],
    ['P2W', '2026-04-11T10:00:00Z'],
    ['P1Y', '2027-03-28T10:00:00Z'],
    ['PT90M', '2026-03-28T12:30:00Z'],
    ['PT1S', '2026-03-28T11:00:01Z'],
    ['P400D', '2027-05-02T10:00:00Z'],
    ['P13M', '2027-04-28T10:00:00Z'],
  ] as const) {
    const answer = advance(noon, duration(raw))
    assert.equal(answer.ok ? answer.value.toString() : answer.reason, instant, raw)
  }
})

test('a month after the 31st is the last of the month', () => {
  const answer = advance(Temporal.Instant.from('2026-01-31T11:00:00Z'), duration('P1M'))
  assert.ok(answer.ok)
  assert.equal(answer.value.toString(), '2026-02-28T11:00:00Z')
})

test('refuses fractions, signs and what is not a duration', () => {
  for (const raw of [
    '',
    'P',
    'PT',
    'P1',
    '1D',
    'p1d',
    'P1d',
    'PT1D',
    'P1H',
    'P1DT',
    'P1D1M',
    '-P1D',
    '+P1D',
    'P-1D',
    'PT0.5H',
    'PT1,5S',
    'P1D ',
    'P1D\n',
    'P999999999D',
    '1 day',
  ]) {
    const answer = parseDuration(raw)
    assert.equal(answer.ok ? 'taken' : answer.reason, 'duration-format', JSON.stringify(raw))
  }
})

test('refuses a duration of nothing', () => {
  for (const raw of ['P0D', 'PT0S', 'P0Y0M0DT0H']) {
    const answer = parseDuration(raw)
    assert.equal(answer.ok ? 'taken' : answer.reason, 'duration-zero', raw)
  }
})

test('goes at most 400 days', () => {
  for (const raw of ['P401D', 'P400DT1S', 'P2Y', 'P14M', 'P58W', 'P99999999Y', 'P99999999D']) {
    const answer = advance(noon, duration(raw))
    assert.equal(answer.ok ? 'taken' : answer.reason, 'clock-too-far', raw)
  }
  const seconds = advance(noon, duration('PT99999999S'))
  assert.equal(seconds.ok ? 'taken' : seconds.reason, 'clock-too-far')
})

test('to a given instant the clock goes forward only, by the same limit', () => {
  const reason = (instant: string) => {
    const answer = advanceTo(noon, Temporal.Instant.from(instant))
    return answer.ok ? 'taken' : answer.reason
  }
  assert.equal(reason('2026-03-28T11:00:00Z'), 'clock-backward')
  assert.equal(reason('2020-01-01T00:00:00Z'), 'clock-backward')
  assert.equal(reason('2026-03-28T11:00:00.001Z'), 'taken')
  assert.equal(reason('2027-05-02T10:00:00Z'), 'taken')
  assert.equal(reason('2027-05-02T10:00:01Z'), 'clock-too-far')
})

test('whatever it takes moves the clock forward, and it answers every text', () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^P\d{0,9}[YMWDT]?\d{0,9}[HMS]?$/))
  fc.assert(
    fc.property(texts, (raw) => {
      const parsed = parseDuration(raw)
      if (!parsed.ok) return
      const answer = advance(noon, parsed.value)
      if (answer.ok) assert.ok(Temporal.Instant.compare(answer.value, noon) > 0)
    }),
    { numRuns: 2000 },
  )
})

function duration(raw: string): Temporal.Duration {
  const answer = parseDuration(raw)
  assert.ok(answer.ok, raw)
  return answer.value
}
