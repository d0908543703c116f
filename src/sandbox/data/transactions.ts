import type { Account, BankTransaction, CardAccount, PartyAccount } from '../../bank/port.ts'
import type { Transaction } from '../../storage/storage.ts'
import { toWireAmount } from '../../wire/amount.ts'
import { link } from '../../wire/link.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type {
  createSandboxTransaction,
  listSandboxTransactions,
  readSandboxTransaction,
  WireTransaction,
} from '../../wire/sandbox-transactions.ts'
import { found, refusedBecause, taken } from './books-refusal.ts'
import { askedRecords, mockDates } from './mock-dates.ts'
import { mockParties } from './mock-parties.ts'
import type { MockParts } from './mock-parts.ts'
import { type OwnBooks, ownBooks, type WorldCaller } from './own-books.ts'
import { requireRoom } from './world-bounds.ts'

export interface TransactionsParts extends MockParts {
  /** Links begin with it. */
  publicUrl(): string
}

/** The transactions of an account or a card account, as the document's sandbox record. */
export const createTransactions = ({ storage, random, bounds, publicUrl }: TransactionsParts) => ({
  async list(
    caller: WorldCaller,
    { path, query }: Input<typeof listSandboxTransactions>,
  ): Promise<Output<typeof listSandboxTransactions>> {
    const own = ownBooks(storage, caller, random)
    const account = await anyAccount(own, path.id)
    const asked = askedRecords(query, caller.now)
    const records = found(await own.books.records({ accountId: account.id, ...asked }))
    return records.map((record) => toWire(record, account, publicUrl()))
  },

  async read(
    caller: WorldCaller,
    { path }: Input<typeof readSandboxTransaction>,
  ): Promise<WireTransaction> {
    const own = ownBooks(storage, caller, random)
    const account = await anyAccount(own, path.id)
    const record = found(await own.bank.transaction(account.id, path.transactionId))
    return toWire(record, account, publicUrl())
  },

  async create(
    caller: WorldCaller,
    { path, body }: Input<typeof createSandboxTransaction>,
    tx: Transaction,
  ): Promise<WireTransaction> {
    const own = ownBooks(tx, caller, random)
    const account = await anyAccount(own, path.id)
    const { currency } = account
    if ((body.currency ?? currency) !== currency) {
      throw refusedBecause({ path: 'body/currency', text: `must be ${currency}, the account’s` })
    }
    const { incoming, details } = mockParties(body, account)
    const minor = BigInt(incoming ? body.amount : -body.amount)
    const dates = mockDates(body, caller.now, 'body')
    const order = { accountId: account.id, amount: { minor, currency }, ...dates, details }
    await requireRoom(own.books, bounds, 'transactions')
    const [entered] = await own.books.enter([order], caller.now)
    return toWire(taken(entered!, 'body'), account, publicUrl())
  },
})

/** The document names a card account's id in this place as well. */
async function anyAccount({ bank }: OwnBooks, id: string): Promise<Account | CardAccount> {
  const account = await bank.account(id)
  return account.ok ? account.value : found(await bank.cardAccount(id))
}

const usualPurpose = 'OTHR'

function toWire(
  { id, amount, bookingDate, valueDate, details }: BankTransaction,
  account: Account | CardAccount,
  publicUrl: string,
): WireTransaction {
  const outgoing = amount.minor < 0n
  const size = outgoing ? -amount.minor : amount.minor
  const debtorName = details.debtorName ?? (outgoing ? account.ownerName : '')
  const creditorName = details.creditorName ?? (outgoing ? '' : account.ownerName)
  return {
    id,
    amount: Number(size),
    currency: amount.currency,
    valueDate,
    remittanceInformationUnstructured: details.remittanceInformationUnstructured ?? '',
    creditorName,
    creditorAccount: numbersOf(details.creditorAccount ?? (outgoing ? undefined : account)),
    debtorName,
    debtorAccount: numbersOf(details.debtorAccount ?? (outgoing ? account : undefined)),
    bankTransactionCode:
      details.bankTransactionCode ?? (outgoing ? 'PMNT-ICDT-DMCT' : 'PMNT-RCDT-DMCT'),
    ultimateDebtor: details.ultimateDebtor ?? debtorName,
    ultimateCreditor: details.ultimateCreditor ?? creditorName,
    purposeCode: details.purposeCode ?? usualPurpose,
    bookingDate,
    transactionAmount: toWireAmount(amount),
    _links: {
      self: link(`${publicUrl}/v1/sandbox/accounts/${account.id}/transactions/${id}`, 'GET'),
    },
  }
}

/** A card account has no number of its own, and so has nothing here. */
const numbersOf = (account: PartyAccount | CardAccount | undefined) => ({
  iban: (account && 'iban' in account && account.iban) || '',
  bban: (account && 'bban' in account && account.bban) || '',
})
