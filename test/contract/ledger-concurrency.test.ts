import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { verifyLedger } from '../../src/bank/ledger/ledger.ts'
import type { PaymentOrder } from '../../src/bank/port.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { bankIn, nok, testLedger, value } from './ledger.fixture.ts'

const at = Temporal.Instant.from('2026-11-12T09:00:00Z')
const ledger = await testLedger(16)

async function bankWith(count: number, minor: bigint) {
  const world = await ledger.newWorld()
  const accounts = await ledger.books(world, async (books) => {
    const [owner] = await books.createCustomers([{ number: '1', name: 'Kari', type: 'PRIVATE' }])
    const wanted = Array.from({ length: count }, () => ({ ownerId: value(owner!).id }))
    const opened = (await books.openAccounts(wanted, at)).map(value)
    for (const { id } of opened) await books.setBalance(id, nok(minor), at)
    return opened
  })
  return { world, bank: bankIn(ledger, world), accounts }
}

type Party = { id: string; iban: string }

const orderOf = (reference: string, from: Party, to: Party, minor: bigint): PaymentOrder => ({
  reference,
  debtorAccountId: from.id,
  debit: nok(minor),
  credit: nok(minor),
  creditorAccount: { iban: to.iban },
  details: {},
})

test('transfers that cross each other all succeed', async () => {
  const { bank, accounts } = await bankWith(3, 1_000_000n)
  const [a, b, c] = [accounts[0]!, accounts[1]!, accounts[2]!]
  const ways: [Party, Party][] = [
    [a, b],
    [b, a],
    [b, c],
    [c, b],
    [c, a],
    [a, c],
  ]
  const writer = async (number: number) => {
    for (let turn = 0; turn < 10; turn++) {
      const [from, to] = ways[(number + turn) % ways.length]!
      // Every fourth writer sends batches, which hold both accounts for longer.
      const orders = Array.from({ length: number % 4 === 0 ? 20 : 1 }, (_, place) =>
        orderOf(`${number}-${turn}-${place}`, from, to, 10n),
      )
      for (const result of await bank.transfer(orders, at)) value(result)
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, number) => writer(number)))
  const totals = await bank.balances(accounts.map(({ id }) => id))
  const sum = totals.map((each) => value(each)[1]!.amount.minor).reduce((a, b) => a + b, 0n)
  assert.equal(sum, 3_000_000n)
})

test('many that want the same money get it once', async () => {
  const { bank, accounts } = await bankWith(2, 1_000n)
  const [from, to] = accounts
  const results = await Promise.all(
    Array.from({ length: 24 }, (_, place) =>
      bank.transfer([orderOf(`spend-${place}`, from!, to!, 100n)], at),
    ),
  )
  const paid = results.flat().filter(({ ok }) => ok)
  assert.equal(paid.length, 10)
})

test('the same payment opened by many at once is opened once', async () => {
  const { bank, accounts } = await bankWith(2, 1_000n)
  const order = orderOf('once', accounts[0]!, accounts[1]!, 100n)
  const results = await Promise.all(Array.from({ length: 12 }, () => bank.transfer([order], at)))
  const ids = new Set(results.flat().map((result) => value(result).transactionId))
  assert.equal(ids.size, 1)
  const [balances] = await bank.balances([accounts[0]!.id])
  assert.equal(value(balances!)[1]!.amount.minor, 900n)
})

test('transfers without a customer account in common do not wait for each other', async () => {
  const { world, bank, accounts } = await bankWith(5, 1_000n)
  const [a, b, c, d, e] = accounts
  const holder = new pg.Client({ connectionString: ledger.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(
    `select from account_balance where world_id = $1 and account_id = any($2) for update`,
    [world, [a!.id, b!.id]],
  )
  const waiting = bank.transfer([orderOf('waits', a!, b!, 1n)], at)
  const abroad = {
    ...orderOf('abroad', e!, e!, 1n),
    creditorAccount: { iban: 'DE89370400440532013000' },
  }
  const free = await Promise.all([
    bank.transfer([orderOf('free', c!, d!, 1n)], at),
    bank.transfer([abroad], at),
  ])
  assert.ok(free.flat().every(({ ok }) => ok))
  assert.equal(await Promise.race([waiting, Promise.resolve('still waiting')]), 'still waiting')
  await holder.query('commit')
  await holder.end()
  value((await waiting)[0]!)
})

test('after all that the books are right', async () => {
  const { faults, transactions } = await verifyLedger(ledger.storage, systemClock.now())
  assert.deepEqual(faults, [])
  assert.ok(transactions > 900n)
})
