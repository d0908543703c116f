import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Bank } from '../../bank/port.ts'
import { bbanFrom } from '../../kernel/bban.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import { begun } from '../history.ts'
import { insertPayments } from '../insert-payments.ts'
import type { Payment } from '../payment.ts'
import { savePayments } from '../payment-rows.ts'
import { settleAtOnce } from './execute-now.ts'
import {
  approved,
  morning,
  nok,
  type PaymentWorld,
  paymentWorld,
  statusesOf,
  type Wish,
} from './execution.fixture.ts'

/** A Sunday night. */
const night = Temporal.Instant.from('2026-11-15T03:14:00+01:00')
const product = 'instant-norwegian-credit-transfers-straks'

function instant(world: PaymentWorld, wish: Wish = {}): Payment {
  const { likeness: _, ...payment } = approved({ product, from: world.current, ...wish })
  return { ...payment, ...begun('created', morning), readyAt: null, ...wish } as Payment
}

const likeness = '\\xa1'

const settle = (world: PaymentWorld, payments: Payment[]) =>
  world.within((queries) => settleAtOnce(world.bankOf(queries), payments, night))

test('instant payments are settled at once, here and at another bank, at night on a Sunday', async () => {
  const world = await paymentWorld()
  const here = { body: { ...instant(world).body, creditorAccount: { bban: world.shop.bban } } }
  const payments = [instant(world, here), instant(world)]
  const settled = await settle(world, payments)
  assert.deepEqual(settled.map(statusesOf), ['RCVD ACSC', 'RCVD ACSC'])
  assert.deepEqual(
    settled.map(({ id }) => id),
    payments.map(({ id }) => id),
  )
  assert.equal(settled[0]?.history.at(-1)?.at, night.toString())
  assert.equal(await world.booked(world.current), 980_000n)
  assert.equal(await world.booked(world.shop), 10_000n)
  const [transaction] = await world.transactions(world.shop)
  assert.equal(transaction?.bookingDate, '2026-11-15')
  await world.verified()
})

describe('at a bank that posts later', () => {
  const slow = { creditorAccount: { bban: bbanFrom('9993000001') } }
  const ten = Temporal.Instant.from('2026-11-16T10:00:00+01:00')

  async function accepted(world: PaymentWorld): Promise<string> {
    const payment = instant(world, { body: { ...instant(world).body, ...slow } })
    const whole = { ...payment, parentId: null, place: null, likeness }
    await world.within((queries) => insertPayments(queries, [whole]))
    // The same again is answered alike, and moves no money.
    for (const _ of [1, 2]) {
      const [settled] = await settle(world, [payment])
      assert.equal(settled && statusesOf(settled), 'RCVD ACWP')
      await world.within((queries) => savePayments(queries, [settled!]))
    }
    assert.equal(await world.booked(world.current), 990_000n)
    return payment.id
  }

  test('it is ACWP until the next batch settles it', async () => {
    const world = await paymentWorld()
    const id = await accepted(world)
    const { counts, executed } = await world.batch(ten)
    assert.deepEqual([counts, executed], [{ ACSC: 1 }, 0])
    assert.equal(statusesOf(await world.read(id)), 'RCVD ACWP ACSC')
    assert.equal(await world.booked(world.current), 990_000n)
    await world.verified()
  })

  test('it is RJCT when that bank refuses, and the money is back', async () => {
    const world = await paymentWorld()
    const id = await accepted(world)
    const refusing = (queries: WorldQueries): Bank => ({
      ...world.bankOf(queries),
      settle: async (references) =>
        references.map(() => ({ ok: false, refusal: 'creditor-refuses' })),
    })
    assert.deepEqual((await world.batch(ten, refusing)).counts, { RJCT: 1 })
    assert.equal(statusesOf(await world.read(id)), 'RCVD ACWP RJCT')
    assert.equal(await world.booked(world.current), 1_000_000n)
    await world.verified()
  })
})

test('an exempt one is settled from ACTC', async () => {
  const world = await paymentWorld()
  const exempt = { ...instant(world), ...begun('created-exempt', morning) }
  const [settled] = await settle(world, [exempt])
  assert.equal(settled && statusesOf(settled), 'ACTC ACSC')
})

test('without the money: ACCP, and nothing is booked', async () => {
  const world = await paymentWorld(15_000n)
  const settled = await settle(world, [instant(world), instant(world)])
  assert.deepEqual(settled.map(statusesOf), ['RCVD ACSC', 'RCVD ACCP'])
  assert.deepEqual(
    settled.map(({ fundsAvailable }) => fundsAvailable),
    [null, false],
  )
  assert.equal(await world.booked(world.current), 5_000n)
})

test('a creditor who does not take it: RJCT with the reason', async () => {
  const world = await paymentWorld()
  await world.books((books) => books.changeAccount(world.shop.id, { status: 'blocked' }))
  const body = { ...instant(world).body, creditorAccount: { bban: world.shop.bban } }
  const [refused] = await settle(world, [instant(world, { body })])
  assert.equal(refused && statusesOf(refused), 'RCVD RJCT')
  assert.match(refused?.messages?.[0]?.text ?? '', /creditor’s account/)
  const [nowhere] = await settle(world, [instant(world, { debtorAccountId: null })])
  assert.match(nowhere?.messages?.[0]?.text ?? '', /debtor’s account/)
})

test('settled again under the same id it moves no money', async () => {
  const world = await paymentWorld()
  const payment = instant(world, { amount: nok(10_000n) })
  await settle(world, [payment])
  await settle(world, [payment])
  assert.equal(await world.booked(world.current), 990_000n)
})
