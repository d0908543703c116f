import type { CardAccount } from '../../bank/port.ts'
import type { Transaction } from '../../storage/storage.ts'
import { toWireAmount } from '../../wire/amount.ts'
import type { Input, Output } from '../../wire/operation.ts'
import type {
  createSandboxCardAccount,
  listSandboxCardAccounts,
  readSandboxCardAccount,
  setSandboxCardAccountBalance,
  WireCardAccount,
} from '../../wire/sandbox-card-accounts.ts'
import { ownedBy, surroundings } from './accounts.ts'
import { found, taken } from './books-refusal.ts'
import { moneyIn } from './given-amount.ts'
import { listPart } from './list-part.ts'
import type { MockParts } from './mock-parts.ts'
import { type OwnBooks, ownBooks, type WorldCaller } from './own-books.ts'
import { requireRoom } from './world-bounds.ts'

/** For a card account that is opened without one. */
const usualLimit = '50000'

export const createCardAccounts = ({ storage, random, bounds }: MockParts) => ({
  async list(
    caller: WorldCaller,
    { query }: Input<typeof listSandboxCardAccounts>,
  ): Promise<Output<typeof listSandboxCardAccounts>> {
    const own = ownBooks(storage, caller, random)
    const owned = await ownedBy(own, await own.books.cardAccounts(), query)
    return { cardAccounts: await printCardAccounts(own, listPart(owned, query)) }
  },

  async read(
    caller: WorldCaller,
    { path }: Input<typeof readSandboxCardAccount>,
  ): Promise<WireCardAccount> {
    const own = ownBooks(storage, caller, random)
    return printCardAccount(own, found(await own.bank.cardAccount(path.id)))
  },

  async create(
    caller: WorldCaller,
    { body }: Input<typeof createSandboxCardAccount>,
    tx: Transaction,
  ): Promise<WireCardAccount> {
    const own = ownBooks(tx, caller, random)
    const { customerNumber, balance, creditLimit, ...order } = body
    const currency = body.currency ?? creditLimit?.currency ?? balance?.currency ?? 'NOK'
    const owner = taken(await own.bank.customerByNumber(customerNumber), 'body/customerNumber')
    const booked = balance && moneyIn(currency, balance, 'body/balance', 'any')
    const limit = creditLimit ?? { amount: usualLimit, currency }
    await requireRoom(own.books, bounds, 'accounts')
    if (booked) await requireRoom(own.books, bounds, 'transactions')
    const [opened] = await own.books.openCardAccounts(
      [
        {
          ...order,
          ...{ ownerId: owner.id, currency },
          creditLimit: moneyIn(currency, limit, 'body/creditLimit', 'zero-or-more'),
        },
      ],
      caller.now,
    )
    const account = taken(opened!, 'body/maskedPan')
    if (booked) taken(await own.books.setBalance(account.id, booked, caller.now), 'body/balance')
    return printCardAccount(own, account)
  },

  async setBalance(
    caller: WorldCaller,
    { path, body }: Input<typeof setSandboxCardAccountBalance>,
    tx: Transaction,
  ): Promise<WireCardAccount> {
    const own = ownBooks(tx, caller, random)
    const account = found(await own.bank.cardAccount(path.id))
    const booked = moneyIn(account.currency, body.balance, 'body/balance', 'any')
    await requireRoom(own.books, bounds, 'transactions')
    taken(await own.books.setBalance(account.id, booked, caller.now), 'body/balance')
    return printCardAccount(own, account)
  },
})

const printCardAccount = async (own: OwnBooks, account: CardAccount): Promise<WireCardAccount> =>
  (await printCardAccounts(own, [account]))[0]!

export async function printCardAccounts(
  own: OwnBooks,
  accounts: CardAccount[],
): Promise<WireCardAccount[]> {
  const { numberOf, balancesOf } = await surroundings(own, accounts)
  return accounts.map(({ id, ownerId, ...account }) => ({
    id,
    customerNumber: numberOf(ownerId),
    ownerName: account.ownerName,
    maskedPan: account.maskedPan,
    currency: account.currency,
    name: account.name,
    product: account.product,
    status: account.status,
    creditLimit: toWireAmount(account.creditLimit),
    balances: balancesOf(id),
  }))
}
