import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bank } from '../bank/port.ts'
import { osloDate } from '../kernel/oslo.ts'
import { Problem } from '../kernel/problem.ts'
import { systemRandom } from '../kernel/random.ts'
import type { ScaSubject } from '../sca/sca.ts'
import type { WorldQueries } from '../storage/storage.ts'
import { createApprovals } from './approve.ts'
import { createBasketApproval } from './baskets/basket-approval.ts'
import { insertBasket, lockBasket } from './baskets/basket-rows.ts'
import { morning, nok, paymentWorld, tppId } from './execution/execution.fixture.ts'
import { feesOf } from './fees.ts'
import { begun } from './history.ts'
import { draft, productOf, read } from './payment-request.fixture.ts'

/** A bank core may have no rate, and then tells no fee. */

const noFee: Bank['fee'] = async () => ({ ok: false, refusal: 'currency-not-quoted' })
const world = await paymentWorld()
const quoting = world.bankOf
const notQuoting = (queries: WorldQueries): Bank => ({ ...quoting(queries), fee: noFee })

const waiting = {
  ...begun('created', morning),
  ...{ approvedAt: null, readyAt: null, executionOn: osloDate(morning) },
}
const approver = { tppId, customerId: world.kari.id, context: { kind: 'PRIVATE' } as const }

const statusAndFee = async (id: string) => {
  const { status, fee } = await world.read(id)
  return [status, fee?.minor ?? null]
}

/** Shows it and approves it, each in a transaction of its own. */
async function approve(subject: ScaSubject, id: string) {
  const which = { ...approver, id, now: morning }
  const shown = await world.within((queries) => subject.describe(queries, which))
  assert(shown)
  const failure = await world.within((queries) => subject.approve(queries, which))
  return { hindered: shown.tooLate?.failure, failure }
}

const refused = {
  status: 400,
  code: 'PAYMENT_FAILED',
  message: 'The bank has no rate for the currency.',
}

test('a payment without a fee is not approved, says why, and can be approved another day', async () => {
  const [id = ''] = await world.pay(waiting)
  const [paying] = createApprovals({ bank: notQuoting })
  assert.deepEqual(await approve(paying!, id), { hindered: refused, failure: refused })
  assert.deepEqual(await statusAndFee(id), ['RCVD', null])
  const [later] = createApprovals({ bank: quoting })
  assert.deepEqual(await approve(later!, id), { hindered: undefined, failure: undefined })
  assert.deepEqual(await statusAndFee(id), ['ACTC', 0n])
})

test('nor is a bulk payment of which one part has none', async () => {
  const parentId = systemRandom.uuid()
  const part = { ...waiting, parentId }
  await world.pay(
    {
      ...waiting,
      id: parentId,
      service: 'bulk-payments',
      amount: nok(20_000n),
      body: { payments: [] },
    },
    { ...part, place: 0 },
    { ...part, place: 1, amount: { minor: 10_000n, currency: 'EUR' } },
  )
  const bank = (queries: WorldQueries): Bank => ({
    ...quoting(queries),
    fee: (order) => (order.amount.currency === 'EUR' ? noFee(order) : quoting(queries).fee(order)),
  })
  const [paying] = createApprovals({ bank })
  assert.deepEqual(await approve(paying!, parentId), { hindered: refused, failure: refused })
  assert.deepEqual(await statusAndFee(parentId), ['RCVD', null])
})

test('nor a basket with such a payment, and nobody has decided about it', async () => {
  const ids = await world.pay(waiting, waiting)
  const basket = { id: systemRandom.uuid(), tppId, customerId: null, meantFor: null }
  const asked = { ...basket, context: 'PRIVATE', agreementId: null, decidedAt: null } as const
  await world.within((queries) => insertBasket(queries, asked, ids, morning))
  const subject = createBasketApproval({ bank: notQuoting })
  assert.deepEqual(await approve(subject, basket.id), { hindered: refused, failure: refused })
  const kept = await world.within((queries) => lockBasket(queries, tppId, basket.id))
  assert.equal(kept?.decidedAt, null)
  assert.deepEqual(await statusAndFee(ids[0]!), ['RCVD', null])
})

test('a payment without a fee is not made, and the currency is named', async () => {
  const product = productOf('domestic')
  const paths = async (request: Parameters<typeof feesOf>[2]) => {
    const problem = await feesOf({ fee: noFee }, product, request, 'EUR').catch((error) => error)
    assert(problem instanceof Problem)
    return [problem.code, ...problem.findings.map(({ path }) => path)]
  }
  assert.deepEqual(await paths(draft(await read('domestic'))), [
    ...['FORMAT_ERROR', 'body/instructedAmount/currency'],
  ])
  const bulk = await read('domestic', {}, { service: 'bulk-payments' })
  const { parts } = draft(bulk)
  assert.deepEqual(await paths(draft(bulk)), [
    'FORMAT_ERROR',
    ...parts.map((_, place) => `body/payments/${place}/instructedAmount/currency`),
  ])
})

test('a fee that was shown stays, whatever it would be a moment later, and the code is good', async () => {
  const prices = [100n, 200n, 300n]
  const rising = (queries: WorldQueries): Bank => ({
    ...quoting(queries),
    fee: async () => ({ ok: true, value: nok(prices.shift() ?? 0n) }),
  })
  const [id = ''] = await world.pay({ ...waiting, customerId: null })
  const [paying] = createApprovals({ bank: rising })
  const which = { ...approver, id, now: morning }
  const bound = () => world.within((queries) => paying!.binding(queries, which))
  const before = await bound()
  await world.within((queries) => paying!.describe(queries, which))
  assert.deepEqual(await statusAndFee(id), ['RCVD', 100n])
  assert.equal((await bound())?.digest, before?.digest)
  assert.deepEqual(await approve(paying!, id), { hindered: undefined, failure: undefined })
  assert.deepEqual(await statusAndFee(id), ['ACTC', 100n])
})
