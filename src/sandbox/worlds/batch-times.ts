import { isBankingDay } from '../../kernel/business-days.ts'
import { cutOff, seriesHour } from '../../kernel/execution-date.ts'
import { osloDate, osloInstant } from '../../kernel/oslo.ts'

/** `batch`: five times on each banking day. `periodic`: once a day, banking day or not. */
export type Timetable = 'batch' | 'periodic'

const timesOfDay: Record<Timetable, readonly string[]> = {
  batch: ['06:00', '10:00', '13:00', '16:00', cutOff],
  periodic: [seriesHour],
}

/** The first time of the timetable that is not before `instant`. */
export function firstTime(timetable: Timetable, instant: Temporal.Instant): Temporal.Instant {
  let day = osloDate(instant)
  for (;;) {
    const time = timesOn(timetable, day).find((at) => Temporal.Instant.compare(at, instant) >= 0)
    if (time) return time
    day = day.add({ days: 1 })
  }
}

/** How many times of the timetable lie after `after` and not after `until`. */
export function countTimes(
  timetable: Timetable,
  after: Temporal.Instant,
  until: Temporal.Instant,
): number {
  const first = osloDate(after)
  const last = osloDate(until)
  // Only the days at both ends need their times looked at; zones are dear to ask.
  const ends = first.equals(last) ? [first] : [first, last]
  let count = ends
    .flatMap((day) => timesOn(timetable, day))
    .filter((at) => isWithin(at, after, until)).length
  for (let day = first.add({ days: 1 }); Temporal.PlainDate.compare(day, last) < 0; ) {
    if (runsOn(timetable, day)) count += timesOfDay[timetable].length
    day = day.add({ days: 1 })
  }
  return count
}

const runsOn = (timetable: Timetable, day: Temporal.PlainDate): boolean =>
  timetable === 'periodic' || isBankingDay(day)

function timesOn(timetable: Timetable, day: Temporal.PlainDate): Temporal.Instant[] {
  if (!runsOn(timetable, day)) return []
  return timesOfDay[timetable].map((time) => osloInstant(day, time))
}

const isWithin = (at: Temporal.Instant, after: Temporal.Instant, until: Temporal.Instant) =>
  Temporal.Instant.compare(at, after) > 0 && Temporal.Instant.compare(at, until) <= 0
