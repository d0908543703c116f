import type { Key } from './keys.ts'
import { wholeNumber } from './kinds.ts'

/** How much room there is in a sandbox, so that nobody can fill the disk for all. */
export const worldKeys = {
  worldsMax: {
    variable: 'NORDGATE_WORLDS_MAX',
    kind: wholeNumber(1, 100_000_000),
    default: '1000',
    unit: 'banks',
    only: 'sandbox',
    reason:
      'How many TPPs may have a bank of their own here. When it is full, a new one takes the place of the bank that was unused for longest, if that is a week or more, and is refused otherwise.',
  },
  worldCustomers: {
    variable: 'NORDGATE_WORLD_CUSTOMERS',
    kind: wholeNumber(1, 100_000_000),
    default: '1000',
    unit: 'customers',
    only: 'sandbox',
    reason:
      'How many customers a TPP may have in its sandbox, so that one cannot fill the disk for all.',
  },
  worldAccounts: {
    variable: 'NORDGATE_WORLD_ACCOUNTS',
    kind: wholeNumber(1, 100_000_000),
    default: '2000',
    unit: 'accounts',
    only: 'sandbox',
    reason: 'The same for its accounts and card accounts together.',
  },
  worldAgreements: {
    variable: 'NORDGATE_WORLD_AGREEMENTS',
    kind: wholeNumber(1, 100_000_000),
    default: '1000',
    unit: 'agreements',
    only: 'sandbox',
    reason: 'The same for agreements.',
  },
  worldEngagements: {
    variable: 'NORDGATE_WORLD_ENGAGEMENTS',
    kind: wholeNumber(1, 100_000_000),
    default: '5000',
    unit: 'engagements',
    only: 'sandbox',
    reason: 'The same for who may do what under them.',
  },
  worldTransactions: {
    variable: 'NORDGATE_WORLD_TRANSACTIONS',
    kind: wholeNumber(1, 100_000_000),
    default: '100000',
    unit: 'transactions',
    only: 'sandbox',
    reason: 'From here on it may not enter mock transactions or balances; payments go on.',
  },
  worldPayments: {
    variable: 'NORDGATE_WORLD_PAYMENTS',
    kind: wholeNumber(1, 100_000_000),
    default: '100000',
    unit: 'payments',
    only: 'sandbox',
    reason:
      'From here on it may not create payments; parts of bulk payments and executions of periodic ones count as well.',
  },
  worldBaskets: {
    variable: 'NORDGATE_WORLD_BASKETS',
    kind: wholeNumber(1, 100_000_000),
    default: '10000',
    unit: 'baskets',
    only: 'sandbox',
    reason: 'The same for signing baskets.',
  },
  worldAuthorisations: {
    variable: 'NORDGATE_WORLD_AUTHORISATIONS',
    kind: wholeNumber(1, 100_000_000),
    default: '200000',
    unit: 'authorisations',
    only: 'sandbox',
    reason:
      'From here on it may not start another authorisation of a payment, basket or cancellation; those that are created still come with their first.',
  },
} as const satisfies Record<string, Key>
