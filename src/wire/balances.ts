import { type Static, Type } from 'typebox'
import { AccountReference, exampleReference } from './account-reference.ts'
import { Amount } from './amount.ts'
import { contract } from './operation.ts'

export const accountInformation = 'Account information'

export const resourcePath = Type.Object({
  id: Type.String({ maxLength: 128, description: 'The `resourceId` from the list.' }),
})

export const Balance = Type.Object(
  {
    balanceAmount: Amount,
    balanceType: Type.Enum(
      ['interimAvailable', 'interimBooked', 'expected', 'closingBooked', 'nonInvoiced'],
      {
        description:
          'Accounts: `interimBooked` is the sum of all that is booked; `interimAvailable` is that ' +
          'without what is reserved, and with the credit line; `expected` is that without what is ' +
          'reserved and with what is announced. Cards: `closingBooked` is invoiced and unpaid, ' +
          '`nonInvoiced` is booked since, `interimAvailable` and `interimBooked` are both together.',
      },
    ),
    creditLimitIncluded: Type.Boolean({ description: 'Whether the credit line is counted in.' }),
    lastChangeDateTime: Type.String({ format: 'date-time' }),
  },
  { title: 'Balance' },
)

export type WireBalance = Static<typeof Balance>

const changed = { lastChangeDateTime: '2026-03-02T06:00:04+01:00' }

export const exampleBalances: WireBalance[] = [
  {
    balanceAmount: { amount: '47864.57', currency: 'NOK' },
    balanceType: 'interimAvailable',
    ...{ creditLimitIncluded: false, ...changed },
  },
  {
    balanceAmount: { amount: '48213.57', currency: 'NOK' },
    balanceType: 'interimBooked',
    ...{ creditLimitIncluded: false, ...changed },
  },
  {
    balanceAmount: { amount: '47864.57', currency: 'NOK' },
    balanceType: 'expected',
    ...{ creditLimitIncluded: false, ...changed },
  },
]

export const readBalances = contract({
  id: 'read-balances',
  tag: accountInformation,
  summary: 'Read the balances of an account',
  description:
    'Each balance is the sum of the transactions behind it. Without PSU-IP-Address four calls in ' +
    'any 24 hours are answered for each account.',
  path: resourcePath,
  answer: {
    status: 200,
    description: 'The balances.',
    schema: Type.Object({ account: AccountReference, balances: Type.Array(Balance) }),
    example: { account: exampleReference, balances: exampleBalances },
  },
  refusals: ['RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'],
})
