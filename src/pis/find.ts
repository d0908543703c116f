import { Problem } from '../kernel/problem.ts'
import type { WorldQueries } from '../storage/storage.ts'
import { lockWholes, type Whole } from './payable.ts'
import type { Payment, PaymentService } from './payment.ts'
import { paymentNamed } from './payment-rows.ts'
import type { Product } from './products/product.ts'
import { productIn, productNamed, products } from './products/products.ts'

/** How an address names a payment. */
export interface Named {
  paymentProduct: string
  paymentId: string
}

/** The payment that the caller means; another TPP's, product's or service's is unknown. */
export async function findPayment(
  world: WorldQueries,
  tppId: string,
  service: PaymentService,
  { paymentProduct, paymentId }: Named,
): Promise<{ payment: Payment; product: Product }> {
  const product = productIn(service, paymentProduct)
  if (!product) throw unknownProduct(service, paymentProduct)
  const payment = await paymentNamed(world, tppId, paymentId)
  if (payment?.service !== service || payment.product !== product.name) throw unknownPayment()
  return { payment, product }
}

/** The same with its parts, locked. */
export async function lockPayment(
  world: WorldQueries,
  tppId: string,
  service: PaymentService,
  path: Named,
): Promise<Whole> {
  await findPayment(world, tppId, service, path)
  const [whole] = await lockWholes(world, tppId, [path.paymentId])
  if (!whole) throw unknownPayment()
  return whole
}

export function unknownProduct(service: PaymentService, name: string): Problem {
  const elsewhere = productNamed(name)
  return new Problem(
    'PRODUCT_UNKNOWN',
    elsewhere
      ? `${elsewhere.name} is a product of ${elsewhere.services.join(' and ')}, not of ${service}.`
      : `There is no such product of ${service}, only ${productsOf(service).join(', ')}.`,
  )
}

const productsOf = (service: PaymentService): string[] =>
  products.filter(({ services }) => services.includes(service)).map(({ name }) => name)

export const unknownPayment = (): Problem =>
  new Problem('RESOURCE_UNKNOWN', 'There is no such payment.')
