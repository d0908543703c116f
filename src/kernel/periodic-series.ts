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

type Reason =
  | DateRefusal['reason']
  | 'frequency'
  | 'end-before-start'
  | 'day-of-execution'
  | 'months-of-execution'
  | 'execution-rule'
  | 'no-execution'

/** With the member of the request that it is about. */
export interface PeriodicRefusal extends Refusal<Reason> {
  member: keyof PeriodicRequest
}

/** Each member by itself may be wrong, so that there are as many refusals: all are told. */
export type ParsedSeries =
  | { ok: true; value: PeriodicSeries }
  | { ok: false; refusals: PeriodicRefusal[] }

export function parsePeriodicSeries(request: PeriodicRequest): ParsedSeries {
  const startDate = parseDate(request.startDate)
  const endDate = parseEnd(request.endDate, startDate)
  const frequency = parseFrequency(request.frequency)
  const dayOfExecution = parseDay(request)
  const monthsOfExecution = parseMonths(request)
  const executionRule = parseRule(request.executionRule)
  if (
    !(startDate.ok && endDate.ok && frequency.ok) ||
    !(dayOfExecution.ok && monthsOfExecution.ok && executionRule.ok)
  ) {
    const days = { startDate, endDate, frequency, dayOfExecution, monthsOfExecution }
    return { ok: false, refusals: refusalsIn({ ...days, executionRule }) }
  }
  const day = dayOfExecution.value ?? startDate.value.day
  const series: PeriodicSeries = {
    startDate: startDate.value,
    ...(endDate.value && { endDate: endDate.value }),
    rhythm: rhythmOf(frequency.value, day, monthsOfExecution.value),
    rule: executionRule.value,
  }
  if (nextExecution(series, series.startDate.subtract({ days: 1 }))) return parsed(series)
  const none = refused('no-execution', 'No execution falls between startDate and endDate.')
  return { ok: false, refusals: [{ ...none, member: 'endDate' }] }
}

type Part<Value> = Parsed<Value, Refusal<Reason>>
type Parts = Record<keyof PeriodicRequest, Part<unknown>>

const refusalsIn = (parts: Parts): PeriodicRefusal[] =>
  (Object.keys(parts) as (keyof Parts)[]).flatMap((member) => {
    const part = parts[member]
    return part.ok ? [] : [{ ...part, member }]
  })

function parseEnd(
  raw: string | undefined,
  start: Part<Temporal.PlainDate>,
): Part<Temporal.PlainDate | undefined> {
  if (raw === undefined) return parsed(undefined)
  const end = parseDate(raw)
  if (!end.ok || !start.ok) return end
  if (Temporal.PlainDate.compare(end.value, start.value) >= 0) return end
  return refused('end-before-start', 'endDate is before startDate.')
}

function parseFrequency(raw: string): Part<Frequency> {
  return isFrequency(raw) ? parsed(raw) : refused('frequency', 'The frequency is unknown.')
}

function parseDay({ frequency, dayOfExecution }: PeriodicRequest): Part<number | undefined> {
  if (dayOfExecution === undefined) return parsed(undefined)
  if (isDayFrequency(frequency)) {
    return refused(
      'day-of-execution',
      `${frequency} counts from startDate; it has no day of month.`,
    )
  }
  const day = wholeNumber(dayOfExecution, 31)
  return day ? parsed(day) : refused('day-of-execution', 'dayOfExecution is 1 to 31.')
}

/** Whether they belong there cannot be said of a frequency that is unknown. */
function parseMonths({ frequency, monthsOfExecution }: PeriodicRequest): Part<number[]> {
  if (frequency === 'MonthlyVariable') return namedMonths(monthsOfExecution ?? [])
  if (monthsOfExecution === undefined) return parsed([])
  if (!isFrequency(frequency)) return namedMonths(monthsOfExecution)
  return refused('months-of-execution', 'monthsOfExecution belongs to MonthlyVariable only.')
}

/** Twelve months would be Monthly; the Berlin Group allows eleven. */
function namedMonths(raw: readonly string[]): Part<number[]> {
  const months = raw.map((month) => wholeNumber(month, 12)).filter((month) => month !== undefined)
  if (months.length !== raw.length || months.length < 1 || months.length > 11) {
    return refused('months-of-execution', 'monthsOfExecution has 1 to 11 months from 1 to 12.')
  }
  if (new Set(months).size < months.length) {
    return refused('months-of-execution', 'monthsOfExecution names a month twice.')
  }
  return parsed(months.sort((a, b) => a - b))
}

/** Norwegian banks publish the spelling with two e; single payments follow, so that is the default. */
function parseRule(raw = 'following'): Part<PeriodicSeries['rule']> {
  if (raw === 'preceding' || raw === 'preceeding') return parsed('preceding')
  if (raw === 'following') return parsed(raw)
  return refused('execution-rule', 'executionRule is following or preceding.')
}

function rhythmOf(frequency: Frequency, day: number, months: readonly number[]): Rhythm {
  if (isDayFrequency(frequency)) return { every: 'days', step: daysApart[frequency] }
  if (frequency === 'MonthlyVariable') return { every: 'named-months', months, day }
  return { every: 'months', step: monthsApart[frequency], day }
}

function wholeNumber(raw: string, max: number): number | undefined {
  return /^[1-9]\d?$/.test(raw) && Number(raw) <= max ? Number(raw) : undefined
}

function isFrequency(raw: string): raw is Frequency {
  return frequencies.some((frequency) => frequency === raw)
}

function isDayFrequency(frequency: string): frequency is DayFrequency {
  return Object.hasOwn(daysApart, frequency)
}
