import assert from 'node:assert/strict'
import { type Books, type BooksResult, ledgerBooks } from '../../bank/ledger/ledger.ts'
import type { Account, CardAccount, Customer, CustomerAgreement } from '../../bank/port.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { Random } from '../../kernel/random.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import {
  accounts,
  agreements,
  type CardAccountKey,
  type CustomerKey,
  cardAccounts,
  customers,
} from './initial-data/customers.ts'
import { type Entry, historyUntil } from './initial-data/history.ts'

/** What a world begins with, as it was created. */
export interface InitialState {
  customers: Customer[]
  accounts: Account[]
  cardAccounts: CardAccount[]
  agreements: CustomerAgreement[]
}

/**
 * Puts the initial state into an empty world: always the same people, accounts and numbers, with
 * half a year behind them. Only the ids differ, so that no TPP can guess another's.
 */
export const createFillWorld =
  (random: Random) =>
  async (world: WorldQueries, now: Temporal.Instant): Promise<InitialState> => {
    const books = ledgerBooks(world, random)
    const people = keyed(customers, all(await books.createCustomers(Object.values(customers))))
    const opened = await openAccounts(books, people, now.subtract(beforeHistory))
    const made = []
    for (const agreement of agreements) {
      made.push(await makeAgreement(books, agreement, { people, opened: opened.ofKey }))
    }
    await enterHistory(books, opened, now)
    return {
      customers: Object.values(people),
      accounts: Object.values(opened.ofKey),
      cardAccounts: Object.values(opened.cardOfKey),
      agreements: made,
    }
  }

/** The accounts are older than what has happened on them. */
const beforeHistory = { hours: 3 * 365 * 24 }

type People = Record<CustomerKey, Customer>

async function openAccounts(books: Books, people: People, at: Temporal.Instant) {
  const current = Object.values(accounts).map(({ owner, iban: _, balance: __, ...account }) => ({
    ...account,
    ownerId: people[owner].id,
  }))
  const cards = Object.values(cardAccounts).map(
    ({ owner, paidFrom: _, creditLimit, ...account }) => ({
      ...account,
      ownerId: people[owner].id,
      creditLimit: { minor: creditLimit, currency: 'NOK' as const },
    }),
  )
  return {
    ofKey: keyed(accounts, all(await books.openAccounts(current, at))),
    cardOfKey: keyed(cardAccounts, all(await books.openCardAccounts(cards, at))),
  }
}

interface Made {
  people: People
  opened: Record<keyof typeof accounts, Account>
}

async function makeAgreement(
  books: Books,
  { owner, name, engagements }: (typeof agreements)[number],
  { people, opened }: Made,
): Promise<CustomerAgreement> {
  const agreement = one(await books.createAgreement({ ownerId: people[owner].id, name }))
  const limit = (minor: bigint) => ({ minor, currency: 'NOK' as const })
  const engaged = await books.engage(
    engagements.map(({ customer, account, roles, registerLimit, approvalLimit }) => ({
      agreementId: agreement.id,
      customerId: people[customer].id,
      accountId: opened[account].id,
      roles,
      ...(registerLimit !== undefined && { registerLimit: limit(registerLimit) }),
      ...(approvalLimit !== undefined && { approvalLimit: limit(approvalLimit) }),
    })),
  )
  return { ...agreement, engagements: all(engaged) }
}

async function enterHistory(
  books: Books,
  { ofKey, cardOfKey }: Awaited<ReturnType<typeof openAccounts>>,
  now: Temporal.Instant,
): Promise<void> {
  const accountOf = (key: Entry['account']) =>
    key in cardOfKey ? cardOfKey[key as CardAccountKey] : ofKey[key as keyof typeof ofKey]
  const entries = historyUntil(osloDate(now)).map(({ account, minor, bookedOn, ...entry }) => {
    const { id: accountId, currency } = accountOf(account)
    return { ...entry, accountId, amount: { minor, currency }, bookingDate: bookedOn.date }
  })
  all(await books.enter(entries, now))
}

function keyed<Key extends string, Value>(
  keys: Record<Key, unknown>,
  values: Value[],
): Record<Key, Value> {
  const pairs = Object.keys(keys).map((key, place) => [key, values[place]])
  return Object.fromEntries(pairs)
}

/** The world was empty and the data are ours: a refusal here is a bug. */
function one<Value>(result: BooksResult<Value>): Value {
  assert(result.ok, `The initial state was refused: ${result.ok || result.refusal}`)
  return result.value
}

const all = <Value>(results: BooksResult<Value>[]): Value[] => results.map(one)
