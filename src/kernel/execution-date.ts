import { rollForward } from './business-days.ts'
import { type DateRefusal, parseDate } from './date.ts'
import { osloDate, osloInstant } from './oslo.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'
import { remembered } from './remembered.ts'

export interface ExecutionDate {
  requested: Temporal.PlainDate
  /** The banking day the payment is carried out on. */
  date: Temporal.PlainDate
}

export type ExecutionDateRefusal =
  | DateRefusal
  | Refusal<'execution-date-past' | 'execution-date-too-far'>

export const executionDaysAheadMax = 365

/** The hour in Oslo of the last batch: what comes later is carried out on another day. */
export const cutOff = '20:00'

/** The first day on which the bank can still carry out what is approved now. */
export function earliestDay(now: Temporal.Instant): Temporal.PlainDate {
  const today = osloDate(now)
  const { lastBatch, tomorrow } = eveningOf(today)
  return now.epochNanoseconds > lastBatch ? tomorrow : today
}

const daysRemembered = 1000

/** By the object, which is one for all payments of a day: see `osloDate`. */
const eveningOf = remembered(daysRemembered, (today: Temporal.PlainDate) => ({
  lastBatch: osloInstant(today, cutOff).epochNanoseconds,
  tomorrow: today.add({ days: 1 }),
}))

/** The hour in Oslo at which the executions of periodic payments are made, once a day. */
export const seriesHour = '06:00'

/** The first day whose executions can still be made for a series that is approved now. */
export function earliestDayOfSeries(now: Temporal.Instant): Temporal.PlainDate {
  const today = osloDate(now)
  const isTooLate = Temporal.Instant.compare(now, osloInstant(today, seriesHour)) >= 0
  return isTooLate ? today.add({ days: 1 }) : today
}

export interface BankDays {
  today: Temporal.PlainDate
  /** Today, or tomorrow after the last batch. */
  earliest: Temporal.PlainDate
}

/** No date means as soon as the bank works. */
export function parseExecutionDate(
  raw: string | undefined,
  { today, earliest }: BankDays,
): Parsed<ExecutionDate, ExecutionDateRefusal> {
  if (raw === undefined) {
    const date = firstBankingDay(earliest)
    return parsed({ requested: date, date })
  }
  const answer = parseDate(raw)
  if (!answer.ok) return answer
  const daysAhead = today.until(answer.value).days
  if (daysAhead < 0) return refused('execution-date-past', 'The execution date is in the past.')
  if (daysAhead > executionDaysAheadMax) {
    return refused(
      'execution-date-too-far',
      `The execution date is more than ${executionDaysAheadMax} days ahead.`,
    )
  }
  return parsed(executionOn(answer.value, earliest))
}

const firstBankingDay = remembered(daysRemembered, rollForward)

/** A request for the last day allowed may well move past it: the limit is on what is asked for. */
export function executionOn(
  requested: Temporal.PlainDate,
  earliest: Temporal.PlainDate,
): ExecutionDate {
  const isEarly = Temporal.PlainDate.compare(requested, earliest) < 0
  return { requested, date: rollForward(isEarly ? earliest : requested) }
}
