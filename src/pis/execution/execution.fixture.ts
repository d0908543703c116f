import assert from 'node:assert/strict'
import { testLedger, value } from '../../../test/contract/ledger.fixture.ts'
import { type Books, ledgerBank, verifyLedger } from '../../bank/ledger/ledger.ts'
import type { Account, Bank } from '../../bank/port.ts'
import { bbanFrom } from '../../kernel/bban.ts'
import type { Money } from '../../kernel/money.ts'
import { systemRandom } from '../../kernel/random.ts'
import { inWorld, type WorldQueries } from '../../storage/storage.ts'
import { begun, passed } from '../history.ts'
import { insertPayments } from '../insert-payments.ts'
import type { Payment } from '../payment.ts'
import { lockPayments, type NewPayment, partsOf } from '../payment-rows.ts'
import { paymentBatch } from './payment-batch.ts'

/** A bank with two customers, and payments put straight into its tables. */

export const tppId = 'PSDNO-FSA-912345678'
export const morning = Temporal.Instant.from('2026-11-16T09:00:00+01:00')
const note = { actor: 'test', action: 'test', requestId: null }

export const nok = (minor: bigint): Money => ({ minor, currency: 'NOK' })

/** At another bank. */
export const elsewhere = bbanFrom('8601111794') ?? ''

export type Wish = Partial<Omit<NewPayment, 'body'>> & { body?: object; from?: Account }

export type PaymentWorld = Awaited<ReturnType<typeof paymentWorld>>

const ledger = await testLedger()

export async function paymentWorld(balance = 1_000_000n) {
  const { storage } = ledger
  const id = await ledger.newWorld()
  const people = await ledger.books(id, (books) => fill(books, balance))
  const within = <T>(work: (world: WorldQueries) => Promise<T>): Promise<T> =>
    storage.transaction(note, (tx) => work(inWorld(tx, id)))
  const read = inWorld(storage, id)
  const bankOf = (world: WorldQueries): Bank => ledgerBank(world, systemRandom)

  const errors: object[] = []
  const log = { error: (fields: object) => errors.push(fields) }

  return {
    ...people,
    ...{ id, storage, within, bankOf, url: ledger.databaseUrl, errors, log },
    books: <T>(work: (books: Books) => Promise<T>) => ledger.books(id, work),
    /** Approved and ready, unless the wish says otherwise. */
    pay: async (...wishes: Wish[]): Promise<string[]> => {
      const payments = wishes.map((wish) => approved({ from: people.current, ...wish }))
      await within((world) => insertPayments(world, payments))
      return payments.map((payment) => payment.id)
    },
    batch: (at: Temporal.Instant, bank = bankOf) =>
      within((world) => paymentBatch(bank, log).execute(world, at)),
    read: async (paymentId: string): Promise<Payment> => {
      const found = await within((world) => lockPayments(world, [paymentId]))
      const payment = found.get(paymentId)
      assert(payment)
      return payment
    },
    parts: (parentId: string) => partsOf(read, parentId),
    booked: async (account: Account): Promise<bigint> => {
      const [balances] = await bankOf(read).balances([account.id])
      const booked = value(balances!).find(({ type }) => type === 'interimBooked')
      return booked?.amount.minor ?? 0n
    },
    transactions: async (account: Account) => {
      const query = { accountId: account.id, status: 'booked', limit: 100 } as const
      return value(await bankOf(read).transactions({ ...query, place: { at: 'first' } }))
        .transactions
    },
    verified: async () => assert.deepEqual((await verifyLedger(storage, morning)).faults, []),
  }
}

async function fill(books: Books, balance: bigint) {
  const [kari, firm] = (
    await books.createCustomers([
      { number: '17912099997', name: 'Kari Nordmann', type: 'PRIVATE' },
      { number: '29822099635', name: 'Fjord Handel AS', type: 'CORPORATE' },
    ])
  ).map(value)
  const ownerId = kari!.id
  const opened = await books.openAccounts(
    [{ ownerId }, { ownerId }, { ownerId, currency: 'EUR' }, { ownerId: firm!.id }],
    morning,
  )
  const [current, savings, euro, shop] = opened.map(value)
  await books.setBalance(current!.id, nok(balance), morning)
  return { kari: kari!, current: current!, savings: savings!, euro: euro!, shop: shop! }
}

export const domestic = 'norwegian-domestic-credit-transfers'

/** A payment of 100.00 NOK to another bank. */
export function approved({ from, body, ...wish }: Wish): NewPayment {
  const id = wish.id ?? systemRandom.uuid()
  const amount = wish.amount ?? nok(10_000n)
  const payment: Payment = {
    id,
    ...{ tppId, service: 'payments', product: domestic, parentId: null, place: null },
    ...{ customerId: null, meantFor: null, context: 'PRIVATE', agreementId: null },
    debtorAccountId: from?.id ?? null,
    body: {
      instructedAmount: { amount: '100.00', currency: amount.currency },
      creditorAccount: { bban: elsewhere },
      creditorName: 'Ola Nordmann',
      ...body,
    },
    ...{ amount, fee: null, endToEndId: null, requestedOn: null, executionOn: null },
    ...begun('created', morning),
    ...{ fundsAvailable: null, messages: null, psuMessage: null, createdAt: morning },
    ...{ approvedAt: null, readyAt: null, nextOn: null },
  }
  const changes = { approvedAt: morning, readyAt: morning }
  const likeness = `\\x${id.replaceAll('-', '')}`
  // What is wished for is taken as it is, a parent too.
  return { ...passed(payment, 'approved', morning, changes), likeness, ...wish } as NewPayment
}

export const statusesOf = ({ history }: Payment): string =>
  history.map(({ status }) => status).join(' ')
