import { remembered } from './remembered.ts'

/** The bank's days begin and end in Norway, wherever the caller or the machine is. */
export const oslo = 'Europe/Oslo'

/** The same object for all instants of a day, as long as it is remembered. */
export const osloDate = (instant: Temporal.Instant): Temporal.PlainDate =>
  dateOf(Math.floor(shownInOslo(instant) / dayMs))

const dayMs = 86_400_000
const daysRemembered = 10_000

const dateOf = remembered(daysRemembered, (daysSince1970: number) =>
  new Temporal.PlainDate(1970, 1, 1).add({ days: daysSince1970 }),
)

/** To the second and with the offset, as in `2026-05-17T12:00:00+02:00`. */
export function osloTime(instant: Temporal.Instant): string {
  const { text } = offsetAt(instant)
  return new Date(shownInOslo(instant)).toISOString().slice(0, -5) + text
}

/** Milliseconds since 1970 by what a clock on the wall in Oslo shows. */
const shownInOslo = (instant: Temporal.Instant): number =>
  instant.epochMilliseconds + offsetAt(instant).ms

interface Offset {
  ms: number
  text: string
}

const hourMs = 3_600_000
const hoursRemembered = 10_000

/** Summer time begins and ends on the hour, and to look it up takes longer than all the rest. */
const offsetAt = (instant: Temporal.Instant): Offset =>
  offsetInHour(Math.floor(instant.epochMilliseconds / hourMs))

const offsetInHour = remembered(hoursRemembered, (hour: number): Offset => {
  const instant = Temporal.Instant.fromEpochMilliseconds(hour * hourMs)
  const { offset: text, offsetNanoseconds } = instant.toZonedDateTimeISO(oslo)
  return { ms: offsetNanoseconds / 1e6, text }
})

/**
 * The instant a clock on the wall in Oslo shows that time. In spring 02:30 is skipped and 03:30
 * meant; in autumn 02:30 comes twice and the first is meant.
 */
export function osloInstant(date: Temporal.PlainDate, time: string): Temporal.Instant {
  const plainTime = Temporal.PlainTime.from(time)
  return date.toZonedDateTime({ timeZone: oslo, plainTime }).toInstant()
}
