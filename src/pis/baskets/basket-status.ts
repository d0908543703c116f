import type { basketStatuses } from '../../wire/baskets.ts'
import type { PaymentStatus } from '../status.ts'

export type BasketStatus = (typeof basketStatuses)[number]

/** One that was cancelled has left its basket. */
export type MemberStatus = Exclude<PaymentStatus, 'CANC'>

const failed: ReadonlySet<MemberStatus> = new Set(['RJCT', 'ACCP'])

/**
 * The worst case of its payments. One that was rejected for lack of funds is ACCP and has failed
 * like any other. When none is left, nothing of the basket will be paid.
 */
export function basketStatus(payments: readonly MemberStatus[]): BasketStatus {
  if (payments.length === 0 || payments.some((status) => failed.has(status))) return 'RJCT'
  const waiting = payments.filter((status) => status === 'RCVD').length
  if (waiting === 0) return 'ACTC'
  return waiting < payments.length ? 'PATC' : 'RCVD'
}
