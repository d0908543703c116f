import assert from 'node:assert/strict'
import { earliestDay, executionOn } from '../kernel/execution-date.ts'
import { osloDate } from '../kernel/oslo.ts'
import { parsePeriodicSeries } from '../kernel/periodic-series.ts'
import type { Payment, PeriodicBody } from './payment.ts'
import { productNamed } from './products/products.ts'
import { firstExecution } from './rules/series.ts'

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

function firstDay(body: PeriodicBody, now: Temporal.Instant): Temporal.PlainDate | undefined {
  const series = parsePeriodicSeries(body)
  assert(series.ok, 'A periodic payment was made that cannot be read.')
  return firstExecution(series.value, now)
}

type Days = Pick<Payment, 'requestedOn' | 'executionOn'>

/** Whether the bank carries it out on another day than the one that was asked for. */
export const isMoved = ({ requestedOn, executionOn }: Days): boolean =>
  requestedOn !== null && executionOn !== null && !requestedOn.equals(executionOn)

/** What the PSU is told of that, if it is so. */
export const movedMessage = (payment: Days): string | null =>
  isMoved(payment)
    ? `The bank carries this out on ${payment.executionOn}, since it could not on the day that was asked for.`
    : null
