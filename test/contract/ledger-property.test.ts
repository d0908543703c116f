import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import type { Bank, BankResult, PaymentOrder } from '../../src/bank/port.ts'
import type { Currency } from '../../src/kernel/currency.ts'
import { bankIn, testLedger, value } from './ledger.fixture.ts'
import { ledgerModel, type ModelAccount, type ModelOrder } from './ledger-model.ts'

const at = Temporal.Instant.from('2026-11-12T09:00:00Z')
const today = Temporal.PlainDate.from('2026-11-12')
const currencies: Currency[] = ['NOK', 'NOK', 'NOK', 'EUR', 'EUR']
const limits = [0n, 0n, 300n, 0n, 100n]

const place = fc.nat({ max: currencies.length - 1 })
const reference = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const order: fc.Arbitrary<ModelOrder> = fc.record({
  from: place,
  to: place,
  minor: fc.bigInt({ min: 1n, max: 400n }),
  fee: fc.constantFrom(0n, 0n, 7n),
})
const payment = fc.record({ reference, order })
const operation = fc.oneof(
  fc.record({ kind: fc.constant('enter'), place, minor: fc.bigInt({ min: -300n, max: 600n }) }),
  fc.record({
    kind: fc.constantFrom('reserve', 'transfer', 'execute'),
    payments: fc.uniqueArray(payment, {
      ...{ minLength: 1, maxLength: 4 },
      selector: (each) => each.reference,
    }),
  }),
  fc.record({
    kind: fc.constantFrom('book', 'settle', 'release', 'giveBack'),
    references: fc.array(reference, { minLength: 1, maxLength: 4 }),
  }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

const ledger = await testLedger()
const database = new pg.Client({ connectionString: ledger.databaseUrl })
await database.connect()
after(() => database.end())

test('any sequence of steps leaves what arithmetic says, and the books balance after each', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
      const { world, bank, accounts } = await newBank()
      const modelAccounts: ModelAccount[] = currencies.map((currency, index) => ({
        ...{ currency, limit: limits[index]! },
        ...{ booked: 0n, reserved: 0n },
      }))
      const model = ledgerModel(modelAccounts)
      for (const each of operations) {
        const [said, expected] = await apply(each, { world, bank, accounts, model })
        assert.deepEqual(said, expected)
        assert.deepEqual(await balances(world, accounts), modelAccounts.map(shown))
        assert.deepEqual(await unsound(world), { unbalanced: '0', wrong: '0' })
      }
    }),
    { numRuns: 30 },
  )
})

interface Made {
  world: bigint
  bank: Bank
  accounts: { id: string; iban: string }[]
  model: ReturnType<typeof ledgerModel>
}

async function apply(each: Operation, made: Made): Promise<[string[], string[]]> {
  const { world, bank, accounts, model } = made
  if ('minor' in each) {
    const { currency } = { currency: currencies[each.place]! }
    const entered = {
      accountId: accounts[each.place]!.id,
      amount: { minor: each.minor, currency },
      bookingDate: today,
      details: {},
    }
    const results = await ledger.books(world, (books) => books.enter([entered], at))
    return [results.map(word), [model.enter(each.place, each.minor)]]
  }
  if ('payments' in each) {
    const kind = each.kind as 'reserve' | 'transfer' | 'execute'
    const results = await bank[kind](
      each.payments.map((one) => toOrder(one.reference, one.order, accounts)),
      at,
    )
    return [results.map(word), each.payments.map((one) => model[kind](one.reference, one.order))]
  }
  const step = each.kind as 'book' | 'settle' | 'release' | 'giveBack'
  const results = await bank[step](each.references, at)
  return [results.map(word), each.references.map((one) => model.advance(one, step))]
}

const word = (result: BankResult<unknown> | { ok: false; refusal: string }): string =>
  result.ok ? 'ok' : result.refusal

function toOrder(name: string, order: ModelOrder, accounts: Made['accounts']): PaymentOrder {
  const money = { minor: order.minor, currency: currencies[order.from]! }
  return {
    reference: name,
    debtorAccountId: accounts[order.from]!.id,
    debit: money,
    credit: money,
    fee: { ...money, minor: order.fee },
    creditorAccount: { iban: accounts[order.to]!.iban },
    details: {},
  }
}

async function newBank() {
  const world = await ledger.newWorld()
  const accounts = await ledger.books(world, async (books) => {
    const [owner] = await books.createCustomers([{ number: '1', name: 'Kari', type: 'PRIVATE' }])
    const ownerId = value(owner!).id
    const wanted = currencies.map((currency, index) => ({
      ...{ ownerId, currency },
      creditLimit: { minor: limits[index]!, currency },
    }))
    return (await books.openAccounts(wanted, at)).map(value)
  })
  return { world, bank: bankIn(ledger, world), accounts }
}

const shown = ({ booked, reserved }: ModelAccount): string => `${booked} ${reserved}`

async function balances(world: bigint, accounts: Made['accounts']): Promise<string[]> {
  const { rows } = await database.query<{ id: string; shown: string }>(
    `select account_id as id, booked || ' ' || reserved as shown from account_balance
     where world_id = $1`,
    [world],
  )
  return accounts.map(({ id }) => rows.find((row) => row.id === id)?.shown ?? '')
}

/** Asked of the database itself, past all code of the ledger. */
async function unsound(world: bigint): Promise<unknown> {
  const { rows } = await database.query(
    `select (select count(*) from (select from ledger_entry where world_id = $1
         group by transaction_seq, currency having sum(amount) <> 0)) as unbalanced,
       (select count(*) from account_balance b where b.world_id = $1 and (b.booked <>
           (select coalesce(sum(amount), 0) from ledger_entry e
            where e.world_id = $1 and e.account_id = b.account_id)
         or b.reserved <> (select coalesce(-sum(amount), 0) from reservation r
            where r.world_id = $1 and r.account_id = b.account_id and r.ended_at is null))) as wrong`,
    [world],
  )
  return rows[0]
}
