import assert from 'node:assert/strict'
import { after } from 'node:test'
import { type Books, ledgerBankOver, ledgerBooks } from '../../src/bank/ledger/ledger.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Money } from '../../src/kernel/money.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { inWorld, openStorage, type Storage, statement } from '../../src/storage/storage.ts'
import { freshDatabase } from '../databases.ts'
import type { BankUnderTest } from './bank.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const note = { actor: 'test', action: 'test', requestId: null }

/** A database of its own for one test file. */
export interface TestLedger {
  storage: Storage
  databaseUrl: string
  newWorld(): Promise<bigint>
  books<T>(world: bigint, work: (books: Books) => Promise<T>): Promise<T>
}

export async function testLedger(connections = 8): Promise<TestLedger> {
  const databaseUrl = await freshDatabase()
  const options = { dataFolder: '', log: silent, clock: systemClock }
  const storage = await openStorage({ databaseUrl, connections, ...options })
  after(() => storage.close())
  return {
    storage,
    databaseUrl,
    newWorld: async () => {
      const row = await storage.transaction(note, (tx) =>
        tx.row(insertWorld, [systemRandom.uuid(), systemClock.now()]),
      )
      return row!.id
    },
    books: (world, work) =>
      storage.transaction(note, (tx) => work(ledgerBooks(inWorld(tx, world), systemRandom))),
  }
}

const insertWorld = statement<[owner: string, at: Temporal.Instant], { id: bigint }>(
  'test-world',
  'insert into world (owner, created_at) values ($1, $2) returning id',
)

export const bankIn = ({ storage }: TestLedger, world: bigint) =>
  ledgerBankOver(storage, world, { random: systemRandom, actor: 'test', requestId: null })

export const nok = (minor: bigint): Money => ({ minor, currency: 'NOK' })

export function value<T>(result: { ok: true; value: T } | { ok: false; refusal: string }): T {
  assert(result.ok, result.ok ? '' : `refused: ${result.refusal}`)
  return result.value
}

const at = Temporal.Instant.from('2026-11-12T09:00:00Z')

export async function bankUnderTest(ledger: TestLedger): Promise<BankUnderTest> {
  const [world, otherWorld] = [await ledger.newWorld(), await ledger.newWorld()]
  const people = await ledger.books(world, fill)
  const elsewhere = await ledger.books(otherWorld, fill)
  const { current, company } = people
  return {
    ...people,
    bank: bankIn(ledger, world),
    at,
    elsewhere: {
      customerId: elsewhere.kari.id,
      agreementId: elsewhere.company.agreementId,
      accountId: elsewhere.current.id,
      transactionId: elsewhere.transactionId,
    },
    company,
    arrive: async (minor) => {
      const arrival = { accountId: current.id, amount: nok(minor), bookingDate: today, details: {} }
      value((await ledger.books(world, (books) => books.enter([arrival], at)))[0]!)
    },
  }
}

const today = Temporal.PlainDate.from('2026-11-12')

async function fill(books: Books) {
  const [kari, firm] = (
    await books.createCustomers([
      { number: '17912099997', name: 'Kari Nordmann', type: 'PRIVATE' },
      { number: '29822099635', name: 'Fjord Handel AS', type: 'CORPORATE' },
    ])
  ).map(value)
  const ownerId = kari!.id
  const opened = await books.openAccounts(
    [
      { ownerId, name: 'Brukskonto' },
      { ownerId, name: 'Sparekonto', cashAccountType: 'SVGS' },
      { ownerId, currency: 'EUR' },
      { ownerId, kidRequired: true },
      { ownerId },
      { ownerId },
      { ownerId, paymentsAllowed: false },
      { ownerId: firm!.id },
    ],
    at,
  )
  const [current, savings, euro, kidOnly, blocked, closed, readOnly, operating] = opened.map(value)
  await books.changeAccount(blocked!.id, { status: 'blocked' })
  await books.changeAccount(closed!.id, { status: 'closed' })
  const [card] = (
    await books.openCardAccounts([{ ownerId, creditLimit: nok(2_000_000n) }], at)
  ).map(value)
  const booked = await enterHistory(books, current!.id)
  await books.setBalance(euro!.id, { minor: 10_000n, currency: 'EUR' }, at)
  await books.setBalance(readOnly!.id, nok(50_000n), at)
  await books.enter(
    [
      {
        accountId: card!.id,
        amount: nok(-10_000n),
        bookingDate: today,
        invoiced: true,
        details: {},
      },
      { accountId: card!.id, amount: nok(-20_000n), bookingDate: today, details: {} },
    ],
    at,
  )
  const agreement = value(await books.createAgreement({ ownerId: firm!.id, name: 'Drift' }))
  const engaged = { agreementId: agreement.id, customerId: kari!.id, accountId: operating!.id }
  value((await books.engage([{ ...engaged, roles: ['VIEW', 'REGISTER'] }]))[0]!)
  return {
    ...{ kari: kari!, current: current!, savings: savings!, euro: euro!, kidOnly: kidOnly! },
    ...{ blocked: blocked!, closed: closed!, readOnly: readOnly!, card: card! },
    company: { agreementId: agreement.id, accountId: operating!.id },
    transactionId: booked[0]!.id,
  }
}

/** Twelve transactions, two a day, that come to 1 000.00. */
async function enterHistory(books: Books, accountId: string) {
  const sizes = Array.from({ length: 11 }, (_, place) => BigInt(place + 1) * 1_000n)
  const last = 100_000n - sizes.reduce((sum, each) => sum + each, 0n)
  const entered = await books.enter(
    [...sizes, last].map((minor, place) => ({
      accountId,
      amount: nok(minor),
      bookingDate: today.subtract({ days: 6 - Math.floor(place / 2) }),
      details: { debtorName: 'Arbeidsgiver AS' },
    })),
    at,
  )
  return entered.map(value)
}
