import { type Static, Type } from 'typebox'
import { uuidPattern } from '../kernel/uuid.ts'
import { type Approved, authorisationExample } from './authorisations.ts'
import { scaExample } from './consents.ts'
import { Link, link } from './link.ts'
import { contract } from './operation.ts'

const common = { tag: 'Signing baskets', tppMessages: true } as const

export const basketStatuses = ['RCVD', 'ACTC', 'PATC', 'RJCT'] as const
const BasketStatus = Type.Enum([...basketStatuses], {
  title: 'BasketStatus',
  description:
    'The worst case of its payments: `RJCT` when one was declined, refused or lacked the money, ' +
    '`ACTC` when all are approved, `PATC` when some are. Each payment tells its own status.',
})

const id = 'c0b1f7a4-52f2-4d0c-8d8f-6f0a1b7c9e35'
const paymentIds = ['5f0b7f0e-6d8f-4b3b-8a4e-2a4a3f0f8c11', '0d3d0c5c-8e0b-4a49-9c61-51c8a0f8b7d2']
const address = `https://bank.example/v1/signing-baskets/${id}`
const itself = { self: link(address, 'GET', 'DELETE'), status: link(`${address}/status`, 'GET') }
const approval = {
  scaRedirect: link(scaExample, 'GET'),
  scaStatus: link(`${address}/authorisations/${authorisationExample}`, 'GET'),
}

const basketPath = Type.Object({
  basketId: Type.String({ pattern: uuidPattern }),
})

const Created = Type.Object(
  {
    basketId: Type.String(),
    transactionStatus: BasketStatus,
    _links: Type.Object({ scaRedirect: Link, scaStatus: Link, self: Link, status: Link }),
  },
  { title: 'CreatedBasket' },
)
export type WireCreatedBasket = Static<typeof Created>

export const createBasket = (paymentsMax: number) =>
  contract({
    ...common,
    id: 'create-signing-basket',
    summary: 'Put payments into one basket, to be approved together',
    description:
      `1 to ${paymentsMax} single payments of this TPP, PSU and context that wait for approval and ` +
      'are in no other basket that does, each once. With or without PSU-Context as for a payment.',
    body: Type.Object(
      {
        paymentIds: Type.Array(Type.String({ maxLength: 100 }), {
          minItems: 1,
          maxItems: paymentsMax,
        }),
      },
      { additionalProperties: false },
    ),
    bodyExample: { paymentIds },
    answer: {
      status: 201,
      description: 'The basket waits for the PSU’s approval.',
      schema: Created,
      example: { basketId: id, transactionStatus: 'RCVD', _links: { ...approval, ...itself } },
    },
    refusals: ['REFERENCE_MIX_INVALID', 'RESOURCE_UNKNOWN', 'CONFLICT'],
  })

export const readBasket = contract({
  ...common,
  id: 'read-signing-basket',
  summary: 'Read a basket',
  description: 'A payment that was deleted has left its basket.',
  path: basketPath,
  answer: {
    status: 200,
    description: 'The basket.',
    schema: Type.Object(
      {
        basketId: Type.String(),
        transactionStatus: BasketStatus,
        payments: Type.Array(Type.String()),
        _links: Type.Object({ self: Link, status: Link }),
      },
      { title: 'Basket' },
    ),
    example: { basketId: id, transactionStatus: 'RCVD', payments: paymentIds, _links: itself },
  },
  refusals: ['RESOURCE_UNKNOWN'],
})

export const readBasketStatus = contract({
  ...common,
  id: 'read-signing-basket-status',
  summary: 'Read the status of a basket',
  path: basketPath,
  answer: {
    status: 200,
    description: 'The worst case of its payments.',
    schema: Type.Object({ transactionStatus: BasketStatus }),
    example: { transactionStatus: 'ACTC' },
  },
  refusals: ['RESOURCE_UNKNOWN'],
})

export const deleteBasket = contract({
  ...common,
  id: 'delete-signing-basket',
  summary: 'Take a basket apart',
  description: 'Its payments stay as they are, and each may be approved by itself.',
  path: basketPath,
  answer: { status: 204, description: 'There is no such basket any more.' },
  refusals: ['RESOURCE_UNKNOWN', 'CONFLICT'],
})

/** What the PSU approves of a basket. */
export const approvedBasket: Approved<typeof basketPath.properties> = {
  tag: common.tag,
  noun: 'signing-basket-authorisation',
  of: 'the basket',
  path: basketPath,
  links: approval,
  unknown: ['RESOURCE_UNKNOWN'],
}
