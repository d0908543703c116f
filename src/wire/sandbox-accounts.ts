import { Type } from 'typebox'
import { Amount, CurrencyCode } from './amount.ts'
import { partQuery } from './list-part.ts'
import { contract } from './operation.ts'
import { CustomerNumber } from './sandbox-customers.ts'
import { Name } from './text.ts'

const tag = 'Sandbox: accounts'

export const SandboxBalance = Type.Object(
  { balanceType: Type.String(), balanceAmount: Amount },
  { title: 'SandboxBalance' },
)

export const accountPath = Type.Object({ id: Type.String({ maxLength: 128 }) })

export const ownerQuery = Type.Object({
  customerNumber: Type.Optional(
    Type.String({ maxLength: 14, description: 'Only those of this customer.' }),
  ),
  ...partQuery,
})

export const balanceBody = Type.Object(
  { balance: Amount },
  { title: 'SandboxBalanceToSet', additionalProperties: false },
)

export const SandboxAccount = Type.Object(
  {
    id: Type.String(),
    customerNumber: CustomerNumber,
    ownerName: Type.String(),
    iban: Type.String(),
    bban: Type.String(),
    currency: CurrencyCode,
    name: Type.String(),
    product: Type.String(),
    cashAccountType: Type.String(),
    status: Type.Enum(['enabled', 'blocked', 'closed']),
    paymentsAllowed: Type.Boolean(),
    kidRequired: Type.Boolean(),
    balances: Type.Array(SandboxBalance),
  },
  { title: 'SandboxAccount' },
)

export const exampleAccount = {
  id: '5f0b7f0e-6d8f-4b3b-8a4e-2a4a3f0f8c11',
  customerNumber: '17848800880',
  ownerName: 'Ingrid Haugland Solvang',
  iban: 'NO7099911110012',
  bban: '99911110012',
  currency: 'NOK',
  name: 'Brukskonto',
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  status: 'enabled',
  paymentsAllowed: true,
  kidRequired: false,
  balances: [
    { balanceType: 'interimBooked', balanceAmount: { amount: '48213.57', currency: 'NOK' } },
  ],
}

const answer = {
  status: 200,
  description: 'The account.',
  schema: SandboxAccount,
  example: exampleAccount,
} as const

export const listSandboxAccounts = contract({
  id: 'list-sandbox-accounts',
  tag,
  summary: 'List the accounts',
  query: ownerQuery,
  answer: {
    status: 200,
    description:
      'Every account with its balances, by the day of opening and by number; card accounts have a list of their own.',
    schema: Type.Object({ accounts: Type.Array(SandboxAccount) }),
    example: { accounts: [exampleAccount] },
  },
})

export const createSandboxAccount = contract({
  id: 'create-sandbox-account',
  tag,
  summary: 'Open an account',
  description:
    'The owner of a private account reaches it at once. People reach a company’s account when an ' +
    'engagement of an agreement says so. The number is drawn; a balance to begin with is entered ' +
    'into the books as a transaction.',
  body: Type.Object(
    {
      customerNumber: Type.String({ maxLength: 14, description: 'The owner.' }),
      currency: Type.Optional(CurrencyCode),
      name: Type.Optional(Name(70)),
      balance: Type.Optional(Amount),
      kidRequired: Type.Optional(
        Type.Boolean({ description: 'Whether a payment to it must carry a KID.' }),
      ),
      paymentsAllowed: Type.Optional(
        Type.Boolean({ description: 'When false, the account can be read and not paid from.' }),
      ),
    },
    { additionalProperties: false },
  ),
  bodyExample: {
    customerNumber: '17848800880',
    name: 'Felleskonto',
    balance: { amount: '2500.00', currency: 'NOK' },
  },
  answer: { ...answer, status: 201 },
})

export const readSandboxAccount = contract({
  id: 'read-sandbox-account',
  tag,
  summary: 'Read an account',
  path: accountPath,
  answer,
  refusals: ['RESOURCE_UNKNOWN'],
})

export const setSandboxAccountBalance = contract({
  id: 'set-sandbox-account-balance',
  tag,
  summary: 'Set the balance of an account',
  description:
    'The booked balance becomes this much: a transaction for the difference is entered, so that ' +
    'the balance is still the sum of all transactions.',
  path: accountPath,
  body: balanceBody,
  bodyExample: { balance: { amount: '0.00', currency: 'NOK' } },
  answer: { ...answer, description: 'The account with its new balances.' },
  refusals: ['RESOURCE_UNKNOWN'],
})
