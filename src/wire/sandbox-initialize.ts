import { Type } from 'typebox'
import { contract } from './operation.ts'
import { exampleAccount, SandboxAccount } from './sandbox-accounts.ts'
import { exampleAgreement, SandboxAgreement } from './sandbox-agreements.ts'
import { exampleCardAccount, SandboxCardAccount } from './sandbox-card-accounts.ts'
import { exampleCustomer, SandboxCustomer } from './sandbox-customers.ts'

export const initializeSandbox = contract({
  id: 'initialize-sandbox',
  tag: 'Sandbox',
  summary: 'Reset your sandbox to its initial state',
  description:
    'Removes everything, also what other mock-data operations and payments have made, and all ' +
    'planned faults, and begins anew: two private customers with two accounts and a card account ' +
    'each, two companies with two accounts each, agreements under which the people act for the ' +
    'companies, and half a year of history. Nobody else’s sandbox is touched, and the clock goes on.',
  answer: {
    status: 201,
    description: 'What there is now.',
    schema: Type.Object({
      customers: Type.Array(SandboxCustomer),
      accounts: Type.Array(SandboxAccount),
      cardAccounts: Type.Array(SandboxCardAccount),
      agreements: Type.Array(SandboxAgreement),
    }),
    example: {
      customers: [exampleCustomer],
      accounts: [exampleAccount],
      cardAccounts: [exampleCardAccount],
      agreements: [exampleAgreement],
    },
  },
})
