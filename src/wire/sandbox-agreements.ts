import { Type } from 'typebox'
import { partQuery } from './list-part.ts'
import { contract } from './operation.ts'
import { CustomerNumber } from './sandbox-customers.ts'
import { Name } from './text.ts'

const tag = 'Sandbox: agreements'

export const engagementRoles = ['VIEW', 'REGISTER', 'APPROVE'] as const

const limitMax = Number.MAX_SAFE_INTEGER

const limit = (what: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limitMax,
      description: `The most that one payment may be to ${what} it, in the smallest unit of the account’s currency; no limit when left out.`,
    }),
  )

const engagement = {
  customer: Type.String({ maxLength: 14, description: 'The customer number of who may act.' }),
  account: Type.Object(
    { iban: Type.String({ maxLength: 42, description: 'An account of the agreement’s owner.' }) },
    { title: 'EngagementAccount', additionalProperties: false },
  ),
  roles: Type.Array(Type.Enum([...engagementRoles]), {
    minItems: 1,
    maxItems: 3,
    uniqueItems: true,
    description: 'VIEW is always needed; an account is payable from with REGISTER as well.',
  }),
  registerLimit: limit('register'),
  approvalLimit: limit('approve'),
}

export const SandboxEngagement = Type.Object(
  { id: Type.String(), ...engagement },
  { title: 'SandboxEngagement' },
)

export const SandboxAgreement = Type.Object(
  {
    id: Type.String(),
    owner: CustomerNumber,
    name: Type.String(),
    engagements: Type.Array(SandboxEngagement),
  },
  { title: 'SandboxAgreement' },
)

export const exampleAgreement = {
  id: '0b8b4f39-3d55-4f0e-9a39-3d1d6a8c1b7e',
  owner: '300094228',
  name: 'Nettbank bedrift Havbrisen',
  engagements: [
    {
      id: '4c3a1b6e-08b1-49a0-8d6b-5f6a1ef8a3d2',
      customer: '17848800880',
      account: { iban: 'NO5399911120018' },
      roles: ['VIEW', 'REGISTER'],
      registerLimit: 5_000_000,
    },
  ],
}

const path = Type.Object({ id: Type.String({ maxLength: 128 }) })

export const listSandboxAgreements = contract({
  id: 'list-sandbox-agreements',
  tag,
  summary: 'List the agreements of companies',
  query: Type.Object(partQuery),
  answer: {
    status: 200,
    description: 'Every agreement by name, with who may do what under it.',
    schema: Type.Object({ agreements: Type.Array(SandboxAgreement) }),
    example: { agreements: [exampleAgreement] },
  },
})

export const createSandboxAgreement = contract({
  id: 'create-sandbox-agreement',
  tag,
  summary: 'Create an agreement for a company',
  body: Type.Object(
    {
      owner: Type.String({ maxLength: 14, description: 'The customer number of the company.' }),
      name: Name(70),
    },
    { additionalProperties: false },
  ),
  bodyExample: { owner: exampleAgreement.owner, name: exampleAgreement.name },
  answer: {
    status: 201,
    description: 'The agreement, under which nobody may act yet.',
    schema: SandboxAgreement,
    example: { ...exampleAgreement, engagements: [] },
  },
})

export const listSandboxEngagements = contract({
  id: 'list-sandbox-engagements',
  tag,
  summary: 'List who may do what under an agreement',
  path,
  answer: {
    status: 200,
    description: 'The engagements of the agreement.',
    schema: Type.Object({ engagements: Type.Array(SandboxEngagement) }),
    example: { engagements: exampleAgreement.engagements },
  },
  refusals: ['RESOURCE_UNKNOWN'],
})

export const createSandboxEngagement = contract({
  id: 'create-sandbox-engagement',
  tag,
  summary: 'Let a person act on an account under an agreement',
  description: 'The account must belong to the owner of the agreement, not to the person.',
  path,
  body: Type.Object(engagement, { additionalProperties: false }),
  bodyExample: {
    customer: '17848800880',
    account: { iban: 'NO5399911120018' },
    roles: ['VIEW', 'REGISTER'],
    registerLimit: 5_000_000,
  },
  answer: {
    status: 201,
    description: 'The engagement.',
    schema: SandboxEngagement,
    example: exampleAgreement.engagements[0],
  },
  refusals: ['RESOURCE_UNKNOWN'],
})

export const readSandboxEngagement = contract({
  id: 'read-sandbox-engagement',
  tag,
  summary: 'Read one engagement',
  path: Type.Object({
    id: Type.String({ maxLength: 128 }),
    engagementId: Type.String({ maxLength: 128 }),
  }),
  answer: {
    status: 200,
    description: 'The engagement.',
    schema: SandboxEngagement,
    example: exampleAgreement.engagements[0],
  },
  refusals: ['RESOURCE_UNKNOWN'],
})
