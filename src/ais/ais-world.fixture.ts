import assert from 'node:assert/strict'
import { type Books, ledgerBank, ledgerBooks, type NewTransaction } from '../bank/ledger/ledger.ts'
import type { Bank, Context, Customer } from '../bank/port.ts'
import { systemRandom as random } from '../kernel/random.ts'
import { openSandboxStorage, sandboxWorld } from '../sandbox/data/sandbox-world.fixture.ts'
import type { Grant, PsuAccess, PsuCaller } from '../sca/sca.ts'
import { inWorld, type Queries, type Storage } from '../storage/storage.ts'
import { createAccountInformation } from './ais.ts'

export const publicUrl = 'https://bank.example'
export const noon = Temporal.Instant.from('2026-11-12T11:00:00Z')
export const today = Temporal.PlainDate.from('2026-11-12')

export const openStorage = openSandboxStorage

/** The handlers over one database, as a sandbox has them, or as production does. */
export const informationOver = (storage: Queries, everyPending = false) =>
  createAccountInformation({
    bankOf: ({ world }) => ledgerBank(inWorld(storage, world), random),
    publicUrl: () => publicUrl,
    everyPending,
    corporateIds: async (_, ids) => new Map(ids.map((id) => [id, `corporate-${id}`])),
  })

export interface Wish extends Partial<Omit<PsuAccess, 'accounts' | 'cardAccounts' | 'customerId'>> {
  /** All of the customer's unless given. */
  grants?: readonly string[]
  now?: Temporal.Instant
  changes?: readonly string[]
}

/** A TPP in a filled world of its own, and callers as the guards would make them. */
export async function aisWorld(storage: Storage, tppId: string, now = noon) {
  const { caller, write } = await sandboxWorld(storage, tppId, now)
  const bank = ledgerBank(inWorld(storage, caller.world), random)
  const books = ledgerBooks(inWorld(storage, caller.world), random)
  const people = await books.customers()
  const within = <T>(work: (books: Books) => Promise<T>): Promise<T> =>
    write((_, tx) => work(ledgerBooks(inWorld(tx, caller.world), random)))

  async function callerFor(customer: Customer, wish: Wish = {}): Promise<PsuCaller> {
    const { grants, now: at = now, changes = [], ...access } = wish
    const context: Context = access.context ?? { kind: 'PRIVATE' }
    const [own, cards] = [
      await bank.accountsOf(customer.id, context),
      await bank.cardAccountsOf(customer.id, context),
    ]
    const granted = (reached: typeof own | typeof cards) => {
      const all = reached.ok ? reached.value.map(({ id }) => id) : []
      const grantedAt = now.subtract({ hours: 24 }).toString()
      return new Map<string, Grant>((grants ?? all).map((id) => [id, { grantedAt }]))
    }
    const psu: PsuAccess = {
      ...{ psuId: random.uuid(), customerId: customer.id, context },
      ...{ accounts: granted(own), cardAccounts: granted(cards) },
      ...{ session: true, present: true, ...access },
    }
    // What the guards looked at is none of the handlers' business.
    const guarded = { asks: undefined as never, standing: undefined as never }
    return { ...caller, ...guarded, now: at, changes: new Set(changes), psu }
  }

  const paying = <T>(work: (bank: Bank) => Promise<T>): Promise<T> =>
    write((_, tx) => work(ledgerBank(inWorld(tx, caller.world), random)))

  return { caller, bank, books, people, within, paying, callerFor }
}

/** An empty account of a person, to be filled by the test. */
export async function emptyAccount(
  { within }: Pick<Awaited<ReturnType<typeof aisWorld>>, 'within'>,
  owner: Customer,
): Promise<string> {
  const [opened] = await within((books) => books.openAccounts([{ ownerId: owner.id }], noon))
  assert(opened?.ok)
  return opened.value.id
}

export const entry = (
  accountId: string,
  minor: bigint,
  wish: Partial<NewTransaction> = {},
): NewTransaction => ({
  accountId,
  amount: { minor, currency: 'NOK' },
  bookingDate: today,
  details: {},
  ...wish,
})

/** Follows a link as a client would: the handler sees its query. */
export function queryOf(href: string): Record<string, string | number> {
  const { searchParams } = new URL(href)
  return Object.fromEntries(
    [...searchParams].map(([name, value]) => [
      name,
      name === 'limit' || name === 'offset' ? Number(value) : value,
    ]),
  )
}
