import { Problem } from '../kernel/problem.ts'
import type { AuthorisationKind } from '../wire/payment-authorisations.ts'
import { authorisationsOf } from './authorisations.ts'
import { requireCancellable } from './cancel.ts'
import { findPayment, lockPayment, type Named } from './find.ts'
import type { PaymentParts } from './parts.ts'
import type { Whole } from './payable.ts'
import type { Payment, PaymentService } from './payment.ts'
import { linksTo } from './print.ts'
import { statusAfter } from './status.ts'

const kinds = {
  authorisations: { subject: 'payment', require: requireApprovable },
  'cancellation-authorisations': { subject: 'cancellation', require: requireCancellable },
} as const

/** The PSU's ways to approve a payment, or its cancellation. */
export function paymentAuthorisations(
  parts: Pick<PaymentParts, 'storage' | 'offers' | 'room' | 'publicUrl'>,
  service: PaymentService,
  kind: AuthorisationKind,
) {
  const { subject, require } = kinds[kind]
  return authorisationsOf<Named, Payment>(parts, {
    kind: subject,
    find: async (world, tppId, path) => (await findPayment(world, tppId, service, path)).payment,
    async lockWaiting(world, tppId, path) {
      const whole = await lockPayment(world, tppId, service, path)
      require(whole)
      return whole.payment
    },
    links: (payment, approval) => linksTo(parts.publicUrl(), payment).approval(kind, approval),
  })
}

function requireApprovable({ payment: { parentId, status } }: Whole): void {
  if (parentId === null && statusAfter(status, 'approved')) return
  throw new Problem('CONFLICT', `The payment is ${status} and waits for nobody’s approval.`)
}
