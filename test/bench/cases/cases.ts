import type { BenchCase } from '../case.ts'
import { listTransactions } from './list-transactions.ts'
import { readAccounts } from './read-accounts.ts'
import { readBalances } from './read-balances.ts'
import { readContact } from './read-contact.ts'

export type Transport = 'plain' | 'TLS'

export interface Part {
  /** In the order in which they are run. */
  cases: readonly BenchCase[]
  transports: readonly Transport[]
}

/** What TLS adds is the same for every request, so one case shows it. */
export const parts: Readonly<Record<'requests' | 'reads', Part>> = {
  requests: { cases: [readContact], transports: ['plain', 'TLS'] },
  reads: {
    cases: [readAccounts, readBalances, listTransactions(10, 0.6), listTransactions(100)],
    transports: ['plain'],
  },
}
