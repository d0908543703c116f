import { type Static, type TSchema, Type } from 'typebox'
import type { ProblemCode } from '../kernel/problem.ts'
import { uuidPattern } from '../kernel/uuid.ts'
import { Amount } from './amount.ts'
import { authorisationExample } from './authorisations.ts'
import { scaExample } from './consents.ts'
import { Link } from './link.ts'
import { contract } from './operation.ts'
import { TppMessage } from './tpp-message.ts'

/** How the contracts of each service name what they are about. */
export const paymentNouns = {
  payments: 'payment',
  'bulk-payments': 'bulk-payment',
  'periodic-payments': 'periodic-payment',
} as const
export type Service = keyof typeof paymentNouns

export const TransactionStatus = Type.Enum(
  ['ACCP', 'ACSC', 'ACSP', 'ACTC', 'ACWC', 'ACWP', 'RCVD', 'PDNG', 'RJCT', 'CANC', 'PART'],
  {
    title: 'TransactionStatus',
    description: 'By ISO 20022; docs/payments.md tells what leads where.',
  },
)

/** What the bank tells along with a status. */
const told = {
  fundsAvailable: Type.Optional(
    Type.Boolean({ description: '`false` when the money was not there.' }),
  ),
  psuMessage: Type.Optional(
    Type.String({ maxLength: 512, description: 'To be shown to the PSU.' }),
  ),
  tppMessages: Type.Optional(Type.Array(TppMessage)),
}

const fees = {
  transactionFees: Type.Optional(Amount),
  transactionFeeIndicator: Type.Optional(
    Type.Boolean({ description: 'Whether it costs a fee; `transactionFees` is then how much.' }),
  ),
}

const Created = Type.Object(
  {
    paymentId: Type.String(),
    transactionStatus: TransactionStatus,
    ...fees,
    ...told,
    _links: Type.Object({
      scaRedirect: Type.Optional(Link),
      self: Link,
      status: Link,
      scaStatus: Type.Optional(Link),
    }),
  },
  { title: 'CreatedPayment' },
)
export type WireCreated = Static<typeof Created>

const id = '5f0b7f0e-6d8f-4b3b-8a4e-2a4a3f0f8c11'
const product = 'norwegian-domestic-credit-transfers'
const address = (service: Service) => `https://bank.example/v1/${service}/${product}/${id}`
export const followed = (
  service: Service,
  kind: 'authorisations' | 'cancellation-authorisations',
) => ({
  scaRedirect: { href: scaExample, verbs: ['GET' as const] },
  scaStatus: {
    href: `${address(service)}/${kind}/${authorisationExample}`,
    verbs: ['GET' as const],
  },
})
const itself = (service: Service) => ({
  self: { href: address(service), verbs: ['GET' as const, 'DELETE' as const] },
  status: { href: `${address(service)}/status`, verbs: ['GET' as const] },
})

export const paymentPath = Type.Object({
  paymentProduct: Type.String({ description: 'The product, as the payment was made by.' }),
  paymentId: Type.String({ pattern: uuidPattern }),
})

export const createQuery = Type.Object({
  allowLogicalDuplicate: Type.Optional(
    Type.Boolean({
      description: 'Whether one that looks the same may have been made in the last 24 hours.',
    }),
  ),
})

export const common = { tag: 'Payments', tppMessages: true } as const

/** One for each product and service, with the schema of its own. */
export const createPayment = <Body extends TSchema>(
  service: Service,
  described: {
    name: string
    summary: string
    body: Body
    bodyExample: unknown
    /** What not every product refuses. */
    refusals: readonly ProblemCode[]
  },
) =>
  contract({
    ...common,
    id: `create-${paymentNouns[service]}-${described.name}`,
    summary: described.summary,
    description:
      'Without PSU-Context the PSU needs a valid session, else the answer is 401 with a link to log ' +
      'in. With PSU-Context the payment is made at once, and the PSU logs in and approves in one go.',
    query: createQuery,
    body: described.body,
    bodyExample: described.bodyExample,
    answer: {
      status: 201,
      description: 'The payment is made. With `scaRedirect` it waits for the PSU’s approval there.',
      schema: Created,
      example: {
        paymentId: id,
        transactionStatus: 'RCVD',
        transactionFeeIndicator: false,
        _links: { ...followed(service, 'authorisations'), ...itself(service) },
      },
    },
    refusals: ['FORBIDDEN', 'CONFLICT', ...described.refusals],
  })

/** Whatever else is written in the product's place. */
export const createUnknownPayment = (service: Service) =>
  contract({
    ...common,
    id: `create-${paymentNouns[service]}`,
    unlisted: true,
    summary: 'Refuse a product that there is not',
    path: Type.Object({ paymentProduct: Type.String() }),
    query: createQuery,
    body: Type.Optional(Type.Unknown()),
    bodyExample: {},
    answer: { status: 201, description: 'Never.' },
    refusals: ['PRODUCT_UNKNOWN'],
  })

export const unknown = ['RESOURCE_UNKNOWN', 'PRODUCT_UNKNOWN'] as const

const PaymentStatus = Type.Object(
  { transactionStatus: TransactionStatus, ...told },
  { title: 'PaymentStatus' },
)

export const readStatus = (service: Service) =>
  contract({
    ...common,
    id: `read-${paymentNouns[service]}-status`,
    summary: 'Read the status of a payment',
    path: paymentPath,
    answer: {
      status: 200,
      description: 'The status, and what there is to say about it.',
      schema: PaymentStatus,
      example: { transactionStatus: 'ACCP', fundsAvailable: false },
    },
    refusals: [...unknown],
  })

export const readDetails = <Details extends TSchema>(
  service: Service,
  described: { schema: Details; example: unknown },
) =>
  contract({
    ...common,
    id: `read-${paymentNouns[service]}`,
    summary: 'Read a payment',
    description: 'What was asked for, as the bank has understood it, with the status.',
    path: paymentPath,
    answer: { status: 200, description: 'The payment.', ...described },
    refusals: [...unknown],
  })

/** What every service's details have besides the request's own members. */
export const detailsMembers = { transactionStatus: TransactionStatus, ...fees, ...told }

const StartedCancellation = Type.Object(
  {
    transactionStatus: TransactionStatus,
    _links: Type.Object({ scaRedirect: Link, scaStatus: Link, self: Link, status: Link }),
  },
  { title: 'StartedCancellation' },
)

export const deletePayment = (service: Service) =>
  contract({
    ...common,
    id: `delete-${paymentNouns[service]}`,
    summary: 'Take a payment back',
    description:
      'Before the PSU has approved it, it is cancelled at once. An approved one is cancelled when ' +
      'the PSU approves that too. Once the bank is carrying it out it stays.',
    path: paymentPath,
    answer: {
      status: 202,
      description: 'The PSU has to approve that; until then nothing changes.',
      schema: StartedCancellation,
      example: {
        transactionStatus: 'ACTC',
        _links: { ...followed(service, 'cancellation-authorisations'), ...itself(service) },
      },
      whenNothing: { status: 204, description: 'It is cancelled.' },
    },
    refusals: [...unknown, 'CONFLICT'],
  })
