import { type Static, Type } from 'typebox'
import { Amount, CurrencyCode } from './amount.ts'
import { contract } from './operation.ts'
import { accountPath, balanceBody, ownerQuery, SandboxBalance } from './sandbox-accounts.ts'
import { CustomerNumber } from './sandbox-customers.ts'
import { Form, Name } from './text.ts'

const tag = 'Sandbox: card accounts'

export const MaskedPan = Form(
  '^[0-9]{4,6}[0-9*]{4,9}[0-9]{4}$',
  'a card number with its middle as asterisks, such as 457112******4827',
  {
    description: 'The card number with its middle as asterisks; never a whole one.',
    examples: ['457112******4827'],
  },
)

export const SandboxCardAccount = Type.Object(
  {
    id: Type.String(),
    customerNumber: CustomerNumber,
    ownerName: Type.String(),
    maskedPan: Type.String(),
    currency: CurrencyCode,
    name: Type.String(),
    product: Type.String(),
    status: Type.Enum(['enabled', 'blocked', 'closed']),
    creditLimit: Amount,
    balances: Type.Array(SandboxBalance),
  },
  { title: 'SandboxCardAccount' },
)

export type WireCardAccount = Static<typeof SandboxCardAccount>

export const exampleCardAccount = {
  id: '8a1f2f5e-95b4-4a51-9a0c-40b6b1d6b0a9',
  customerNumber: '17848800880',
  ownerName: 'Ingrid Haugland Solvang',
  maskedPan: '457112******4827',
  currency: 'NOK',
  name: 'Kredittkort',
  product: 'Kredittkort Reise',
  status: 'enabled',
  creditLimit: { amount: '50000.00', currency: 'NOK' },
  balances: [
    { balanceType: 'interimBooked', balanceAmount: { amount: '-6159.86', currency: 'NOK' } },
  ],
}

const answer = {
  status: 200,
  description: 'The card account.',
  schema: SandboxCardAccount,
  example: exampleCardAccount,
} as const

export const listSandboxCardAccounts = contract({
  id: 'list-sandbox-card-accounts',
  tag,
  summary: 'List the card accounts',
  query: ownerQuery,
  answer: {
    status: 200,
    description: 'Every card account with its balances, by the day of opening and by number.',
    schema: Type.Object({ cardAccounts: Type.Array(SandboxCardAccount) }),
    example: { cardAccounts: [exampleCardAccount] },
  },
})

export const createSandboxCardAccount = contract({
  id: 'create-sandbox-card-account',
  tag,
  summary: 'Open a card account',
  body: Type.Object(
    {
      customerNumber: Type.String({ maxLength: 14, description: 'The owner.' }),
      currency: Type.Optional(CurrencyCode),
      name: Type.Optional(Name(70)),
      maskedPan: Type.Optional(MaskedPan),
      creditLimit: Type.Optional(Amount),
      balance: Type.Optional(Amount),
    },
    { additionalProperties: false },
  ),
  bodyExample: {
    customerNumber: '17848800880',
    name: 'Reisekort',
    creditLimit: { amount: '25000.00', currency: 'NOK' },
  },
  answer: { ...answer, status: 201 },
})

export const readSandboxCardAccount = contract({
  id: 'read-sandbox-card-account',
  tag,
  summary: 'Read a card account',
  path: accountPath,
  answer,
  refusals: ['RESOURCE_UNKNOWN'],
})

export const setSandboxCardAccountBalance = contract({
  id: 'set-sandbox-card-account-balance',
  tag,
  summary: 'Set the balance of a card account',
  description:
    'What is owed is negative. A transaction for the difference is entered, so that the balance ' +
    'is still the sum of all transactions.',
  path: accountPath,
  body: balanceBody,
  bodyExample: { balance: { amount: '-1250.00', currency: 'NOK' } },
  answer: { ...answer, description: 'The card account with its new balances.' },
  refusals: ['RESOURCE_UNKNOWN'],
})
