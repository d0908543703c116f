import type { Account, Balance } from '../../bank/port.ts'
import type { Transaction } from '../../storage/storage.ts'
import { toWireAmount } from '../../wire/amount.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type {
  createSandboxAccount,
  listSandboxAccounts,
  readSandboxAccount,
  setSandboxAccountBalance,
} from '../../wire/sandbox-accounts.ts'
import { found, taken } from './books-refusal.ts'
import { moneyIn } from './given-amount.ts'
import { listPart } from './list-part.ts'
import type { MockParts } from './mock-parts.ts'
import { type OwnBooks, ownBooks, type WorldCaller } from './own-books.ts'
import { requireRoom } from './world-bounds.ts'

type WireAccount = Output<typeof readSandboxAccount>

export const createAccounts = ({ storage, random, bounds }: MockParts) => ({
  async list(
    caller: WorldCaller,
    { query }: Input<typeof listSandboxAccounts>,
  ): Promise<Output<typeof listSandboxAccounts>> {
    const own = ownBooks(storage, caller, random)
    const owned = await ownedBy(own, await own.books.accounts(), query)
    return { accounts: await printAccounts(own, listPart(owned, query)) }
  },

  async read(
    caller: WorldCaller,
    { path }: Input<typeof readSandboxAccount>,
  ): Promise<WireAccount> {
    const own = ownBooks(storage, caller, random)
    return printAccount(own, found(await own.bank.account(path.id)))
  },

  async create(
    caller: WorldCaller,
    { body }: Input<typeof createSandboxAccount>,
    tx: Transaction,
  ): Promise<WireAccount> {
    const own = ownBooks(tx, caller, random)
    const { customerNumber, balance, currency = balance?.currency ?? 'NOK', ...order } = body
    const owner = taken(await own.bank.customerByNumber(customerNumber), 'body/customerNumber')
    const booked = balance && moneyIn(currency, balance, 'body/balance', 'any')
    await requireRoom(own.books, bounds, 'accounts')
    if (booked) await requireRoom(own.books, bounds, 'transactions')
    const [opened] = await own.books.openAccounts(
      [{ ...order, ownerId: owner.id, currency }],
      caller.now,
    )
    const account = taken(opened!, 'body')
    if (booked) taken(await own.books.setBalance(account.id, booked, caller.now), 'body/balance')
    return printAccount(own, account)
  },

  async setBalance(
    caller: WorldCaller,
    { path, body }: Input<typeof setSandboxAccountBalance>,
    tx: Transaction,
  ): Promise<WireAccount> {
    const own = ownBooks(tx, caller, random)
    const account = found(await own.bank.account(path.id))
    const booked = moneyIn(account.currency, body.balance, 'body/balance', 'any')
    await requireRoom(own.books, bounds, 'transactions')
    taken(await own.books.setBalance(account.id, booked, caller.now), 'body/balance')
    return printAccount(own, account)
  },
})

export async function ownedBy<Owned extends { ownerId: string }>(
  { bank }: OwnBooks,
  accounts: Owned[],
  { customerNumber }: { customerNumber?: string },
): Promise<Owned[]> {
  if (customerNumber === undefined) return accounts
  const owner = await bank.customerByNumber(customerNumber)
  return owner.ok ? accounts.filter(({ ownerId }) => ownerId === owner.value.id) : []
}

const printAccount = async (own: OwnBooks, account: Account): Promise<WireAccount> =>
  (await printAccounts(own, [account]))[0]!

export async function printAccounts(own: OwnBooks, accounts: Account[]): Promise<WireAccount[]> {
  const { numberOf, balancesOf } = await surroundings(own, accounts)
  return accounts.map(({ id, ownerId, ...account }) => ({
    id,
    customerNumber: numberOf(ownerId),
    ownerName: account.ownerName,
    iban: account.iban,
    bban: account.bban,
    currency: account.currency,
    name: account.name,
    product: account.product,
    cashAccountType: account.cashAccountType,
    status: account.status,
    paymentsAllowed: account.paymentsAllowed,
    kidRequired: account.kidRequired,
    balances: balancesOf(id),
  }))
}

/** What is told with every account and kept elsewhere: its owner's number and its balances. */
export async function surroundings({ bank, books }: OwnBooks, accounts: readonly { id: string }[]) {
  const ids = accounts.map(({ id }) => id)
  const [customers, balances] = [await books.customers(), await bank.balances(ids)]
  const numbers = new Map(customers.map(({ id, number }) => [id, number]))
  const ofAccount = new Map(ids.map((id, place) => [id, balances[place]]))
  return {
    numberOf: (customerId: string) => numbers.get(customerId) ?? '',
    balancesOf: (accountId: string) => {
      const known = ofAccount.get(accountId)
      return known?.ok ? known.value.map(toWireBalance) : []
    },
  }
}

const toWireBalance = ({ type, amount }: Balance) => ({
  balanceType: type,
  balanceAmount: toWireAmount(amount),
})
