import { createAccounts } from './accounts.ts'
import { createAgreements } from './agreements.ts'
import { createCardAccounts } from './card-accounts.ts'
import { createCardTransactions } from './card-transactions.ts'
import { createCustomers } from './customers.ts'
import { createTransactions, type TransactionsParts } from './transactions.ts'

/** The mock-data operations, by what they are about; each sees the caller's own world only. */
export const createMockData = (parts: TransactionsParts) => ({
  customers: createCustomers(parts),
  agreements: createAgreements(parts),
  accounts: createAccounts(parts),
  cardAccounts: createCardAccounts(parts),
  transactions: createTransactions(parts),
  cardTransactions: createCardTransactions(parts),
})

export type MockData = ReturnType<typeof createMockData>
