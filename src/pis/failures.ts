import type { ProblemCode } from '../kernel/problem.ts'
import type { Failure } from '../sca/sca.ts'
import { problemStatus } from '../wire/problems.ts'

/** Why a PSU comes back without having approved, in the words of payments. */
export const failure = (code: ProblemCode, message: string): Failure => ({
  status: problemStatus(code),
  code,
  message,
})

/** Of a series: nothing is left to approve. */
export const isOver = failure('EXECUTION_DATE_INVALID', 'The last day of the payment is over.')

/** Nobody approves a payment without its fee; on another day there may be a rate again. */
export const notPriced = failure('PAYMENT_FAILED', 'The bank has no rate for the currency.')

/** Payments are locked, but rights are not: they may go between what is shown and what is done. */
export const mayNot = failure('FORBIDDEN', 'The PSU may not approve this.')
