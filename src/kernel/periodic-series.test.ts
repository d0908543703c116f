import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { frequencies, type PeriodicRequest, parsePeriodicSeries } from './periodic-series.ts'

const base: PeriodicRequest = { frequency: 'Monthly', startDate: '2026-10-01' }

test('takes every frequency of the Berlin Group', () => {
  assert.equal(frequencies.length, 9)
  for (const frequency of frequencies) {
    const monthsOfExecution = frequency === 'MonthlyVariable' ? ['1'] : undefined
    assert.equal(outcome({ ...base, frequency, monthsOfExecution }), 'taken', frequency)
  }
})

test('refuses a mistaken request with a reason of its own', () => {
  const variable = { ...base, frequency: 'MonthlyVariable' }
  const table: [PeriodicRequest, string][] = [
    [{ ...base, frequency: 'Hourly' }, 'frequency'],
    [{ ...base, frequency: 'monthly' }, 'frequency'],
    [{ ...base, frequency: 'toString' }, 'frequency'],
    [{ ...base, startDate: '1.10.2026' }, 'date-format'],
    [{ ...base, endDate: '2026-11-31' }, 'date-unknown'],
    [{ ...base, endDate: '2026-09-30' }, 'end-before-start'],
    [{ ...base, executionRule: 'sideways' }, 'execution-rule'],
    [{ ...base, dayOfExecution: '0' }, 'day-of-execution'],
    [{ ...base, dayOfExecution: '01' }, 'day-of-execution'],
    [{ ...base, dayOfExecution: '32' }, 'day-of-execution'],
    [{ ...base, dayOfExecution: '' }, 'day-of-execution'],
    [{ ...base, frequency: 'Weekly', dayOfExecution: '1' }, 'day-of-execution'],
    [{ ...base, monthsOfExecution: ['1'] }, 'months-of-execution'],
    [variable, 'months-of-execution'],
    [{ ...variable, monthsOfExecution: [] }, 'months-of-execution'],
    [{ ...variable, monthsOfExecution: ['1', '4', '1'] }, 'months-of-execution'],
    [{ ...variable, monthsOfExecution: ['0'] }, 'months-of-execution'],
    [{ ...variable, monthsOfExecution: ['13'] }, 'months-of-execution'],
    [
      { ...variable, monthsOfExecution: '123456789'.split('').concat(['10', '11', '12']) },
      'months-of-execution',
    ],
    [{ ...base, dayOfExecution: '15', endDate: '2026-10-10' }, 'no-execution'],
    [
      { ...base, frequency: 'Daily', startDate: '2026-10-03', endDate: '2026-10-04' },
      'no-execution',
    ],
  ]
  for (const [request, reason] of table) {
    assert.equal(outcome(request), reason, JSON.stringify(request))
  }
})

test('takes both spellings of preceding, and follows when nothing is said', () => {
  for (const [executionRule, rule] of [
    [undefined, 'following'],
    ['following', 'following'],
    ['preceding', 'preceding'],
    ['preceeding', 'preceding'],
  ] as const) {
    const answer = parsePeriodicSeries({ ...base, executionRule })
    assert.ok(answer.ok)
    assert.equal(answer.value.rule, rule)
  }
})

test('tells all that is wrong, each member once', () => {
  const table: [PeriodicRequest, string][] = [
    [
      {
        ...{ frequency: 'Weekly', startDate: '2026-10-02', endDate: '2026-10-01' },
        ...{ dayOfExecution: '1', monthsOfExecution: ['1', '1'], executionRule: 'sideways' },
      },
      'endDate dayOfExecution monthsOfExecution executionRule',
    ],
    [
      {
        ...{ frequency: 'Hourly', startDate: '1.10.2026', endDate: '2026-11-31' },
        ...{ dayOfExecution: '32', monthsOfExecution: ['1', '1'], executionRule: 'sideways' },
      },
      'startDate endDate frequency dayOfExecution monthsOfExecution executionRule',
    ],
    [{ ...base, frequency: 'Hourly', dayOfExecution: '1', monthsOfExecution: ['1'] }, 'frequency'],
    [{ ...base, startDate: '1.10.2026', endDate: '2026-10-01' }, 'startDate'],
  ]
  for (const [request, expected] of table) {
    const answer = parsePeriodicSeries(request)
    assert.ok(!answer.ok)
    assert.equal(answer.refusals.map(({ member }) => member).join(' '), expected)
  }
})

test('answers any request made of strings', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom(...frequencies, '2026-01-01', '31', '1'))
  const request = fc.record({
    frequency: text,
    startDate: text,
    endDate: fc.option(text, { nil: undefined }),
    dayOfExecution: fc.option(text, { nil: undefined }),
    monthsOfExecution: fc.option(fc.array(text), { nil: undefined }),
    executionRule: fc.option(text, { nil: undefined }),
  })
  fc.assert(fc.property(request, (any) => 'ok' in parsePeriodicSeries(any)))
})

function outcome(request: PeriodicRequest): string {
  const answer = parsePeriodicSeries(request)
  return answer.ok ? 'taken' : answer.refusals.map(({ reason }) => reason).join(' ')
}
