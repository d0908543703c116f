import type { AuthorisationKind } from '../wire/payment-authorisations.ts'
import { createBaskets } from './baskets/baskets.ts'
import { createDelete } from './cancel.ts'
import { createCreate } from './create.ts'
import { createFeeInformation } from './fee-information.ts'
import { unknownProduct } from './find.ts'
import type { PaymentParts } from './parts.ts'
import type { PaymentService } from './payment.ts'
import { paymentAuthorisations } from './payment-authorisations.ts'
import type { Product } from './products/products.ts'
import { createReads } from './read.ts'

export { createApprovals } from './approve.ts'
export { createBasketApproval } from './baskets/basket-approval.ts'
export type { Baskets } from './baskets/baskets.ts'
export { createPaymentExecutors } from './execution/executors.ts'
export { type PaymentService, paymentServices } from './payment.ts'
export { bodyFor, exampleFor, type Product, products } from './products/products.ts'
export { createRoom } from './room.ts'
export { statusMarkdown } from './status.ts'

/** Everything that a TPP does with payments, by the service it does it in. */
export const createPayments = (parts: PaymentParts) => ({
  create: (service: PaymentService, product: Product) => createCreate(parts, service, product),
  /** For whatever else an address names as a product. */
  createUnknown:
    (service: PaymentService) =>
    async (_caller: unknown, { path }: { path: { paymentProduct: string } }): Promise<never> => {
      throw unknownProduct(service, path.paymentProduct)
    },
  bulkPaymentsMax: parts.bulkPaymentsMax,
  fees: (product: Product) => createFeeInformation(parts, product),
  reads: (service: PaymentService) => createReads(parts, service),
  delete: (service: PaymentService) => createDelete(parts, service),
  authorisations: (service: PaymentService, kind: AuthorisationKind) =>
    paymentAuthorisations(parts, service, kind),
  baskets: createBaskets(parts),
})

export type Payments = ReturnType<typeof createPayments>
