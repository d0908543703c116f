import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Bank } from '../../bank/port.ts'
import { systemRandom } from '../../kernel/random.ts'
import { acrossWorlds, type WorldQueries } from '../../storage/storage.ts'
import {
  approved,
  morning,
  nok,
  type PaymentWorld,
  paymentWorld,
  statusesOf,
  type Wish,
} from './execution.fixture.ts'
import { paymentBatch } from './payment-batch.ts'

const ten = Temporal.Instant.from('2026-11-16T10:00:00+01:00')
const one = Temporal.Instant.from('2026-11-16T13:00:00+01:00')
const four = Temporal.Instant.from('2026-11-16T16:00:00+01:00')

const to = (account: { bban: string }): Wish => ({
  body: { creditorAccount: { bban: account.bban } },
})

const cancelOne = acrossWorlds<[id: string]>(
  'a test',
  'test-cancel-one',
  `update payment set status = 'CANC', ready_at = null where id = $1`,
)

/** One payment and what a batch makes of it. */
async function afterBatch(world: PaymentWorld, wish: Wish) {
  const [id = ''] = await world.pay(wish)
  const { counts } = await world.batch(ten)
  return { ...(await world.read(id)), counts }
}

describe('what becomes of a payment', () => {
  test('to an account here it is settled in one batch, through every status', async () => {
    const world = await paymentWorld()
    const payment = await afterBatch(world, to(world.shop))
    assert.deepEqual(payment.counts, { ACSC: 1 })
    assert.equal(payment.status, 'ACSC')
    assert.equal(payment.readyAt, null)
    assert.deepEqual(payment.history.slice(2), [
      { status: 'PDNG', event: 'taken-by-batch', at: '2026-11-16T09:00:00Z' },
      { status: 'ACSP', event: 'debtor-booked', at: '2026-11-16T09:00:00Z' },
      { status: 'ACSC', event: 'creditor-settled', at: '2026-11-16T09:00:00Z' },
    ])
    assert.equal(await world.booked(world.current), 990_000n)
    assert.equal(await world.booked(world.shop), 10_000n)
    await world.verified()
  })

  test('to another bank it is on its way after one batch and settled in the next', async () => {
    const world = await paymentWorld()
    const payment = await afterBatch(world, {})
    assert.equal(payment.status, 'ACSP')
    assert.equal(await world.booked(world.current), 990_000n)
    assert.deepEqual((await world.batch(ten)).counts, {})
    assert.deepEqual(await world.batch(one), { counts: { ACSC: 1 }, executed: 0, done: true })
    assert.equal(statusesOf(await world.read(payment.id)), 'RCVD ACTC PDNG ACSP ACSC')
    assert.deepEqual((await world.batch(four)).counts, {})
    assert.equal(await world.booked(world.current), 990_000n)
    await world.verified()
  })

  test('without the money it ends as ACCP and nothing is booked', async () => {
    const world = await paymentWorld(9_999n)
    const payment = await afterBatch(world, to(world.shop))
    assert.equal(statusesOf(payment), 'RCVD ACTC PDNG ACCP')
    assert.equal(payment.fundsAvailable, false)
    assert.equal(payment.readyAt, null)
    assert.equal((await world.transactions(world.current)).length, 1)
    assert.equal(await world.booked(world.current), 9_999n)
    await world.verified()
  })

  test('the fee needs money too, and is booked for itself', async () => {
    const poor = await paymentWorld(11_499n)
    assert.equal((await afterBatch(poor, { fee: nok(1_500n) })).status, 'ACCP')
    const rich = await paymentWorld(11_500n)
    assert.equal((await afterBatch(rich, { fee: nok(1_500n) })).status, 'ACSP')
    assert.equal(await rich.booked(rich.current), 0n)
    const amounts = (await rich.transactions(rich.current)).map(({ amount }) => amount.minor)
    assert.deepEqual(amounts.sort(), [-10_000n, -1_500n, 11_500n].sort())
  })

  test('one that waited longer gets the money first, and parts in their order', async () => {
    const world = await paymentWorld(10_000n)
    const earlier = morning.subtract({ hours: 1 })
    const [late = '', soon = ''] = await world.pay({}, { readyAt: earlier })
    await world.batch(ten)
    assert.equal((await world.read(soon)).status, 'ACSP')
    assert.equal((await world.read(late)).status, 'ACCP')
  })

  test('money that comes in with a batch may go out with it', async () => {
    const world = await paymentWorld(10_000n)
    const earlier = { readyAt: morning.subtract({ hours: 1 }) }
    const [first = '', second = ''] = await world.pay(
      { ...to(world.savings), ...earlier },
      { ...to(world.shop), from: world.savings },
    )
    await world.batch(ten)
    assert.equal((await world.read(first)).status, 'ACSC')
    assert.equal((await world.read(second)).status, 'ACSC')
    assert.equal(await world.booked(world.savings), 0n)
  })
})

describe('what the bank refuses', () => {
  const refusals: [string, RegExp, (world: PaymentWorld) => Promise<Wish>][] = [
    ['the creditor’s account is closed', /creditor’s account/, closedCreditor('closed')],
    ['the creditor’s account is blocked', /creditor’s account/, closedCreditor('blocked')],
    ['the creditor asks for a KID', /KID/, kidCreditor],
    ['no account here has the number', /unknown/, async () => to({ bban: '99910000008' })],
    ['the debtor’s account is closed', /is closed/, debtor({ status: 'closed' })],
    ['the debtor’s account is blocked', /is blocked/, debtor({ status: 'blocked' })],
    ['the debtor may not pay any more', /does not allow/, debtor({ paymentsAllowed: false })],
    [
      'the debtor’s account is gone',
      /does not exist/,
      async () => ({ debtorAccountId: systemRandom.uuid() }),
    ],
    ['there is no debtor’s account', /does not exist/, async () => ({ debtorAccountId: null })],
  ]
  for (const [name, says, prepare] of refusals) {
    test(`RJCT with the reason when ${name}, and the others go on`, async () => {
      const world = await paymentWorld()
      const wish = await prepare(world)
      const payment = await afterBatch(world, wish)
      assert.equal(statusesOf(payment), 'RCVD ACTC PDNG RJCT')
      assert.equal(payment.messages?.length, 1)
      const [{ category, code, text } = { category: '', code: '' }] = payment.messages ?? []
      assert.deepEqual([category, code], ['ERROR', 'PAYMENT_FAILED'])
      assert.match(text ?? '', says)
      assert.equal(await world.booked(world.current), 1_000_000n)
      await world.verified()
    })
  }

  test('one that fails is not counted, and does not keep the others of the batch from theirs', async () => {
    const world = await paymentWorld()
    const wish = await closedCreditor('closed')(world)
    const [, good = ''] = await world.pay(wish, to(world.savings), { amount: nok(2_000_000n) })
    const { counts, executed } = await world.batch(ten)
    assert.deepEqual(counts, { RJCT: 1, ACSC: 1, ACCP: 1 })
    assert.equal(executed, 1)
    assert.equal((await world.read(good)).status, 'ACSC')
  })

  test('what another bank sends back is the debtor’s again but for the fee, and the payment is RJCT', async () => {
    const world = await paymentWorld()
    const { id } = await afterBatch(world, { fee: nok(1_500n) })
    const refusing = (queries: WorldQueries): Bank => ({
      ...world.bankOf(queries),
      settle: async (references) =>
        references.map(() => ({ ok: false, refusal: 'creditor-refuses' })),
    })
    assert.deepEqual((await world.batch(one, refusing)).counts, { RJCT: 1 })
    const payment = await world.read(id)
    assert.equal(statusesOf(payment), 'RCVD ACTC PDNG ACSP RJCT')
    assert.equal(payment.messages?.[0]?.code, 'PAYMENT_FAILED')
    assert.equal(await world.booked(world.current), 998_500n)
    await world.verified()
  })

  test('what cannot even be given back is on its way until the next batch, and the others go on', async () => {
    const world = await paymentWorld()
    const { id } = await afterBatch(world, {})
    const [other = ''] = await world.pay(to(world.shop))
    const stuck = (queries: WorldQueries): Bank => ({
      ...world.bankOf(queries),
      settle: async (references) =>
        references.map(() => ({ ok: false, refusal: 'creditor-refuses' })),
      giveBack: async (references) =>
        references.map(() => ({ ok: false, refusal: 'account-closed' })),
    })
    assert.deepEqual(await world.batch(one, stuck), {
      counts: { ACSP: 1, ACSC: 1 },
      executed: 1,
      done: true,
    })
    assert.equal((await world.read(other)).status, 'ACSC')
    assert.equal((await world.read(id)).status, 'ACSP')
    assert.deepEqual(world.errors, [{ payment: id, refusal: 'account-closed' }])
    assert.deepEqual((await world.batch(four)).counts, { ACSC: 1 })
    assert.equal(statusesOf(await world.read(id)), 'RCVD ACTC PDNG ACSP ACSC')
    await world.verified()
  })
})

function closedCreditor(status: 'closed' | 'blocked') {
  return async (world: PaymentWorld) => {
    await world.books((books) => books.changeAccount(world.shop.id, { status }))
    return to(world.shop)
  }
}

async function kidCreditor(world: PaymentWorld): Promise<Wish> {
  await world.books((books) => books.changeAccount(world.shop.id, { kidRequired: true }))
  return to(world.shop)
}

function debtor(
  change: Parameters<Parameters<Parameters<PaymentWorld['books']>[0]>[0]['changeAccount']>[1],
) {
  return async (world: PaymentWorld): Promise<Wish> => {
    await world.books((books) => books.changeAccount(world.current.id, change))
    return {}
  }
}

describe('chunks', () => {
  test('a batch of many takes as many statements for a thousand as for two', async () => {
    const world = await paymentWorld(10n ** 9n)
    const statementsFor = async (size: number) => {
      const half = Array.from({ length: size / 2 }, () => [{}, to(world.shop)]).flat()
      await world.pay(...half)
      let statements = 0
      await world.within(async (queries) => {
        const count =
          <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Answer) =>
          (...asked: Asked): Answer => {
            statements += 1
            return ask(...asked)
          }
        const counting = {
          ...{ world: queries.world, rows: count(queries.rows.bind(queries)) },
          ...{ row: count(queries.row.bind(queries)), run: count(queries.run.bind(queries)) },
        } as WorldQueries
        const { counts } = await paymentBatch(world.bankOf, world.log).execute(counting, ten)
        assert.deepEqual(counts, { ACSP: size / 2, ACSC: size / 2 })
      })
      return statements
    }
    const few = await statementsFor(2)
    const many = await statementsFor(998)
    assert.equal(many, few)
    assert.ok(few < 20, `${few} statements`)
  })

  test('more than a thousand are left for the next chunk of the same batch', async () => {
    const world = await paymentWorld(10n ** 9n)
    await world.pay(...Array.from({ length: 1_001 }, () => to(world.shop)))
    assert.deepEqual(await world.batch(ten), {
      counts: { ACSC: 1_000 },
      executed: 1_000,
      done: false,
    })
    assert.deepEqual(await world.batch(ten), { counts: { ACSC: 1 }, executed: 1, done: true })
  })

  test('one that is cancelled while the batch waits for its row is not carried out', async () => {
    const world = await paymentWorld()
    const [id = ''] = await world.pay({})
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const cancelling = world.storage.transaction(
      { actor: 'test', action: 'cancel', requestId: null },
      async (tx) => {
        await tx.run(cancelOne, [id])
        lock()
        await cancelled
      },
    )
    await locked
    const batch = world.batch(ten)
    await new Promise((resolve) => setTimeout(resolve, 50))
    cancel()
    await cancelling
    assert.deepEqual((await batch).counts, {})
    assert.equal((await world.read(id)).status, 'CANC')
    assert.equal(await world.booked(world.current), 1_000_000n)
  })

  test('what is ready is found by its time, in every world', async () => {
    const [first, second] = [await paymentWorld(), await paymentWorld()]
    const later = morning.add({ hours: 5 })
    await first.pay({ readyAt: later }, { readyAt: morning })
    await second.pay({ readyAt: later })
    const executor = paymentBatch(first.bankOf, first.log)
    assert.equal(String(await first.within((world) => executor.readyFrom(world))), String(morning))
    const waiting = await executor.worldsWaiting(first.storage)
    const found = new Map(waiting.map(({ world, readyFrom }) => [world, String(readyFrom)]))
    assert.equal(found.get(first.id), String(morning))
    assert.equal(found.get(second.id), String(later))
    assert.equal((await first.within((world) => executor.readyFrom(world))) === undefined, false)
    assert.equal(new Set(waiting.map(({ world }) => world)).size, waiting.length)
  })

  test('a payment that nobody has approved is never taken', async () => {
    const world = await paymentWorld()
    await world.pay({ ...approved({}), status: 'RCVD', readyAt: null, from: world.current })
    assert.deepEqual(await world.batch(four), { counts: {}, executed: 0, done: true })
  })
})
