import { bankingDayFrom, bankingDayUpTo, dayOf, later } from './calendar.ts'
import type { ModelPayment } from './model-payment.ts'

/** The days of weekly payments. Executions are made at 06:00, so what comes later waits a week. */

/** The first due date that a series can still keep when it is approved now. */
export function firstDue(
  series: ModelPayment,
  now: Temporal.Instant,
): Temporal.PlainDate | undefined {
  const isTooLate = now.toZonedDateTimeISO('Europe/Oslo').hour >= 6
  const earliest = dayOf(now).add({ days: isTooLate ? 1 : 0 })
  let due = series.asked
  while (dayFor(due, series).until(earliest).days > 0) due = due.add({ days: 7 })
  return unlessOver(due, series)
}

export function firstDay(
  series: ModelPayment,
  now: Temporal.Instant,
): Temporal.PlainDate | undefined {
  const due = firstDue(series, now)
  return due && dayFor(due, series)
}

/** What the bank makes of a series in the morning, if it is due. */
export function startExecution(series: ModelPayment, at: Temporal.Instant): void {
  const { kind, status, nextDue, readyAt } = series
  if (kind !== 'periodic' || status !== 'ACTC' || !nextDue) return
  if (dayFor(nextDue, series).until(dayOf(at)).days < 0) return
  if (readyAt && later(readyAt, at)) return
  series.children.push(executionOf(series, at))
  series.nextDue = unlessOver(nextDue.add({ days: 7 }), series)
}

const unlessOver = (due: Temporal.PlainDate, { until }: ModelPayment) =>
  until && due.until(until).days < 0 ? undefined : due

/** The next banking day, or the one before where the series would end meanwhile. */
function dayFor(due: Temporal.PlainDate, { until }: ModelPayment): Temporal.PlainDate {
  const following = bankingDayFrom(due)
  return until && following.until(until).days < 0 ? bankingDayUpTo(due) : following
}

const executionOf = (series: ModelPayment, at: Temporal.Instant): ModelPayment => ({
  ...series,
  ...{ id: '', kind: 'execution', status: 'ACTC', children: [], moved: 0, readyAt: at },
})
