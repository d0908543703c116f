import assert from 'node:assert/strict'
import { earliestDay, earliestDayOfSeries, executionOn } from '../kernel/execution-date.ts'
import { osloDate } from '../kernel/oslo.ts'
import { nextExecution } from '../kernel/periodic-dates.ts'
import { parsePeriodicSeries } from '../kernel/periodic-series.ts'
import type { Payment, PeriodicBody } from './payment.ts'
import { productNamed } from './products/products.ts'

/**
 * The day on which a payment that is approved now is carried out, for a periodic one for the first
 * time: one that has passed since it was made is rolled anew. Undefined when no day is left.
 */
export function dueOn(payment: Payment, now: Temporal.Instant): Temporal.PlainDate | undefined {
  if (payment.service === 'periodic-payments') return firstDay(payment.body as PeriodicBody, now)
  if (productNamed(payment.product)?.execution === 'at-approval') return osloDate(now)
  assert(payment.executionOn, 'A payment was made without a day.')
  return executionOn(payment.executionOn, earliestDay(now)).date
}

/** Of a series that is approved now; undefined when no day of it is left. */
export function firstDay(
  body: PeriodicBody,
  now: Temporal.Instant,
): Temporal.PlainDate | undefined {
  const series = parsePeriodicSeries(body)
  assert(series.ok, 'A periodic payment was made that cannot be read.')
  return nextExecution(series.value, earliestDayOfSeries(now).subtract({ days: 1 }))
}

/** Whether the bank carries it out on another day than the one that was asked for. */
export const isMoved = ({ requestedOn, executionOn }: Payment): boolean =>
  requestedOn !== null && executionOn !== null && !requestedOn.equals(executionOn)
