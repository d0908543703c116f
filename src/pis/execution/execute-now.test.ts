import assert from 'node:assert/strict'
import { test } from 'node:test'
import { begun } from '../history.ts'
import type { Payment } from '../payment.ts'
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
  assert.equal(String(transaction?.bookingDate), '2026-11-15')
  await world.verified()
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
