import { isBankingDay } from '../../../kernel/business-days.ts'

/** A day with all that is asked of it over and over, told once. */
export interface Day {
  /** Counts the days of its calendar. */
  place: number
  date: Temporal.PlainDate
  /** As `2026-05-17`. */
  iso: string
  dayOfMonth: number
  month: number
  /** From 1, Monday, to 7. */
  weekday: number
  isBankingDay: boolean
}

/** The days from `from` to `to`, and some before and after, for what banking days move. */
export function calendarOf(from: Temporal.PlainDate, to: Temporal.PlainDate): Day[] {
  const first = from.subtract({ days: margin })
  const count = first.until(to).days + 1 + margin
  return Array.from({ length: count }, (_, place) => dayOf(first.add({ days: place }), place))
}

/** Longer than any run of days on which no bank is open. */
const margin = 10

const dayOf = (date: Temporal.PlainDate, place: number): Day => ({
  place,
  date,
  iso: date.toString(),
  dayOfMonth: date.day,
  month: date.month,
  weekday: date.dayOfWeek,
  isBankingDay: isBankingDay(date),
})

/** The day itself or the nearest banking day in one direction; none beyond the calendar's end. */
export function bankingDay(calendar: readonly Day[], from: number, step: 1 | -1): Day | undefined {
  for (let place = from; ; place += step) {
    const day = calendar[place]
    if (!day || day.isBankingDay) return day
  }
}
