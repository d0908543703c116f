import type { basketStatuses } from '../../wire/baskets.ts'
import type { PaymentStatus } from '../status.ts'

export type BasketStatus = (typeof basketStatuses)[number]

const failed: ReadonlySet<PaymentStatus> = new Set(['RJCT', 'ACCP'])

/**
 * The worst case of its payments. One that was rejected for lack of funds is ACCP and has failed
 * like any other. Those that were cancelled count no more; when nothing else is left, nothing of
 * the basket will be paid.
 */
export function basketStatus(payments: readonly PaymentStatus[]): BasketStatus {
  const left = payments.filter((status) => status !== 'CANC')
  if (left.length === 0 || left.some((status) => failed.has(status))) return 'RJCT'
  const waiting = left.filter((status) => status === 'RCVD').length
  if (waiting === 0) return 'ACTC'
  return waiting < left.length ? 'PATC' : 'RCVD'
}
