import { osloDate } from '../kernel/oslo.ts'
import { Problem } from '../kernel/problem.ts'
import { remembered } from '../kernel/remembered.ts'
import { type PsuCaller, requireSession } from '../sca/sca.ts'

/** How far back the PSU's word of once reaches: by law, without asking again. */
const daysWithoutSca = 90

export interface Period {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

/** The days that a list asks for; who reaches further back must have the PSU at hand. */
export function periodOf(
  { dateFrom, dateTo }: { dateFrom?: string; dateTo?: string },
  caller: PsuCaller,
): Period {
  const usual = usualPeriod(caller.now)
  if (dateFrom === undefined && dateTo === undefined) return usual
  const { to: today } = usual
  const from = dateFrom === undefined ? usual.from : Temporal.PlainDate.from(dateFrom)
  const to = dateTo === undefined ? today : Temporal.PlainDate.from(dateTo)
  if (isAfter(from, today)) {
    throw new Problem('PERIOD_INVALID', `dateFrom lies in the future: it is ${today}.`)
  }
  if (isAfter(from, to)) throw new Problem('PERIOD_INVALID', 'dateFrom is after dateTo.')
  requireReach(from, caller)
  return { from, to }
}

/** Also asked of a single transaction, once its day is known. */
export function requireReach(day: Temporal.PlainDate, caller: PsuCaller): void {
  const { from: start } = usualPeriod(caller.now)
  if (!isAfter(start, day)) return
  if (!caller.psu.present) {
    throw new Problem(
      'PERIOD_INVALID',
      `Without the PSU nothing older than ${daysWithoutSca} days is shown: not before ${start}.`,
    )
  }
  requireSession(caller)
}

const hourMs = 3_600_000
const hoursRemembered = 1000

/** A day begins on the hour, and to count back from it takes longer than all the rest. */
const usualPeriod = (now: Temporal.Instant): Period =>
  usualInHour(Math.floor(now.epochMilliseconds / hourMs))

const usualInHour = remembered(hoursRemembered, (hour: number): Period => {
  const to = osloDate(Temporal.Instant.fromEpochMilliseconds(hour * hourMs))
  return { from: to.subtract({ days: daysWithoutSca }), to }
})

const isAfter = (a: Temporal.PlainDate, b: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(a, b) > 0
