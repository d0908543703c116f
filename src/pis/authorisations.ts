import type { Caller } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import type { OfferingCaller } from '../sca/sca.ts'
import { inWorld, type Transaction } from '../storage/storage.ts'
import type { AuthorisationKind } from '../wire/payment-authorisations.ts'
import { requireCancellable } from './cancel.ts'
import { findPayment, type Named, unknownPayment } from './find.ts'
import type { PaymentParts } from './parts.ts'
import { lockWholes, type Whole } from './payable.ts'
import type { Payment, PaymentService } from './payment.ts'
import { linksTo } from './print.ts'
import { statusAfter } from './status.ts'

const kinds = {
  authorisations: { subject: 'payment', require: requireApprovable },
  'cancellation-authorisations': { subject: 'cancellation', require: requireCancellable },
} as const

/** The PSU's ways to approve a payment, or its cancellation. */
export function createAuthorisations(
  { storage, offers, publicUrl }: Pick<PaymentParts, 'storage' | 'offers' | 'publicUrl'>,
  service: PaymentService,
  kind: AuthorisationKind,
) {
  const { subject, require } = kinds[kind]
  const subjectIn = async ({ tppId, world }: Caller, path: Named) => {
    const { payment } = await findPayment(inWorld(storage, world), tppId, service, path)
    return { kind: subject, id: payment.id }
  }

  return {
    async start(caller: OfferingCaller, { path }: { path: Named }, tx: Transaction) {
      const world = inWorld(tx, caller.world)
      await findPayment(world, caller.tppId, service, path)
      const [whole] = await lockWholes(world, caller.tppId, [path.paymentId])
      if (!whole) throw unknownPayment()
      require(whole)
      const { payment } = whole
      const approver = approverOf(caller, payment)
      const approval = await offers.approval(
        caller,
        { kind: subject, id: payment.id },
        approver,
        tx,
      )
      return {
        authorisationId: approval.authorisationId,
        scaStatus: 'received' as const,
        _links: linksTo(publicUrl(), payment).approval(kind, approval),
      }
    },

    async list(caller: Caller, { path }: { path: Named }) {
      const of = await subjectIn(caller, path)
      const world = inWorld(storage, caller.world)
      return { authorisationIds: await offers.authorisations(world, of) }
    },

    async read(caller: Caller, { path }: { path: Named & { authorisationId: string } }) {
      const of = await subjectIn(caller, path)
      const world = inWorld(storage, caller.world)
      const scaStatus = await offers.authorisation(world, of, path.authorisationId, caller.now)
      if (scaStatus) return { scaStatus }
      throw new Problem('RESOURCE_UNKNOWN', 'There is no such authorisation.')
    },
  }
}

/** What one person registers for a company, another may approve: the one that the TPP names. */
function approverOf({ asks, standing }: OfferingCaller, payment: Payment): Payment {
  const isNamed = asks.psuId !== undefined && standing.customerId !== null
  if (payment.context === 'PRIVATE' || !isNamed) return payment
  return { ...payment, customerId: standing.customerId }
}

function requireApprovable({ payment: { parentId, status } }: Whole): void {
  if (parentId === null && statusAfter(status, 'approved')) return
  throw new Problem('CONFLICT', `The payment is ${status} and waits for nobody’s approval.`)
}
