import type { AccountInformation } from './ais/ais.ts'
import { basketOperations } from './operations/baskets.ts'
import { op, unsigned } from './operations/op.ts'
import { paymentOperations } from './operations/payments.ts'
import type { Payments } from './pis/pis.ts'
import type { Service } from './portal/portal.ts'
import type {
  Batches,
  createInitialize,
  Faults,
  MockData,
  Snapshots,
  TestCertificates,
  Timeline,
  WorldClock,
} from './sandbox/sandbox.ts'
import type { CreatedSca } from './sca/sca.ts'
import type { Transaction } from './storage/storage.ts'
import type { Contacts } from './tpp/tpp.ts'
import { listAccounts, readAccount } from './wire/accounts.ts'
import { listAgreements } from './wire/agreements.ts'
import { readBalances } from './wire/balances.ts'
import { listCardAccounts, readCardAccount, readCardBalances } from './wire/card-accounts.ts'
import { listCardTransactions } from './wire/card-transactions.ts'
import { createConsent, offerConsent } from './wire/consents.ts'
import { readContactInformation, registerContactInformation } from './wire/contact-information.ts'
import type { Operation, Output } from './wire/operation.ts'
import {
  createSandboxAccount,
  listSandboxAccounts,
  readSandboxAccount,
  setSandboxAccountBalance,
} from './wire/sandbox-accounts.ts'
import {
  createSandboxAgreement,
  createSandboxEngagement,
  listSandboxAgreements,
  listSandboxEngagements,
  readSandboxEngagement,
} from './wire/sandbox-agreements.ts'
import { runBatch } from './wire/sandbox-batches.ts'
import {
  createSandboxCardAccount,
  listSandboxCardAccounts,
  readSandboxCardAccount,
  setSandboxCardAccountBalance,
} from './wire/sandbox-card-accounts.ts'
import {
  createSandboxCardTransactions,
  listSandboxCardTransactions,
} from './wire/sandbox-card-transactions.ts'
import { issueCertificate, readSandboxCa, readSandboxCrl } from './wire/sandbox-certificates.ts'
import { moveClock, readClock } from './wire/sandbox-clock.ts'
import {
  createSandboxCustomer,
  listSandboxCustomers,
  readSandboxCustomer,
} from './wire/sandbox-customers.ts'
import { forgetFault, listFaults, planFault } from './wire/sandbox-faults.ts'
import { initializeSandbox } from './wire/sandbox-initialize.ts'
import { clearQuotas, listQuotas } from './wire/sandbox-quotas.ts'
import { listRequests } from './wire/sandbox-requests.ts'
import { walkSca } from './wire/sandbox-sca.ts'
import {
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  takeSnapshot,
} from './wire/sandbox-snapshots.ts'
import {
  createSandboxTransaction,
  listSandboxTransactions,
  readSandboxTransaction,
} from './wire/sandbox-transactions.ts'
import {
  readLiveness,
  readMetrics,
  readOpenApi,
  readReadiness,
  readStartPage,
} from './wire/service.ts'
import { listTransactions, readTransaction } from './wire/transactions.ts'
import { readUser, readUsers } from './wire/user.ts'

export interface Rooms {
  contacts: Contacts
  service: Service
  /** Where there is a bank. */
  information?: AccountInformation
  sca?: Pick<CreatedSca, 'offers' | 'headless' | 'quotas'>
  payments?: Payments
  /** What only a sandbox has. */
  sandbox?: {
    testCertificates: TestCertificates
    startPage: () => Promise<Output<typeof readStartPage>>
    initialize: ReturnType<typeof createInitialize>
    clock: WorldClock
    batches: Batches
    snapshots: Snapshots
    data: MockData
    faults: Faults
    timeline: Timeline
  }
}

/** The route table: read it to know the product. What is not said to be unsigned is signed. */
export function operations(rooms: Rooms): Operation<Transaction>[] {
  const { contacts, service, information, sca, payments, sandbox } = rooms
  const contact = '/v1/tpps/{tppId}/contact-information'
  // biome-ignore format: one line for each operation
  const table = [
    op('GET', contact, readContactInformation, contacts.read, { role: 'any', world: 'none' }),
    op('PUT', contact, registerContactInformation, contacts.register, { role: 'any', world: 'none' }),

    ...(information ? reads(information) : []),
    ...(sca ? consents(sca) : []),
    ...(payments ? paymentOperations(payments) : []),
    ...(payments ? basketOperations(payments.baskets) : []),

    unsigned('the monitor has no certificate', 'GET', '/health/live', readLiveness, service.live),
    unsigned('the monitor has no certificate', 'GET', '/health/ready', readReadiness, service.ready),
    unsigned('the monitor has no certificate', 'GET', '/metrics', readMetrics, service.metrics),
    unsigned('it is documentation', 'GET', '/openapi.json', readOpenApi, service.openApi),
  ]
  if (!sandbox) return table
  const { testCertificates: ca, startPage, initialize, clock, batches, snapshots } = sandbox
  const { data, faults, timeline } = sandbox
  const any = { role: 'any' } as const
  const ofTpp = { role: 'any', world: 'none' } as const
  const snapshot = '/v1/sandbox/snapshots/{id}'
  const customer = '/v1/sandbox/customers/{customerNumber}'
  const engagements = '/v1/sandbox/agreements/{id}/engagements'
  const engagement = `${engagements}/{engagementId}`
  const account = '/v1/sandbox/accounts/{id}'
  const transactions = `${account}/transactions`
  const card = '/v1/sandbox/card-accounts/{id}'
  // biome-ignore format: one line for each operation
  return [
    ...table,
    ...(sca ? standIns(sca) : []),
    op('POST', '/v1/sandbox/initialize', initializeSandbox, initialize, { ...any, alone: true }),
    op('GET', '/v1/sandbox/clock', readClock, clock.read, any),
    op('POST', '/v1/sandbox/clock', moveClock, clock.move, { ...any, inSteps: true }),
    op('POST', '/v1/sandbox/batches', runBatch, batches.run, { ...any, inSteps: true }),
    op('GET', '/v1/sandbox/snapshots', listSnapshots, snapshots.list, any),
    op('POST', '/v1/sandbox/snapshots', takeSnapshot, snapshots.take, any),
    op('POST', `${snapshot}/restore`, restoreSnapshot, snapshots.restore, { ...any, alone: true }),
    op('DELETE', snapshot, deleteSnapshot, snapshots.delete, any),
    op('GET', '/v1/sandbox/customers', listSandboxCustomers, data.customers.list, any),
    op('POST', '/v1/sandbox/customers', createSandboxCustomer, data.customers.create, any),
    op('GET', customer, readSandboxCustomer, data.customers.read, any),
    op('GET', '/v1/sandbox/agreements', listSandboxAgreements, data.agreements.list, any),
    op('POST', '/v1/sandbox/agreements', createSandboxAgreement, data.agreements.create, any),
    op('GET', engagements, listSandboxEngagements, data.agreements.listEngagements, any),
    op('POST', engagements, createSandboxEngagement, data.agreements.engage, any),
    op('GET', engagement, readSandboxEngagement, data.agreements.readEngagement, any),
    op('GET', '/v1/sandbox/accounts', listSandboxAccounts, data.accounts.list, any),
    op('POST', '/v1/sandbox/accounts', createSandboxAccount, data.accounts.create, any),
    op('GET', account, readSandboxAccount, data.accounts.read, any),
    op('PUT', `${account}/balances`, setSandboxAccountBalance, data.accounts.setBalance, any),
    op('GET', transactions, listSandboxTransactions, data.transactions.list, any),
    op('POST', transactions, createSandboxTransaction, data.transactions.create, any),
    op('GET', `${transactions}/{transactionId}`, readSandboxTransaction, data.transactions.read, any),
    op('GET', '/v1/sandbox/card-accounts', listSandboxCardAccounts, data.cardAccounts.list, any),
    op('POST', '/v1/sandbox/card-accounts', createSandboxCardAccount, data.cardAccounts.create, any),
    op('GET', card, readSandboxCardAccount, data.cardAccounts.read, any),
    op('PUT', `${card}/balances`, setSandboxCardAccountBalance, data.cardAccounts.setBalance, any),
    op('GET', `${card}/transactions`, listSandboxCardTransactions, data.cardTransactions.list, any),
    op('POST', `${card}/transactions`, createSandboxCardTransactions, data.cardTransactions.create, any),
    op('GET', '/v1/sandbox/faults', listFaults, faults.list, ofTpp),
    op('POST', '/v1/sandbox/faults', planFault, faults.plan, ofTpp),
    op('DELETE', '/v1/sandbox/faults/{id}', forgetFault, faults.forget, ofTpp),
    op('GET', '/v1/sandbox/requests', listRequests, timeline.list, ofTpp),
    unsigned('it is documentation', 'GET', '/', readStartPage, startPage),
    unsigned('it is public by nature', 'GET', '/sandbox/ca.pem', readSandboxCa, ca.readCa),
    unsigned('it is public by nature', 'GET', '/sandbox/ca.crl', readSandboxCrl, ca.readCrl),
    unsigned('whoever asks has no certificate yet', 'POST', '/sandbox/certificates', issueCertificate, ca.issue),
  ]
}

/** What a TPP reads for a PSU. */
function reads(information: AccountInformation): Operation<Transaction>[] {
  const { accounts, transactions, cardAccounts, cardTransactions, agreements, user } = information
  const account = '/v1/accounts/{id}'
  const card = '/v1/card-accounts/{id}'
  const requires = ['TPP-Redirect-URI']
  const ais = { role: 'AISP', sca: 'accounts', requires } as const
  const own = { role: 'any', requires } as const
  // biome-ignore format: one line for each operation
  return [
    op('GET', '/v1/accounts', listAccounts, accounts.list, { ...ais, quota: 'withBalance' }),
    op('GET', account, readAccount, accounts.read, { ...ais, quota: 'withBalance' }),
    op('GET', `${account}/balances`, readBalances, accounts.balances, { ...ais, quota: 'balances' }),
    op('GET', `${account}/transactions`, listTransactions, transactions.list, { ...ais, quota: 'transactions' }),
    op('GET', `${account}/transactions/{transactionId}`, readTransaction, transactions.read, { ...ais, quota: 'details' }),
    op('GET', '/v1/card-accounts', listCardAccounts, cardAccounts.list, { ...ais, quota: 'withCardBalance' }),
    op('GET', card, readCardAccount, cardAccounts.read, { ...ais, quota: 'withCardBalance' }),
    op('GET', `${card}/balances`, readCardBalances, cardAccounts.balances, { ...ais, quota: 'balances' }),
    op('GET', `${card}/transactions`, listCardTransactions, cardTransactions.list, { ...ais, quota: 'transactions' }),
    op('GET', '/v1/agreements', listAgreements, agreements.list, { ...own, sca: 'agreements' }),
    op('GET', '/v1/user', readUser, user.read, { ...own, sca: 'user' }),
    op('GET', '/v1/users', readUsers, user.read, { ...own, sca: 'user' }),
  ]
}

/** What a TPP asks of a PSU. */
function consents({ offers }: Pick<CreatedSca, 'offers'>): Operation<Transaction>[] {
  const guards = { role: 'AISP', sca: 'offer', requires: ['TPP-Redirect-URI'] } as const
  return [
    op('POST', '/v1/bank-offered-consents', offerConsent, offers.offer, guards),
    op('POST', '/v1/consents', createConsent, offers.offerOldWay, guards),
  ]
}

/** In a sandbox, the PSU and the passing of a day may be stood in for. */
function standIns(sca: Pick<CreatedSca, 'headless' | 'quotas'>): Operation<Transaction>[] {
  const { headless, quotas } = sca
  // biome-ignore format: one line for each operation
  return [
    op('POST', '/v1/sandbox/sca/{id}', walkSca, headless.walk, { role: 'any', inSteps: true }),
    op('GET', '/v1/sandbox/quotas', listQuotas, quotas.list, { role: 'any' }),
    op('DELETE', '/v1/sandbox/quotas', clearQuotas, quotas.clear, { role: 'any' }),
  ]
}
