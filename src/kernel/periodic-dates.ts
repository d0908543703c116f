import assert from 'node:assert/strict'
import { rollBack, rollForward } from './business-days.ts'

/** How due dates follow one another. `day` 29 to 31 is the last of a month that is too short. */
export type Rhythm =
  | { every: 'days'; step: number }
  | { every: 'months'; step: number; day: number }
  | { every: 'named-months'; months: readonly number[]; day: number }

export interface PeriodicSeries {
  startDate: Temporal.PlainDate
  /** Without it the series has no end. */
  endDate?: Temporal.PlainDate
  rhythm: Rhythm
  /** Where a due date goes that is no banking day. */
  rule: 'following' | 'preceding'
}

/*
 * What a standing order means here:
 *
 * - The first due date is the first one on or after startDate that has the right day (and month,
 *   for MonthlyVariable). The others are counted from it, so a two-monthly series from 20 January on
 *   the 15th is due in February, April, June.
 * - Due dates are never shifted by the calendar: after a Sunday the 15th comes the 15th again.
 * - A due date that is no banking day moves by the execution rule, but never out of the days from
 *   startDate to endDate that the PSU approved: there it moves the other way. When no banking day
 *   is left on that side either, that execution falls away.
 * - Two due dates that meet on one banking day are one execution: Daily is every banking day.
 */

/** Longer than any run of days without banking, such as Easter from Thursday to Monday. */
const rollDaysMax = 10

/** Execution dates later than `after`, in order; without an endDate they never stop. */
export function* executionDates(
  series: PeriodicSeries,
  after: Temporal.PlainDate = series.startDate.subtract({ days: 1 }),
): Generator<Temporal.PlainDate, undefined> {
  let latest = after
  for (let index = indexNear(series, after); ; index += 1) {
    const due = dueDate(series, index)
    if (series.endDate && isAfter(due, series.endDate)) return
    const date = executionDate(series, due)
    if (!date || !isAfter(date, latest)) continue
    latest = date
    yield date
  }
}

/** As cheap for the thousandth execution as for the first. */
export function nextExecution(
  series: PeriodicSeries,
  after: Temporal.PlainDate,
): Temporal.PlainDate | undefined {
  return executionDates(series, after).next().value
}

function executionDate(series: PeriodicSeries, due: Temporal.PlainDate) {
  const { startDate, endDate, rule } = series
  const either = [rollForward(due), rollBack(due)]
  if (rule === 'preceding') either.reverse()
  return either.find((date) => !isAfter(startDate, date) && !(endDate && isAfter(date, endDate)))
}

/** The due date with this index; 0 is the first on or after startDate. */
function dueDate(series: PeriodicSeries, index: number): Temporal.PlainDate {
  const { rhythm, startDate } = series
  if (rhythm.every === 'days') return startDate.add({ days: index * rhythm.step })
  const first = firstDueMonth(startDate, rhythm)
  if (rhythm.every === 'months') return dayIn(first + index * rhythm.step, rhythm.day)
  return dayIn(monthOfSlot(rhythm.months, slotOf(rhythm.months, first) + index), rhythm.day)
}

/** An index with nothing before it that could still be carried out after `after`. */
function indexNear({ rhythm, startDate }: PeriodicSeries, after: Temporal.PlainDate): number {
  const from = after.subtract({ days: rollDaysMax })
  if (!isAfter(from, startDate)) return 0
  if (rhythm.every === 'days') return Math.floor(startDate.until(from).days / rhythm.step)
  const first = firstDueMonth(startDate, rhythm)
  const month = monthNumber(from)
  if (rhythm.every === 'months') return Math.max(0, Math.floor((month - first) / rhythm.step))
  return Math.max(0, slotOf(rhythm.months, month) - slotOf(rhythm.months, first))
}

function firstDueMonth(startDate: Temporal.PlainDate, rhythm: MonthRhythm): number {
  const start = monthNumber(startDate)
  const month = [start, start + 1]
    .map((from) => (rhythm.every === 'months' ? from : nextNamed(rhythm.months, from)))
    .find((candidate) => !isAfter(startDate, dayIn(candidate, rhythm.day)))
  assert.ok(month !== undefined)
  return month
}

type MonthRhythm = Exclude<Rhythm, { every: 'days' }>

/** Months are numbered through from the year 0, and the named ones again as slots. */
function monthNumber({ year, month }: Temporal.PlainDate): number {
  return year * 12 + month - 1
}

function slotOf(months: readonly number[], month: number): number {
  const before = months.filter((named) => named - 1 < month % 12)
  return Math.floor(month / 12) * months.length + before.length
}

function monthOfSlot(months: readonly number[], slot: number): number {
  return Math.floor(slot / months.length) * 12 + months[slot % months.length]! - 1
}

function nextNamed(months: readonly number[], month: number): number {
  return monthOfSlot(months, slotOf(months, month))
}

/** `from` takes the last day of a month that has no such day, which makes 31 ultimo. */
function dayIn(month: number, day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year: Math.floor(month / 12), month: (month % 12) + 1, day })
}

function isAfter(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) > 0
}
