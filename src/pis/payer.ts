import type { PayingCaller } from '../sca/sca.ts'
import type { Payer } from './payment.ts'

/** Whom a payment or a basket belongs to, as far as that is known while it is made. */
export const payerOf = ({ tppId, psu, asks, context, agreementId }: PayingCaller): Payer => ({
  tppId,
  customerId: psu?.customerId ?? null,
  meantFor: psu ? null : (asks.psuIdentity ?? null),
  context,
  agreementId,
})
