import type { TObject } from 'typebox'
import { bulkBody } from '../../wire/payment-bulk.ts'
import { periodicBody } from '../../wire/payment-periodic.ts'
import type { PaymentService } from '../payment.ts'
import { crossBorderCreditTransfers } from './cross-border-credit-transfers.ts'
import { instantNorwegianCreditTransfersStraks } from './instant-norwegian-credit-transfers-straks.ts'
import { norwegianCrossBorderCreditTransfers } from './norwegian-cross-border-credit-transfers.ts'
import { norwegianDomesticCreditTransfers } from './norwegian-domestic-credit-transfers.ts'
import type { Product } from './product.ts'
import { sepaCreditTransfers } from './sepa-credit-transfers.ts'

export type { Product } from './product.ts'

/** All that can be initiated: a new product is a file and a line here. */
export const products: readonly Product[] = [
  norwegianDomesticCreditTransfers,
  instantNorwegianCreditTransfersStraks,
  sepaCreditTransfers,
  crossBorderCreditTransfers,
  norwegianCrossBorderCreditTransfers,
]

const byName = new Map(
  products.flatMap((product) => [product.name, ...product.aliases].map((name) => [name, product])),
)

/** By its name or an alias, whichever the service. */
export const productNamed = (name: string): Product | undefined => byName.get(name)

/** By its name or an alias, if there is such a product in that service. */
export function productIn(service: PaymentService, name: string): Product | undefined {
  const product = byName.get(name)
  return product?.services.includes(service) ? product : undefined
}

/** What a TPP sends to create one; `bulkPaymentsMax` is how many a bulk payment may hold. */
export function bodyFor(
  { body }: Product,
  service: PaymentService,
  bulkPaymentsMax: number,
): TObject {
  if (service === 'bulk-payments') return bulkBody(body, bulkPaymentsMax)
  return service === 'periodic-payments' ? periodicBody(body) : body
}

/** An example of that body. */
export function exampleFor({ bodyExample }: Product, service: PaymentService): unknown {
  if (service === 'payments') return bodyExample
  const { debtorAccount, ...payment } = bodyExample
  if (service === 'bulk-payments') return { debtorAccount, payments: [payment] }
  return { ...bodyExample, startDate: '2027-02-20', frequency: 'Monthly', dayOfExecution: '20' }
}
