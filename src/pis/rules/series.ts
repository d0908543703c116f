import { earliestDayOfSeries, seriesHour } from '../../kernel/execution-date.ts'
import { nextExecution, type PeriodicSeries } from '../../kernel/periodic-dates.ts'
import { parsePeriodicSeries } from '../../kernel/periodic-series.ts'
import type { GivenPeriodic } from '../../wire/payment-periodic.ts'
import { readExecutionDate } from './execution-date.ts'
import type { Report, RuleSituation } from './rule.ts'

export interface ReadSeries extends PeriodicSeries {
  /** Of a series that is approved at once. */
  firstOn: Temporal.PlainDate
}

/** The days of a periodic payment: the first within a year, and at least one of them left. */
export function readSeries(
  given: GivenPeriodic,
  situation: Pick<RuleSituation, 'today' | 'earliest' | 'now'>,
  report: Report,
): ReadSeries | undefined {
  const start = readExecutionDate(given.startDate, situation, report, 'startDate')
  const series = parsePeriodicSeries(given)
  if (!series.ok) {
    for (const { member, text } of series.refusals) {
      const code = member === 'endDate' ? 'EXECUTION_DATE_INVALID' : 'FORMAT_ERROR'
      report.error(code, member, text)
    }
    return undefined
  }
  const firstOn = start && firstExecution(series.value, situation.now)
  if (firstOn) return { ...series.value, firstOn }
  if (start) report.error('EXECUTION_DATE_INVALID', 'endDate', noneLeft)
  return undefined
}

/** Executions of today are made early: with the day of the last one over, nothing is left. */
export const firstExecution = (
  series: PeriodicSeries,
  approvedAt: Temporal.Instant,
): Temporal.PlainDate | undefined =>
  nextExecution(series, earliestDayOfSeries(approvedAt).subtract({ days: 1 }))

const noneLeft = `No execution is left until endDate: those of a day are made at ${seriesHour}.`
