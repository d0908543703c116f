import { createAccounts } from './accounts.ts'
import { type AgreementParts, createAgreements } from './agreements.ts'
import { createCardAccounts } from './card-accounts.ts'
import { createCardTransactions } from './card-transactions.ts'
import { createTransactions, type TransactionParts } from './transactions.ts'
import { readUserOf } from './user.ts'

/** What a TPP reads for a PSU; the guards of each operation have decided that it may. */
export const createAccountInformation = (parts: TransactionParts & AgreementParts) => ({
  accounts: createAccounts(parts),
  transactions: createTransactions(parts),
  cardAccounts: createCardAccounts(parts),
  cardTransactions: createCardTransactions(parts),
  agreements: createAgreements(parts),
  user: { read: readUserOf },
})

export type AccountInformation = ReturnType<typeof createAccountInformation>
