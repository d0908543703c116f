import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isBankingDay } from './business-days.ts'
import { executionDates, nextExecution, type PeriodicSeries } from './periodic-dates.ts'
import { frequencies, type PeriodicRequest, parsePeriodicSeries } from './periodic-series.ts'

test('runs on the dates a payer expects', () => {
  const table: [string, PeriodicRequest, string][] = [
    [
      'the day of startDate when no day is named, and the last of a shorter month',
      { frequency: 'Monthly', startDate: '2026-12-30' },
      '2026-12-30 2027-02-01 2027-03-01 2027-03-30',
    ],
    [
      '31 is ultimo',
      {
        frequency: 'Monthly',
        startDate: '2026-01-20',
        dayOfExecution: '31',
        executionRule: 'preceding',
      },
      '2026-01-30 2026-02-27 2026-03-31 2026-04-30',
    ],
    [
      'the first named day on or after startDate, and the rest counted from it',
      { frequency: 'EveryTwoMonths', startDate: '2026-01-20', dayOfExecution: '15' },
      '2026-02-16 2026-04-15 2026-06-15 2026-08-17',
    ],
    [
      'startDate itself when it has the day',
      { frequency: 'Quarterly', startDate: '2026-01-15', dayOfExecution: '15' },
      '2026-01-15 2026-04-15 2026-07-15 2026-10-15',
    ],
    [
      'the named months, whatever their order',
      {
        frequency: 'MonthlyVariable',
        startDate: '2026-04-20',
        dayOfExecution: '15',
        monthsOfExecution: ['10', '4', '1'],
      },
      '2026-10-15 2027-01-15 2027-04-15 2027-10-15',
    ],
    [
      'every banking day, once',
      { frequency: 'Daily', startDate: '2026-04-01' },
      '2026-04-01 2026-04-07 2026-04-08 2026-04-09',
    ],
    [
      'the weekday of startDate, and back to it after Easter',
      { frequency: 'Weekly', startDate: '2026-03-26' },
      '2026-03-26 2026-04-07 2026-04-09 2026-04-16',
    ],
    [
      'every other week',
      { frequency: 'EveryTwoWeeks', startDate: '2026-10-01' },
      '2026-10-01 2026-10-15 2026-10-29 2026-11-12',
    ],
    [
      'twice a year',
      { frequency: 'SemiAnnual', startDate: '2026-08-31' },
      '2026-08-31 2027-03-01 2027-08-31 2028-02-29',
    ],
    [
      '29 February comes on the 28th in other years',
      { frequency: 'Annual', startDate: '2028-02-29' },
      '2028-02-29 2029-02-28 2030-02-28 2031-02-28',
    ],
    [
      'not after endDate: the last one goes back instead',
      { frequency: 'Weekly', startDate: '2026-10-03', endDate: '2026-10-17' },
      '2026-10-05 2026-10-12 2026-10-16',
    ],
    [
      'not before startDate: the first one goes forward instead',
      { frequency: 'Monthly', startDate: '2026-11-01', executionRule: 'preceding' },
      '2026-11-02 2026-12-01 2026-12-31 2027-02-01',
    ],
  ]
  for (const [rule, request, expected] of table) {
    assert.equal(first(4, series(request)).join(' '), expected, rule)
  }
})

const day = (text: string) => Temporal.PlainDate.from(text)
const requests: fc.Arbitrary<PeriodicRequest> = fc
  .record({
    frequency: fc.constantFrom(...frequencies),
    start: fc.nat(4000),
    length: fc.option(fc.nat(1500), { nil: undefined }),
    dayOfExecution: fc.option(fc.integer({ min: 1, max: 31 }), { nil: undefined }),
    months: fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 11 }),
    executionRule: fc.constantFrom('following', 'preceding'),
  })
  .map(({ frequency, start, length, dayOfExecution, months, executionRule }) => {
    const startDate = day('2020-01-01').add({ days: start })
    const daily = ['Daily', 'Weekly', 'EveryTwoWeeks'].includes(frequency)
    return {
      frequency,
      startDate: startDate.toString(),
      endDate: length === undefined ? undefined : startDate.add({ days: length }).toString(),
      dayOfExecution: daily || !dayOfExecution ? undefined : String(dayOfExecution),
      monthsOfExecution: frequency === 'MonthlyVariable' ? months.map(String) : undefined,
      executionRule,
    }
  })
const runs = requests
  .map((request) => parsePeriodicSeries(request))
  .filter((answer) => answer.ok)
  .map((answer) => answer.value)

test('every execution is on a banking day within the series, and later than the one before', () => {
  fc.assert(
    fc.property(runs, (run) => {
      let before = run.startDate.subtract({ days: 1 })
      for (const text of first(40, run)) {
        const date = day(text)
        assert.ok(isBankingDay(date))
        assert.ok(Temporal.PlainDate.compare(date, before) > 0)
        assert.ok(!run.endDate || Temporal.PlainDate.compare(date, run.endDate) <= 0)
        before = date
      }
    }),
  )
})

test('starting after any date gives the rest of the same series', () => {
  fc.assert(
    fc.property(runs, fc.integer({ min: -50, max: 1600 }), (run, days) => {
      const after = run.startDate.add({ days })
      const all = first(2000, run, day('2040-01-01'))
      const rest = all.filter((text) => Temporal.PlainDate.compare(day(text), after) > 0)
      assert.deepEqual(first(5, run, day('2040-01-01'), after), rest.slice(0, 5))
      assert.equal(nextExecution(run, after)?.toString(), rest[0])
    }),
    { numRuns: 60 },
  )
})

test('has one execution for each due date that a plain search of the calendar finds', () => {
  fc.assert(
    fc.property(runs, (run) => {
      if (run.rhythm.every === 'days' && run.rhythm.step === 1) return
      const end = run.endDate ?? run.startDate.add({ years: 3 })
      const bounded = { ...run, endDate: end }
      const due = dueDatesBySearch(bounded, end)
      const found = first(2000, bounded)
      const lost = due.length - found.length
      assert.ok(lost === 0 || lost === 1, `${due.length} due, ${found.length} found`)
      if (lost === 1) assert.ok(due[0]!.until(end).days < 10 || run.startDate.until(end).days < 10)
    }),
  )
})

test('finds an execution that Easter moved into the next month', () => {
  const run = series({ frequency: 'Monthly', startDate: '2029-01-31' })
  assert.equal(nextExecution(run, day('2029-04-02'))?.toString(), '2029-04-03')
})

test('the thousandth year costs no more than the first', () => {
  const run = series({ frequency: 'Daily', startDate: '2026-01-01' })
  assert.equal(nextExecution(run, day('3026-01-01'))?.toString(), '3026-01-02')
})

/** Walks day by day and counts; slow and without any arithmetic on indexes. */
function dueDatesBySearch(run: PeriodicSeries, end: Temporal.PlainDate): Temporal.PlainDate[] {
  const { rhythm, startDate } = run
  const due: Temporal.PlainDate[] = []
  let monthsSince = 0
  for (
    let date = startDate;
    Temporal.PlainDate.compare(date, end) <= 0;
    date = date.add({ days: 1 })
  ) {
    if (rhythm.every === 'days') {
      if (startDate.until(date).days % rhythm.step === 0) due.push(date)
      continue
    }
    if (date.day !== Math.min(rhythm.day, date.daysInMonth)) continue
    if (rhythm.every === 'named-months') {
      if (rhythm.months.includes(date.month)) due.push(date)
      continue
    }
    if (monthsSince % rhythm.step === 0) due.push(date)
    monthsSince += 1
  }
  return due
}

function first(
  count: number,
  run: PeriodicSeries,
  until = day('9999-01-01'),
  after?: Temporal.PlainDate,
): string[] {
  const dates: string[] = []
  for (const date of executionDates(run, after)) {
    if (dates.length === count || Temporal.PlainDate.compare(date, until) > 0) break
    dates.push(date.toString())
  }
  return dates
}

function series(request: PeriodicRequest): PeriodicSeries {
  const answer = parsePeriodicSeries(request)
  assert.ok(answer.ok, JSON.stringify(answer))
  return answer.value
}
