import { remembered } from './remembered.ts'

/** The bank's days begin and end in Norway, wherever the caller or the machine is. */
export const oslo = 'Europe/Oslo'

export function osloDate(instant: Temporal.Instant): Temporal.PlainDate {
  const shown = shownInOslo(instant)
  return new Temporal.PlainDate(shown.getUTCFullYear(), shown.getUTCMonth() + 1, shown.getUTCDate())
}

/** To the second and with the offset, as in `2026-05-17T12:00:00+02:00`. */
export function osloTime(instant: Temporal.Instant): string {
  const { text } = offsetAt(instant)
  return shownInOslo(instant).toISOString().slice(0, -5) + text
}

/** A date whose UTC is what a clock on the wall in Oslo shows. */
const shownInOslo = (instant: Temporal.Instant): Date =>
  new Date(instant.epochMilliseconds + offsetAt(instant).ms)

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
