import { isBankingDay } from '../kernel/business-days.ts'
import type { SubjectLine } from '../sca/sca.ts'
import { inEach, type Said, showDate, texts } from '../web/web.ts'
import { isMoved } from './due-date.ts'
import type { Payment } from './payment.ts'
import { productNamed } from './products/products.ts'

export const isAtOnce = ({ product }: Payment): boolean =>
  productNamed(product)?.execution === 'at-approval'

/** When the money leaves the account, and why not on the day that was asked for. */
export function dateLine(payments: readonly Payment[]): SubjectLine {
  const [first] = payments
  if (first && sameDate(payments)) return oneDate(first)
  return { label: texts.payment.on, value: texts.payment.eachOnItsDay }
}

function oneDate(payment: Payment): SubjectLine {
  const { payment: words } = texts
  const { executionOn } = payment
  if (isAtOnce(payment) || !executionOn) {
    return { label: words.on, value: words.atOnce, notes: [words.atOnceNote] }
  }
  const moved = movedFrom(payment)
  return { label: words.on, value: executionOn, ...(moved && { notes: [moved] }) }
}

/** Whether one date can be told for all. */
export const sameDate = (payments: readonly Payment[]): boolean =>
  new Set(payments.map((payment) => dateKey(payment))).size === 1

const dateKey = (payment: Payment): string =>
  isAtOnce(payment) ? 'at once' : `${payment.executionOn} ${payment.requestedOn}`

/** The day of one among others with days of their own. */
export function ownDate(payment: Payment): Said[] {
  const { executionOn } = payment
  if (isAtOnce(payment) || !executionOn) return [texts.payment.atOnce]
  const date = inEach((language) => showDate(executionOn, language))
  const moved = movedFrom(payment)
  return moved ? [date, moved] : [date]
}

function movedFrom(payment: Payment): Said | undefined {
  const { requestedOn } = payment
  if (!requestedOn || !isMoved(payment)) return undefined
  const { moved, overdue } = texts.payment
  const why = isBankingDay(requestedOn) ? overdue : moved
  return inEach((language) => why(showDate(requestedOn, language))[language])
}
