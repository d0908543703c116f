import { oslo } from './oslo.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

export type DurationRefusal = Refusal<'duration-format' | 'duration-zero'>
export type ClockRefusal = Refusal<'clock-backward' | 'clock-too-far'>

export const clockStepDaysMax = 400

const period = /^P(?=.)(?:\d{1,8}Y)?(?:\d{1,8}M)?(?:\d{1,8}W)?(?:\d{1,8}D)?/
const time = /(?:T(?=\d)(?:\d{1,8}H)?(?:\d{1,8}M)?(?:\d{1,8}S)?)?$/
const written = new RegExp(period.source + time.source)

/**
 * An ISO 8601 duration that goes forward, such as `P1D`, `PT3H`, `P2W` or `P1M2DT4H`. Fractions are
 * refused, since half a month is nothing one can count on, and so is zero, which moves no clock.
 */
export function parseDuration(raw: string): Parsed<Temporal.Duration, DurationRefusal> {
  if (!written.test(raw)) {
    return refused('duration-format', 'Write an ISO 8601 duration without fractions, like P1DT3H.')
  }
  const duration = Temporal.Duration.from(raw)
  if (duration.blank) return refused('duration-zero', 'The duration is zero.')
  return parsed(duration)
}

/** By the calendar in Oslo: a day later is the same time of day, also when summer time begins. */
export function advance(
  now: Temporal.Instant,
  duration: Temporal.Duration,
): Parsed<Temporal.Instant, ClockRefusal> {
  if (daysAtLeast(duration) > clockStepDaysMax) return tooFar()
  return advanceTo(now, now.toZonedDateTimeISO(oslo).add(duration).toInstant())
}

/** Forward only, at most 400 days by the same calendar. */
export function advanceTo(
  now: Temporal.Instant,
  target: Temporal.Instant,
): Parsed<Temporal.Instant, ClockRefusal> {
  if (Temporal.Instant.compare(target, now) <= 0) {
    return refused('clock-backward', 'The clock goes forward only.')
  }
  const limit = now.toZonedDateTimeISO(oslo).add({ days: clockStepDaysMax }).toInstant()
  return Temporal.Instant.compare(target, limit) > 0 ? tooFar() : parsed(target)
}

/** Asked first, since the calendar itself ends and throws. */
function daysAtLeast({ years, months, weeks, days }: Temporal.Duration): number {
  return years * 365 + months * 28 + weeks * 7 + days
}

function tooFar(): ClockRefusal {
  return refused('clock-too-far', `The clock goes at most ${clockStepDaysMax} days at a time.`)
}
