import type { ProblemCode } from '../kernel/problem.ts'
import { bodyFor, exampleFor, type Payments, paymentServices, products } from '../pis/pis.ts'
import type { Transaction } from '../storage/storage.ts'
import {
  listAuthorisations,
  readAuthorisation,
  startAuthorisation,
} from '../wire/authorisations.ts'
import { paymentHeaders } from '../wire/headers.ts'
import type { Operation } from '../wire/operation.ts'
import { approvedPayment } from '../wire/payment-authorisations.ts'
import {
  readBulkDetails,
  readPaymentDetails,
  readPeriodicDetails,
} from '../wire/payment-details.ts'
import { askFeeInformation, readFeeInformation } from '../wire/payment-fees.ts'
import { createPayment, createUnknownPayment, deletePayment, readStatus } from '../wire/payments.ts'
import { op } from './op.ts'

type Service = (typeof paymentServices)[number]

const making = { role: 'PISP', sca: 'payment', requires: paymentHeaders.create } as const
const offering = { role: 'PISP', sca: 'offer', requires: paymentHeaders.rest } as const
const reading = { role: 'PISP', requires: paymentHeaders.rest } as const

const detailsOf = {
  payments: readPaymentDetails,
  'bulk-payments': readBulkDetails,
  'periodic-payments': readPeriodicDetails,
} as const

/** What a TPP does with payments: each product has its own schema, the rest is alike for all. */
export const paymentOperations = (payments: Payments): Operation<Transaction>[] => [
  ...products.flatMap((product) => [
    ...product.services.flatMap((service) => creations(payments, service, product)),
    ...fees(payments, product),
  ]),
  ...paymentServices.flatMap((service) => following(payments, service)),
]

type Product = (typeof products)[number]

const namesOf = ({ name, aliases }: Product): string[] => [name, ...aliases]

const creations = (payments: Payments, service: Service, product: Product) =>
  namesOf(product).map((name) => {
    const body = bodyFor(product, service, payments.bulkPaymentsMax)
    const bodyExample = exampleFor(product, service)
    const { summary } = product
    const refusals = refusalsOf(product)
    const contract = createPayment(service, { name, summary, body, bodyExample, refusals })
    const { create } = payments
    return op('POST', `/v1/${service}/${name}`, contract, create(service, product), making)
  })

/** A KID is for a creditor in Norway, and what is carried out at once has no day. */
const refusalsOf = ({ accounts, execution }: Product): ProblemCode[] => [
  ...(accounts.creditor === 'norwegian' ? (['KID_MISSING', 'KID_INVALID'] as const) : []),
  ...(execution === 'in-batches' ? (['EXECUTION_DATE_INVALID'] as const) : []),
]

const fees = (payments: Payments, product: Product) =>
  namesOf(product).flatMap((name) => {
    const path = `/v1/payments/${name}/fee-information`
    const { read, ask } = payments.fees(product)
    return [
      op('GET', path, readFeeInformation(name, product.currency), read, reading),
      op('POST', path, askFeeInformation(name, product.currency ?? 'EUR'), ask, reading),
    ]
  })

/** The same for every product of a service. */
function following(payments: Payments, service: Service): Operation<Transaction>[] {
  const product = `/v1/${service}/{paymentProduct}`
  const payment = `${product}/{paymentId}`
  const { details, status } = payments.reads(service)
  // biome-ignore format: one line for each operation
  return [
    op('POST', product, createUnknownPayment(service), payments.createUnknown(service), reading),
    op('GET', payment, detailsOf[service], details, reading),
    op('GET', `${payment}/status`, readStatus(service), status, reading),
    op('DELETE', payment, deletePayment(service), payments.delete(service), offering),
    ...(['authorisations', 'cancellation-authorisations'] as const).flatMap((kind) => {
      const { start, list, read } = payments.authorisations(service, kind)
      const approved = approvedPayment(service, kind)
      const path = `${payment}/${kind}`
      return [
        op('POST', path, startAuthorisation(approved), start, offering),
        op('GET', path, listAuthorisations(approved), list, reading),
        op('GET', `${path}/{authorisationId}`, readAuthorisation(approved), read, reading),
      ]
    }),
  ]
}
