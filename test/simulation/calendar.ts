/** The bank's days and hours, written down by hand: nothing here is shared with the product. */

/** On weekdays only; weekends are no banking days anyway. */
const holidays = new Set([
  ...['2026-12-25', '2027-01-01', '2027-03-25', '2027-03-26', '2027-03-29', '2027-05-06'],
  ...['2027-05-17', '2028-04-13', '2028-04-14', '2028-04-17', '2028-05-01', '2028-05-17'],
  ...['2028-05-25', '2028-06-05', '2028-12-25', '2028-12-26', '2029-01-01', '2029-03-29'],
  ...['2029-03-30', '2029-04-02', '2029-05-01', '2029-05-10', '2029-05-17', '2029-05-21'],
])

const hours = [6, 10, 13, 16, 20]

export const isBankingDay = (day: Temporal.PlainDate): boolean =>
  day.dayOfWeek <= 5 && !holidays.has(day.toString())

export function bankingDayFrom(day: Temporal.PlainDate): Temporal.PlainDate {
  let found = day
  while (!isBankingDay(found)) found = found.add({ days: 1 })
  return found
}

export function bankingDayUpTo(day: Temporal.PlainDate): Temporal.PlainDate {
  let found = day
  while (!isBankingDay(found)) found = found.subtract({ days: 1 })
  return found
}

export const dayOf = (instant: Temporal.Instant): Temporal.PlainDate =>
  instant.toZonedDateTimeISO('Europe/Oslo').toPlainDate()

export const startOf = (day: Temporal.PlainDate): Temporal.Instant =>
  day.toZonedDateTime({ timeZone: 'Europe/Oslo' }).toInstant()

export interface BankTime {
  at: Temporal.Instant
  /** Series are looked at every morning, banking day or not. */
  runsSeries: boolean
  runsBatch: boolean
}

/** Every time after `from` and up to `to` at which the bank does something. */
export function bankTimes(from: Temporal.Instant, to: Temporal.Instant): BankTime[] {
  const times: BankTime[] = []
  for (let day = dayOf(from); day.until(dayOf(to)).days >= 0; day = day.add({ days: 1 })) {
    for (const hour of isBankingDay(day) ? hours : hours.slice(0, 1)) {
      const plainTime = Temporal.PlainTime.from({ hour })
      const at = day.toZonedDateTime({ timeZone: 'Europe/Oslo', plainTime }).toInstant()
      if (!later(at, from) || later(at, to)) continue
      times.push({ at, runsSeries: hour === hours[0], runsBatch: isBankingDay(day) })
    }
  }
  return times
}

/** Today, unless the last batch has gone. */
export function earliestDay(now: Temporal.Instant): Temporal.PlainDate {
  const isTooLate = now.toZonedDateTimeISO('Europe/Oslo').hour >= 20
  return dayOf(now).add({ days: isTooLate ? 1 : 0 })
}

export const later = (one: Temporal.Instant, other: Temporal.Instant): boolean =>
  Temporal.Instant.compare(one, other) > 0

export const latest = (one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant =>
  later(one, other) ? one : other
