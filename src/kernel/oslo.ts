/** The bank's days begin and end in Norway, wherever the caller or the machine is. */
export const oslo = 'Europe/Oslo'

export function osloDate(instant: Temporal.Instant): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(oslo).toPlainDate()
}

/**
 * The instant a clock on the wall in Oslo shows that time. In spring 02:30 is skipped and 03:30
 * meant; in autumn 02:30 comes twice and the first is meant.
 */
export function osloInstant(date: Temporal.PlainDate, time: string): Temporal.Instant {
  const plainTime = Temporal.PlainTime.from(time)
  return date.toZonedDateTime({ timeZone: oslo, plainTime }).toInstant()
}
