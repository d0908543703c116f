import { type Static, Type } from 'typebox'
import { CardAccountReference, exampleCardReference } from './account-reference.ts'
import { anyAccount, balanceQuery } from './accounts.ts'
import { Amount } from './amount.ts'
import { Balance, resourcePath, type WireBalance } from './balances.ts'
import { contract } from './operation.ts'

export const cardInformation = 'Card account information'

export const DebitAccounting = Type.Boolean({
  description: 'False: what is spent is negative, as on any other account.',
})

const CardAccount = Type.Object(
  {
    ...anyAccount,
    maskedPan: Type.String({ maxLength: 35 }),
    debitAccounting: DebitAccounting,
    creditLimit: Amount,
  },
  { title: 'CardAccount' },
)

export type WireCardAccount = Static<typeof CardAccount>

const id = '8a1f2f5e-95b4-4a51-9a0c-40b6b1d6b0a9'
const address = `https://127.0.0.1:8443/v1/card-accounts/${id}`

const balance = (balanceType: WireBalance['balanceType'], amount: string): WireBalance => ({
  balanceAmount: { amount, currency: 'NOK' },
  balanceType,
  creditLimitIncluded: false,
  lastChangeDateTime: '2026-03-02T06:00:04+01:00',
})

const exampleBalances = [
  balance('closingBooked', '-4120.00'),
  balance('interimAvailable', '-6159.86'),
  balance('nonInvoiced', '-2039.86'),
  balance('interimBooked', '-6159.86'),
]

const example: WireCardAccount = {
  ...{ resourceId: id, ...exampleCardReference, ownerName: 'Ingrid Haugland Solvang' },
  ...{ name: 'Kredittkort', product: 'Kredittkort Reise', status: 'enabled', usage: 'PRIV' },
  debitAccounting: false,
  creditLimit: { amount: '50000.00', currency: 'NOK' },
  balances: exampleBalances,
  _links: {
    balances: { href: `${address}/balances`, verbs: ['GET'] },
    transactions: { href: `${address}/transactions`, verbs: ['GET'] },
  },
}

export const listCardAccounts = contract({
  id: 'list-card-accounts',
  tag: cardInformation,
  summary: 'List the card accounts that the PSU has granted',
  query: balanceQuery,
  answer: {
    status: 200,
    description: 'The card accounts.',
    schema: Type.Object({ cardAccounts: Type.Array(CardAccount) }),
    example: { cardAccounts: [example] },
  },
  refusals: ['ACCESS_EXCEEDED'],
})

export const readCardAccount = contract({
  id: 'read-card-account',
  tag: cardInformation,
  summary: 'Read one card account',
  path: resourcePath,
  query: balanceQuery,
  answer: {
    status: 200,
    description: 'The card account.',
    schema: Type.Object({ cardAccount: CardAccount }),
    example: { cardAccount: example },
  },
  refusals: ['RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'],
})

export const readCardBalances = contract({
  id: 'read-card-balances',
  tag: cardInformation,
  summary: 'Read the balances of a card account',
  description:
    'What is owed is negative. Without PSU-IP-Address four calls in any 24 hours are answered ' +
    'for each card account.',
  path: resourcePath,
  answer: {
    status: 200,
    description: 'The balances; `interimBooked` where the bank has it.',
    schema: Type.Object({
      cardAccount: CardAccountReference,
      debitAccounting: DebitAccounting,
      balances: Type.Array(Balance),
    }),
    example: {
      cardAccount: exampleCardReference,
      debitAccounting: false,
      balances: exampleBalances,
    },
  },
  refusals: ['RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'],
})
