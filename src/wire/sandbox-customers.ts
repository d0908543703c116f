import { Type } from 'typebox'
import { partQuery } from './list-part.ts'
import { contract } from './operation.ts'
import { Name } from './text.ts'

const tag = 'Sandbox: customers'

export const customerTypes = ['PRIVATE', 'CORPORATE'] as const

export const CustomerNumber = Type.String({
  maxLength: 14,
  description: 'What the PSU logs in with; for a company, its organisation number.',
  examples: ['17848800880'],
})

const properties = {
  name: Name(70),
  type: Type.Enum([...customerTypes]),
  organisationNumber: Type.Optional(
    Type.String({ maxLength: 11, description: 'Companies only: nine digits.' }),
  ),
}

export const SandboxCustomer = Type.Object(
  { customerNumber: CustomerNumber, ...properties },
  { title: 'SandboxCustomer' },
)

export const exampleCustomer = {
  customerNumber: '17848800880',
  name: 'Ingrid Haugland Solvang',
  type: 'PRIVATE',
}

export const listSandboxCustomers = contract({
  id: 'list-sandbox-customers',
  tag,
  summary: 'List the customers',
  query: Type.Object(partQuery),
  answer: {
    status: 200,
    description: 'Every customer of your sandbox, by number.',
    schema: Type.Object({ customers: Type.Array(SandboxCustomer) }),
    example: { customers: [exampleCustomer] },
  },
})

export const createSandboxCustomer = contract({
  id: 'create-sandbox-customer',
  tag,
  summary: 'Create a customer',
  description:
    'A private customer has a national identity or D-number; one with 80 added to the month is ' +
    'drawn when it is left out, and nobody alive has such a number. A company has an organisation ' +
    'number; people act for it through agreements.',
  body: Type.Object(
    { customerNumber: Type.Optional(CustomerNumber), ...properties },
    { additionalProperties: false },
  ),
  bodyExample: { name: 'Ingrid Haugland Solvang', type: 'PRIVATE' },
  answer: {
    status: 201,
    description: 'The customer.',
    schema: SandboxCustomer,
    example: exampleCustomer,
  },
})

export const readSandboxCustomer = contract({
  id: 'read-sandbox-customer',
  tag,
  summary: 'Read a customer',
  path: Type.Object({ customerNumber: CustomerNumber }),
  answer: {
    status: 200,
    description: 'The customer.',
    schema: SandboxCustomer,
    example: exampleCustomer,
  },
  refusals: ['RESOURCE_UNKNOWN'],
})
