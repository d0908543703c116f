import { rollForward } from './business-days.ts'
import { type DateRefusal, parseDate } from './date.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

export interface ExecutionDate {
  requested: Temporal.PlainDate
  /** The banking day the payment is carried out on. */
  date: Temporal.PlainDate
}

export type ExecutionDateRefusal =
  | DateRefusal
  | Refusal<'execution-date-past' | 'execution-date-too-far'>

export const executionDaysAheadMax = 365

/** No date means as soon as the bank works. */
export function parseExecutionDate(
  raw: string | undefined,
  today: Temporal.PlainDate,
): Parsed<ExecutionDate, ExecutionDateRefusal> {
  if (raw === undefined) {
    const date = rollForward(today)
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
  return parsed(executionOn(answer.value))
}

/** A request for the last day allowed may well move past it: the limit is on what is asked for. */
export function executionOn(requested: Temporal.PlainDate): ExecutionDate {
  return { requested, date: rollForward(requested) }
}
