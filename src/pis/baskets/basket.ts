import type { Payer } from '../payment.ts'

/** Payments that are approved together. A deleted basket is unknown to everybody. */
export interface Basket extends Payer {
  id: string
  /** Approved or declined: its payments go their own ways from then on. */
  decidedAt: Temporal.Instant | null
}
