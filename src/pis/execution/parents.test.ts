import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemRandom } from '../../kernel/random.ts'
import { passed } from '../history.ts'
import { lockPayments, savePayments } from '../payment-rows.ts'
import {
  morning,
  nok,
  type PaymentWorld,
  paymentWorld,
  statusesOf,
  tppId,
  type Wish,
} from './execution.fixture.ts'
import { hold } from './hold.ts'

const ten = Temporal.Instant.from('2026-11-16T10:00:00+01:00')
const one = Temporal.Instant.from('2026-11-16T13:00:00+01:00')
const four = Temporal.Instant.from('2026-11-16T16:00:00+01:00')

const here = (world: PaymentWorld): Wish => ({
  body: { creditorAccount: { bban: world.shop.bban } },
})
const tooMuch: Wish = { amount: nok(10n ** 12n) }

/** A bulk payment of these parts, approved; parts are ready unless they say otherwise. */
async function bulk(world: PaymentWorld, parts: Wish[]): Promise<string> {
  const id = systemRandom.uuid()
  await world.pay(
    { id, service: 'bulk-payments', readyAt: null },
    ...parts.map((part, place) => ({ parentId: id, place, ...part })),
  )
  return id
}

describe('a bulk payment follows its parts', () => {
  test('all settled at once: ACSC, through every status', async () => {
    const world = await paymentWorld()
    const id = await bulk(world, [here(world), here(world)])
    assert.deepEqual((await world.batch(ten)).counts, { ACSC: 2 })
    const payment = await world.read(id)
    assert.equal(statusesOf(payment), 'RCVD ACTC PDNG ACSP ACSC')
    assert.equal(payment.history.at(-1)?.event, 'all-parts-settled')
    assert.equal(payment.messages, null)
  })

  test('some on their way: ACSP until the last has ended', async () => {
    const world = await paymentWorld()
    const id = await bulk(world, [here(world), {}])
    await world.batch(ten)
    assert.equal((await world.read(id)).status, 'ACSP')
    await world.batch(one)
    assert.equal(statusesOf(await world.read(id)), 'RCVD ACTC PDNG ACSP ACSC')
  })

  test('some settled and some not: PART, with what is missing told', async () => {
    const world = await paymentWorld()
    const id = await bulk(world, [here(world), tooMuch, here(world)])
    await world.batch(ten)
    const payment = await world.read(id)
    assert.equal(statusesOf(payment), 'RCVD ACTC PDNG ACSP PART')
    assert.equal(payment.fundsAvailable, false)
    assert.deepEqual(payment.messages, [
      { category: 'ERROR', code: 'PAYMENT_FAILED', text: '1 of 3 payments were not carried out.' },
    ])
    const parts = (await world.parts(id)).map(({ status }) => status)
    assert.deepEqual(parts, ['ACSC', 'ACCP', 'ACSC'])
  })

  test('none settled: RJCT', async () => {
    const world = await paymentWorld()
    const id = await bulk(world, [tooMuch, tooMuch])
    await world.batch(ten)
    assert.equal(statusesOf(await world.read(id)), 'RCVD ACTC PDNG RJCT')
  })

  test('the money goes to its parts in their order', async () => {
    const world = await paymentWorld(20_000n)
    const id = await bulk(world, [here(world), here(world), here(world)])
    await world.batch(ten)
    const parts = (await world.parts(id)).map(({ status }) => status)
    assert.deepEqual(parts, ['ACSC', 'ACSC', 'ACCP'])
  })

  test('parts that wait for a later day keep it in progress', async () => {
    const world = await paymentWorld()
    const id = await bulk(world, [tooMuch, { ...here(world), readyAt: four }])
    await world.batch(ten)
    assert.equal((await world.read(id)).status, 'PDNG')
    await world.batch(four)
    assert.equal(statusesOf(await world.read(id)), 'RCVD ACTC PDNG ACSP PART')
  })

  test('one that is cancelled while the batch waits for its row stays so', async () => {
    const world = await paymentWorld()
    const id = await bulk(world, [here(world), {}])
    const { promise: waiting, resolve: go } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const cancelling = world.within(async (queries) => {
      const payments = [...(await lockPayments(queries, [id])).values()]
      lock()
      await waiting
      const cancelled = payments.map((payment) =>
        passed(payment, 'cancellation-approved', ten, { readyAt: null }),
      )
      await savePayments(queries, cancelled)
    })
    await locked
    const batch = world.batch(ten)
    await new Promise((resolve) => setTimeout(resolve, 50))
    go()
    await cancelling
    assert.deepEqual((await batch).counts, {})
    assert.equal(statusesOf(await world.read(id)), 'RCVD ACTC CANC')
    assert.equal(await world.booked(world.current), 1_000_000n)
  })

  test('more parts than a chunk takes get the money in their order, and end as one', async () => {
    const world = await paymentWorld(10_000n * 1_020n)
    const id = await bulk(
      world,
      Array.from({ length: 1_050 }, () => here(world)),
    )
    assert.equal((await world.batch(ten)).done, false)
    assert.equal((await world.read(id)).status, 'ACSP')
    assert.equal((await world.batch(ten)).done, true)
    assert.equal((await world.read(id)).status, 'PART')
    const places = (await world.parts(id)).filter(({ status }) => status === 'ACSC')
    assert.equal(places.length, 1_020)
    assert.ok(places.every(({ place }) => (place ?? 0) < 1_020))
  })
})

describe('payments that a batch holds', () => {
  const holding = (world: PaymentWorld, ids: string[], at = ten) =>
    world.within((queries) => hold(queries, { tppId, ids, at }))

  test('are PDNG with a message to the PSU, and go on in the next batch', async () => {
    const world = await paymentWorld()
    const [id = '', other = ''] = await world.pay(here(world), here(world))
    assert.deepEqual(await holding(world, [id]), { counts: { PDNG: 1 }, refused: [] })
    assert.deepEqual((await world.batch(ten)).counts, { ACSC: 1 })
    const held = await world.read(id)
    assert.equal(statusesOf(held), 'RCVD ACTC PDNG PDNG')
    assert.match(held.psuMessage ?? '', /closer look/)
    assert.equal((await world.read(other)).status, 'ACSC')
    assert.deepEqual(await holding(world, [id], one), { counts: { PDNG: 1 }, refused: [] })
    assert.deepEqual((await world.batch(one)).counts, {})
    assert.deepEqual((await world.batch(four)).counts, { ACSC: 1 })
    const settled = await world.read(id)
    assert.equal(statusesOf(settled), 'RCVD ACTC PDNG PDNG PDNG ACSP ACSC')
    assert.equal(settled.psuMessage, null)
  })

  test('a bulk payment is held with all its parts', async () => {
    const world = await paymentWorld()
    const id = await bulk(world, [here(world), {}])
    assert.deepEqual((await holding(world, [id])).counts, { PDNG: 2 })
    assert.deepEqual((await world.batch(ten)).counts, {})
    const held = await world.read(id)
    assert.equal(statusesOf(held), 'RCVD ACTC PDNG PDNG')
    assert.match(held.psuMessage ?? '', /closer look/)
    await world.batch(one)
    assert.equal((await world.read(id)).psuMessage, null)
    await world.batch(four)
    assert.equal(statusesOf(await world.read(id)), 'RCVD ACTC PDNG PDNG ACSP ACSC')
  })

  test('what cannot be held is named with its place, and then nothing is held', async () => {
    const world = await paymentWorld()
    const [due = '', later = '', ended = '', foreign = ''] = await world.pay(
      here(world),
      { readyAt: four },
      { status: 'ACSC', readyAt: null },
      { tppId: 'PSDNO-FSA-987654321' },
    )
    const whole = await bulk(world, [{}])
    const [part] = await world.parts(whole)
    const ids = [due, later, ended, foreign, part?.id ?? '', systemRandom.uuid(), 'no such id']
    const { counts, refused } = await holding(world, ids)
    assert.deepEqual(counts, {})
    assert.deepEqual(refused, [
      { place: 1, text: 'It does not wait for this batch: it is ACTC.' },
      { place: 2, text: 'It does not wait for this batch: it is ACSC.' },
      ...[3, 4, 5, 6].map((place) => ({ place, text: 'There is no such payment.' })),
    ])
    assert.equal((await world.read(due)).status, 'ACTC')
  })

  test('what is on its way to another bank cannot be held', async () => {
    const world = await paymentWorld()
    const [id = ''] = await world.pay({})
    await world.batch(ten)
    const { refused } = await holding(world, [id], one)
    assert.deepEqual(refused, [{ place: 0, text: 'It does not wait for this batch: it is ACSP.' }])
  })

  test('a payment that is ready only at the batch’s own instant can be held', async () => {
    const world = await paymentWorld()
    const [id = ''] = await world.pay({ readyAt: morning })
    assert.deepEqual((await holding(world, [id], morning)).counts, { PDNG: 1 })
  })
})
