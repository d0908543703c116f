import { type Static, Type } from 'typebox'
import { CurrencyCode } from './amount.ts'
import { accountInformation, Balance, exampleBalances, resourcePath } from './balances.ts'
import { Link } from './link.ts'
import { contract } from './operation.ts'

export const balanceQuery = Type.Object({
  withBalance: Type.Optional(
    Type.Boolean({
      description: 'Whether each account comes with its balances; false if left out.',
    }),
  ),
})

/** What accounts and card accounts have in common. */
export const anyAccount = {
  resourceId: Type.String({ description: 'Names the account in the paths below it.' }),
  currency: CurrencyCode,
  ownerName: Type.String({ maxLength: 140 }),
  name: Type.String({ maxLength: 70 }),
  product: Type.String({ maxLength: 35 }),
  status: Type.Enum(['enabled', 'blocked', 'deleted'], {
    description: 'An account that was closed is `deleted`.',
  }),
  usage: Type.Enum(['PRIV', 'ORGA'], { description: 'A person’s or an organisation’s account.' }),
  balances: Type.Optional(Type.Array(Balance)),
  _links: Type.Object({ balances: Link, transactions: Link }, { title: 'AccountLinks' }),
}

const Account = Type.Object(
  {
    ...anyAccount,
    iban: Type.String({ maxLength: 34 }),
    bban: Type.String({ maxLength: 30 }),
    cashAccountType: Type.Enum(['CACC', 'SVGS', 'TRAN', 'LOAN', 'CARD', 'OTHR'], {
      description: 'By ISO 20022.',
    }),
  },
  { title: 'Account' },
)

export type WireAccount = Static<typeof Account>

const id = '5f0b7f0e-6d8f-4b3b-8a4e-2a4a3f0f8c11'
const address = `https://127.0.0.1:8443/v1/accounts/${id}`

const example: WireAccount = {
  resourceId: id,
  iban: 'NO7099911110012',
  bban: '99911110012',
  currency: 'NOK',
  ownerName: 'Ingrid Haugland Solvang',
  name: 'Brukskonto',
  product: 'Brukskonto',
  cashAccountType: 'CACC',
  status: 'enabled',
  usage: 'PRIV',
  balances: exampleBalances,
  _links: {
    balances: { href: `${address}/balances`, verbs: ['GET'] },
    transactions: { href: `${address}/transactions`, verbs: ['GET'] },
  },
}

export const listAccounts = contract({
  id: 'list-accounts',
  tag: accountInformation,
  summary: 'List the accounts that the PSU has granted',
  description:
    'Those granted to this TPP in this context and still within the PSU’s reach; nothing tells ' +
    'whether there are others.',
  query: balanceQuery,
  answer: {
    status: 200,
    description: 'The accounts.',
    schema: Type.Object({ accounts: Type.Array(Account) }),
    example: { accounts: [example] },
  },
  refusals: ['ACCESS_EXCEEDED'],
})

export const readAccount = contract({
  id: 'read-account',
  tag: accountInformation,
  summary: 'Read one account',
  path: resourcePath,
  query: balanceQuery,
  answer: {
    status: 200,
    description: 'The account.',
    schema: Type.Object({ account: Account }),
    example: { account: example },
  },
  refusals: ['RESOURCE_UNKNOWN', 'ACCESS_EXCEEDED'],
})
