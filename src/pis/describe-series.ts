import assert from 'node:assert/strict'
import type { PeriodicSeries } from '../kernel/periodic-dates.ts'
import { parsePeriodicSeries } from '../kernel/periodic-series.ts'
import type { SubjectLine } from '../sca/sca.ts'
import {
  inEach,
  type Said,
  showList,
  showMonth,
  showOrdinal,
  showWeekday,
  texts,
} from '../web/web.ts'
import type { Payment } from './payment.ts'
import { seriesIn } from './payment-words.ts'

/** How often, from when, until when, and when first. */
export function seriesLines(payment: Payment): SubjectLine[] {
  const series = seriesOf(payment)
  const { payment: words } = texts
  const { startDate, endDate } = series
  const next = payment.nextOn ?? payment.executionOn
  return [
    { label: words.often, value: howOften(series), ...exceptions(series) },
    { label: words.starts, value: startDate },
    endDate ? { label: words.ends, value: endDate } : { label: words.lasts, value: words.endless },
    ...(next ? [{ label: payment.nextOn ? words.nextOn : words.firstOn, value: next }] : []),
  ]
}

function seriesOf(payment: Payment): PeriodicSeries {
  const request = seriesIn(payment)
  assert(request, 'not a periodic payment')
  const series = parsePeriodicSeries(request)
  assert(series.ok, 'a series that was taken once')
  return series.value
}

function howOften({ rhythm, startDate }: PeriodicSeries): Said {
  const { payment: words } = texts
  if (rhythm.every === 'days') {
    if (rhythm.step === 1) return words.everyBankingDay
    const weekday = inEach((language) => showWeekday(startDate, language))
    return rhythm.step === 7 ? words.everyWeek(weekday) : words.everySecondWeek(weekday)
  }
  const day = inEach((language) => showOrdinal(rhythm.day, language))
  if (rhythm.every === 'named-months') {
    const months = inEach((language) =>
      showList(
        rhythm.months.map((month) => showMonth(month, language)),
        language,
      ),
    )
    return words.inMonths(day, months)
  }
  if (rhythm.step === 12) {
    const month = firstMonth(startDate, rhythm.day)
    return words.everyYear(
      day,
      inEach((language) => showMonth(month, language)),
    )
  }
  return everySoManyMonths(rhythm.step)(day)
}

function everySoManyMonths(step: number): (day: Said) => Said {
  const { payment: words } = texts
  const bySteps: Record<number, (day: Said) => Said> = {
    1: words.everyMonth,
    2: words.everySecondMonth,
    3: words.everyThirdMonth,
    6: words.everySixthMonth,
  }
  const found = bySteps[step]
  assert(found, `no words for every ${step} months`)
  return found
}

/** The month of the first due date on or after the start. */
const firstMonth = (start: Temporal.PlainDate, day: number): number =>
  (day >= start.day ? start : start.add({ months: 1 })).month

function exceptions({ rhythm, rule }: PeriodicSeries): { notes?: Said[] } {
  const { payment: words } = texts
  if (rhythm.every === 'days' && rhythm.step === 1) return {}
  if (rhythm.every === 'days' || rhythm.day <= 28) return { notes: [words[rule]] }
  return { notes: [words.shortMonths, words[rule]] }
}
