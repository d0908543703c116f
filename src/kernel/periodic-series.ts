import { type DateRefusal, parseDate } from './date.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'
import { nextExecution, type PeriodicSeries, type Rhythm } from './periodic-dates.ts'

const daysApart = { Daily: 1, Weekly: 7, EveryTwoWeeks: 14 } as const
const monthsApart = {
  Monthly: 1,
  EveryTwoMonths: 2,
  Quarterly: 3,
  SemiAnnual: 6,
  Annual: 12,
} as const

type DayFrequency = keyof typeof daysApart
type MonthFrequency = keyof typeof monthsApart

export const frequencies = [
  ...(Object.keys(daysApart) as DayFrequency[]),
  ...(Object.keys(monthsApart) as MonthFrequency[]),
  'MonthlyVariable',
] as const

export type Frequency = (typeof frequencies)[number]

/** As the payment request writes it. */
export interface PeriodicRequest {
  frequency: string
  startDate: string
  endDate?: string | undefined
  dayOfExecution?: string | undefined
  monthsOfExecution?: readonly string[] | undefined
  executionRule?: string | undefined
}

export type PeriodicRefusal =
  | DateRefusal
  | Refusal<'frequency' | 'end-before-start' | 'day-of-execution' | 'months-of-execution'>
  | Refusal<'execution-rule' | 'no-execution'>

export function parsePeriodicSeries(
  request: PeriodicRequest,
): Parsed<PeriodicSeries, PeriodicRefusal> {
  const start = parseDate(request.startDate)
  if (!start.ok) return start
  const end = request.endDate === undefined ? undefined : parseDate(request.endDate)
  if (end && !end.ok) return end
  if (end && Temporal.PlainDate.compare(end.value, start.value) < 0) {
    return refused('end-before-start', 'endDate is before startDate.')
  }
  const rule = parseRule(request.executionRule)
  if (!rule) return refused('execution-rule', 'executionRule is following or preceding.')
  const rhythm = parseRhythm(request, start.value)
  if (!rhythm.ok) return rhythm
  const series: PeriodicSeries = { startDate: start.value, rhythm: rhythm.value, rule }
  if (end) series.endDate = end.value
  if (nextExecution(series, start.value.subtract({ days: 1 }))) return parsed(series)
  return refused('no-execution', 'No execution falls between startDate and endDate.')
}

/** Norwegian banks publish the spelling with two e; single payments follow, so that is the default. */
function parseRule(raw = 'following'): PeriodicSeries['rule'] | undefined {
  if (raw === 'preceding' || raw === 'preceeding') return 'preceding'
  return raw === 'following' ? raw : undefined
}

function parseRhythm(
  request: PeriodicRequest,
  startDate: Temporal.PlainDate,
): Parsed<Rhythm, PeriodicRefusal> {
  const { frequency, dayOfExecution, monthsOfExecution } = request
  if (monthsOfExecution !== undefined && frequency !== 'MonthlyVariable') {
    return refused('months-of-execution', 'monthsOfExecution belongs to MonthlyVariable only.')
  }
  if (isDayFrequency(frequency)) {
    if (dayOfExecution === undefined) return parsed({ every: 'days', step: daysApart[frequency] })
    return refused(
      'day-of-execution',
      `${frequency} counts from startDate; it has no day of month.`,
    )
  }
  const day = dayOfExecution === undefined ? startDate.day : wholeNumber(dayOfExecution, 31)
  if (day === undefined) return refused('day-of-execution', 'dayOfExecution is 1 to 31.')
  if (isMonthFrequency(frequency)) {
    return parsed({ every: 'months', step: monthsApart[frequency], day })
  }
  if (frequency !== 'MonthlyVariable') return refused('frequency', 'The frequency is unknown.')
  const months = parseMonths(monthsOfExecution ?? [])
  return months.ok ? parsed({ every: 'named-months', months: months.value, day }) : months
}

/** Twelve months would be Monthly; the Berlin Group allows eleven. */
function parseMonths(raw: readonly string[]): Parsed<number[], PeriodicRefusal> {
  const months = raw.map((month) => wholeNumber(month, 12)).filter((month) => month !== undefined)
  if (months.length !== raw.length || months.length < 1 || months.length > 11) {
    return refused('months-of-execution', 'monthsOfExecution has 1 to 11 months from 1 to 12.')
  }
  if (new Set(months).size < months.length) {
    return refused('months-of-execution', 'monthsOfExecution names a month twice.')
  }
  return parsed(months.sort((a, b) => a - b))
}

function wholeNumber(raw: string, max: number): number | undefined {
  return /^[1-9]\d?$/.test(raw) && Number(raw) <= max ? Number(raw) : undefined
}

function isDayFrequency(frequency: string): frequency is DayFrequency {
  return Object.hasOwn(daysApart, frequency)
}

function isMonthFrequency(frequency: string): frequency is MonthFrequency {
  return Object.hasOwn(monthsApart, frequency)
}
