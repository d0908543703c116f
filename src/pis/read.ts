import type { Caller } from '../kernel/caller.ts'
import { inWorld } from '../storage/storage.ts'
import { printDetails } from './details.ts'
import { findPayment, type Named, unknownPayment } from './find.ts'
import type { PaymentParts } from './parts.ts'
import type { Payment, PaymentService } from './payment.ts'
import { partsOf } from './payment-rows.ts'
import { printTold } from './print.ts'

/** What a TPP reads of its payments. */
export function createReads(
  { storage, domesticReadableAtOnce }: Pick<PaymentParts, 'storage' | 'domesticReadableAtOnce'>,
  service: PaymentService,
) {
  async function readable({ tppId, world }: Caller, path: Named): Promise<Payment> {
    const found = await findPayment(inWorld(storage, world), tppId, service, path)
    const { payment, product } = found
    const hidden = product.hiddenUntilApproved && !domesticReadableAtOnce
    if (hidden && payment.status === 'RCVD') throw unknownPayment()
    return payment
  }

  return {
    async details(caller: Caller, { path }: { path: Named }) {
      const payment = await readable(caller, path)
      const parts =
        service === 'payments' ? [] : await partsOf(inWorld(storage, caller.world), payment.id)
      return printDetails(payment, parts)
    },

    async status(caller: Caller, { path }: { path: Named }) {
      const payment = await readable(caller, path)
      return { transactionStatus: payment.status, ...printTold(payment) }
    },
  }
}
