import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../storage/storage.ts'
import { customers } from './initial-data/customers.ts'
import { ownBooks } from './own-books.ts'
import { openSandboxStorage, random, sandboxWorld } from './sandbox-world.fixture.ts'

const storage = await openSandboxStorage()
const now = Temporal.Instant.from('2026-03-18T09:30:00Z')
const { caller } = await sandboxWorld(storage, 'PSDNO-FSA-910000001', now)
const { bank, books } = ownBooks(storage, caller, random)

test('two people with two accounts and a card each, two companies with two accounts each', async () => {
  const everybody = await books.customers()
  assert.deepEqual(
    everybody.map(({ number }) => number),
    Object.values(customers)
      .map(({ number }) => number)
      .sort(),
  )
  const [accounts, cards] = [await books.accounts(), await books.cardAccounts()]
  for (const { id, type } of everybody) {
    assert.equal(accounts.filter(({ ownerId }) => ownerId === id).length, 2)
    const wanted = type === 'PRIVATE' ? 1 : 0
    assert.equal(cards.filter(({ ownerId }) => ownerId === id).length, wanted)
  }
})

test('each company has an agreement under which the people can act for it', async () => {
  const agreements = await books.agreements()
  assert.equal(agreements.length, 2)
  for (const { ownerId, engagements } of agreements) {
    const owner = await bank.customer(ownerId)
    assert.ok(owner.ok && owner.value.type === 'CORPORATE')
    assert.ok(engagements.some(({ roles }) => roles.includes('APPROVE')))
    for (const { customerId } of engagements) {
      const person = await bank.customer(customerId)
      assert.ok(person.ok && person.value.type === 'PRIVATE')
    }
  }
})

test('every balance is the sum of the transactions behind it', async () => {
  const all = [...(await books.accounts()), ...(await books.cardAccounts())]
  for (const { id } of all) {
    const records = await books.records({ accountId: id, offset: 0 })
    assert.ok(records.ok && records.value.length > 0)
    const sum = records.value.reduce((total, { amount }) => total + amount.minor, 0n)
    const [balances] = await bank.balances([id])
    assert.ok(balances?.ok)
    const booked = balances.value.find(({ type }) => type === 'interimBooked')
    assert.equal(booked?.amount.minor, sum)
  }
})

test('there are pending purchases on the current accounts and on the cards', async () => {
  for (const { number } of [customers.ingrid, customers.jonas]) {
    const owner = await bank.customerByNumber(number)
    assert.ok(owner.ok)
    const cards = await bank.cardAccountsOf(owner.value.id, { kind: 'PRIVATE' })
    assert.ok(cards.ok)
    for (const { id: accountId } of cards.value) {
      const query = { accountId, status: 'pending', limit: 50, place: { at: 'first' } } as const
      const page = await bank.transactions(query)
      assert.ok(page.ok && page.value.transactions.length > 0)
    }
  }
})

test('two worlds have the same people and numbers, and no id in common', async () => {
  const other = await sandboxWorld(storage, 'PSDNO-FSA-910000002', now)
  const otherBooks = ownBooks(storage, other.caller, random).books
  const ibans = (accounts: { iban: string }[]) => accounts.map(({ iban }) => iban)
  const [mine, theirs] = [await books.accounts(), await otherBooks.accounts()]
  assert.deepEqual(ibans(theirs), ibans(mine))
  const ids = new Set(mine.map(({ id }) => id))
  assert.ok(theirs.every(({ id }) => !ids.has(id)))
})

test('the books are filled in a bounded number of statements', async () => {
  let asked = 0
  const tppId = 'PSDNO-FSA-910000003'
  await storage.transaction({ actor: tppId, action: 'test', requestId: null }, async (tx) => {
    const { createFillWorld } = await import('./fill-world.ts')
    const { inWorld } = await import('../../storage/storage.ts')
    const counted: typeof tx = {
      ...tx,
      rows: (...each) => tx.rows(...each).finally(() => asked++),
      row: (...each) => tx.row(...each).finally(() => asked++),
      run: (...each) => tx.run(...each).finally(() => asked++),
    }
    const world = await tx.row(insertWorld, [tppId, now])
    await createFillWorld(random)(inWorld(counted, world!.id), now)
  })
  assert.ok(asked <= 40, `it took ${asked}`)
})

const insertWorld = statement<[owner: string, at: Temporal.Instant], { id: bigint }>(
  'test-world-insert',
  'insert into world (owner, created_at) values ($1, $2) returning id',
)
