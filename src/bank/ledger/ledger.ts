import type { Random } from '../../kernel/random.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import { allAccounts, allCardAccounts } from './accounts.ts'
import { agreementById, allAgreements } from './agreements.ts'
import { done, refuse } from './answer.ts'
import type { Books } from './books.ts'
import { count } from './counts.ts'
import { allCustomers } from './customers.ts'
import { createAgreement, disengage, engage } from './engage.ts'
import { enter } from './enter.ts'
import { createCustomers } from './new-customers.ts'
import { openAccounts, openCardAccounts } from './open-accounts.ts'
import { changeAccount, internalBalances, records, setBalance } from './steer.ts'

export { ledgerBank, ledgerBankOver, ledgerBanks, ledgerCharacterSet } from './bank.ts'
export type * from './books.ts'
export type { Counted } from './counts.ts'
export { reachesSql } from './reach.ts'
export { createRegisterMemory, type RegisterMemory } from './register.ts'
export { sealLedger, sealLedgers } from './seal.ts'
export { type Verified, verifyLedger } from './verify.ts'

/** The books of our own bank within one world. Writes need queries that are a transaction. */
export const ledgerBooks = (world: WorldQueries, random: Random): Books => ({
  customers: () => allCustomers(world),
  createCustomers: (customers) => createCustomers(world, random, customers),
  accounts: () => allAccounts(world),
  openAccounts: (accounts, at) => openAccounts(world, random, accounts, at),
  cardAccounts: () => allCardAccounts(world),
  openCardAccounts: (accounts, at) => openCardAccounts(world, random, accounts, at),
  changeAccount: (accountId, change) => changeAccount(world, accountId, change),
  agreements: () => allAgreements(world),
  agreement: async (id) => {
    const agreement = isUuid(id) ? await agreementById(world, id) : undefined
    return agreement ? done(agreement) : refuse('agreement-unknown')
  },
  createAgreement: (agreement) => createAgreement(world, random, agreement),
  engage: (engagements) => engage(world, random, engagements),
  disengage: (engagementId) => disengage(world, engagementId),
  enter: (transactions, at) => enter(world, random, transactions, at),
  setBalance: (accountId, booked, at) => setBalance(world, random, { accountId, booked, at }),
  records: (query) => records(world, query),
  internalBalances: () => internalBalances(world),
  count: (what) => count(world, what),
})

/**
 * The ledger only grows; a world that is emptied or put back as a whole is the exception. Until
 * the transaction ends its rows may be deleted, and no other world's; and nobody seals what is
 * about to go.
 */
export async function allowClearing(world: WorldQueries): Promise<void> {
  await world.row(allowClearingWorld, [])
}

const allowClearingWorld = worldStatement<[], { set_config: string }>(
  'ledger-allow-clearing',
  `select set_config('nordgate.clearing_world', $1::bigint::text, true),
     pg_advisory_xact_lock(hashtextextended('nordgate ledger chain', $1::bigint))`,
)
