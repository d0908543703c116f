import type { PeriodicSeries } from '../../kernel/periodic-dates.ts'
import { type PeriodicRefusal, parsePeriodicSeries } from '../../kernel/periodic-series.ts'
import type { GivenPeriodic } from '../../wire/payment-periodic.ts'
import { readExecutionDate } from './execution-date.ts'
import type { Report, RuleSituation } from './rule.ts'

const members: Record<PeriodicRefusal['reason'], string> = {
  'date-format': 'startDate',
  'date-unknown': 'startDate',
  frequency: 'frequency',
  'end-before-start': 'endDate',
  'no-execution': 'endDate',
  'day-of-execution': 'dayOfExecution',
  'months-of-execution': 'monthsOfExecution',
  'execution-rule': 'executionRule',
}

/** The days of a periodic payment: the first within a year, and at least one of them. */
export function readSeries(
  given: GivenPeriodic,
  situation: Pick<RuleSituation, 'today' | 'earliest'>,
  report: Report,
): PeriodicSeries | undefined {
  const start = readExecutionDate(given.startDate, situation, report, 'startDate')
  const series = parsePeriodicSeries(given)
  if (series.ok) return start && series.value
  const member = members[series.reason]
  const code = member === 'endDate' ? 'EXECUTION_DATE_INVALID' : 'FORMAT_ERROR'
  report.error(code, member, series.text)
  return undefined
}
