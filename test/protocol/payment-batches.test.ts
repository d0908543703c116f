import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { ingrid, moveClock } from '../headless-psu.ts'
import {
  bookedOn,
  bulk,
  created,
  iban,
  logIn,
  nok,
  read,
  runBatch,
  statusOf,
  transfer,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** What batches do with approved payments. A Monday morning in Oslo, before the batch of ten. */

const sandbox = await startSandbox({ clock: manualClock('2026-11-02T09:00:00+01:00') })
const tpp = await sandbox.tpp()
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
const path = '/v1/sandbox/batches'
const elsewhere = { creditorAccount: nok(iban.elsewhere) }
const tooMuch = { instructedAmount: { amount: '9000000.00', currency: 'NOK' } }

const hold = (ids: unknown) =>
  tpp.client.send(tpp.client.prepare('POST', path, { body: { hold: ids } }))

test('a batch answers how many payments it left in which status', async () => {
  for (const changes of [{}, {}, elsewhere, tooMuch]) {
    await created(tpp, psu, transfer(changes))
  }
  assert.deepEqual((await runBatch(tpp)).body, { ACSC: 2, ACSP: 1, ACCP: 1 })
  assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1 })
  assert.deepEqual((await runBatch(tpp)).body, {})
})

describe('payments on hold', () => {
  test('count as PDNG and are carried out by the next batch', async () => {
    const before = await bookedOn(tpp, iban.ingrid)
    const [held, other] = [await created(tpp, psu, transfer()), await created(tpp, psu, transfer())]
    assert.deepEqual((await hold([held.paymentId])).body, { PDNG: 1, ACSC: 1 })
    assert.equal(await statusOf(tpp, other), 'ACSC')
    const status = await read(tpp, held._links.status?.href)
    assert.equal(status.transactionStatus, 'PDNG')
    assert.match(String(status.psuMessage), /closer look/)
    assert.equal(await bookedOn(tpp, iban.ingrid), before - 10_000n)
    assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1 })
    assert.deepEqual(await read(tpp, held._links.status?.href), { transactionStatus: 'ACSC' })
    assert.equal(await bookedOn(tpp, iban.ingrid), before - 20_000n)
  })

  test('a bulk payment says so too, until the next batch goes on with it', async () => {
    const { debtorAccount, ...part } = transfer()
    const held = await created(tpp, psu, { debtorAccount, payments: [part] }, bulk)
    assert.deepEqual((await hold([held.paymentId])).body, { PDNG: 1 })
    const status = await read(tpp, held._links.status?.href)
    assert.equal(status.transactionStatus, 'PDNG')
    assert.match(String(status.psuMessage), /closer look/)
    assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1 })
    assert.deepEqual(await read(tpp, held._links.status?.href), { transactionStatus: 'ACSC' })
  })

  test('must be payments of the caller that wait for this batch; all that are not are named', async () => {
    const waiting = await created(tpp, psu, transfer())
    const later = await created(tpp, psu, transfer({ requestedExecutionDate: '2026-11-20' }))
    const unknown = '0b5f4c1e-3a52-4f6e-9d0b-6f3f0a1c2d3e'
    const refused = await hold([waiting.paymentId, later.paymentId, unknown, 'not an id'])
    assertRefused(refused, { status: 400, code: 'FORMAT_ERROR', says: /body\/hold\/1/ })
    const text = JSON.stringify(refused.body)
    assert.match(text, /body\/hold\/1[^/]*does not wait for this batch: it is ACTC/)
    assert.match(text, /body\/hold\/2[^/]*There is no such payment/)
    assert.match(text, /body\/hold\/3[^/]*There is no such payment/)
    assert.equal(await statusOf(tpp, waiting), 'ACTC')
    assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1 })
  })

  test('are no one else’s', async () => {
    const waiting = await created(tpp, psu, transfer())
    const other = await sandbox.tpp()
    const body = { hold: [waiting.paymentId] }
    const answer = await other.client.send(other.client.prepare('POST', path, { body }))
    assertRefused(answer, { status: 400, code: 'FORMAT_ERROR', says: /no such payment/i })
    await runBatch(tpp)
  })

  test('are a list of texts, each once', async () => {
    for (const wrong of ['all', [1], ['a', 'a'], { id: 'a' }]) {
      assertRefused(await hold(wrong), { status: 400, code: 'FORMAT_ERROR', says: /body\/hold/ })
    }
  })

  test('the same call sent again holds nothing twice and answers the same', async () => {
    const held = await created(tpp, psu, transfer())
    const options = { headers: { 'X-Request-ID': 'hold-1' }, body: { hold: [held.paymentId] } }
    const first = await tpp.client.call('POST', path, options)
    const second = await tpp.client.call('POST', path, options)
    assert.deepEqual([first.body, second.body], [{ PDNG: 1 }, { PDNG: 1 }])
    assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1 })
  })
})

describe('by the world’s clock', () => {
  test('a payment goes out with the first batch after its approval, and is counted once', async () => {
    const here = await created(tpp, psu, transfer())
    const away = await created(tpp, psu, transfer(elsewhere))
    const moved = await moveClock(tpp, 'PT1H')
    assert.deepEqual([await statusOf(tpp, here), await statusOf(tpp, away)], ['ACSC', 'ACSP'])
    assert.equal((moved.body as { executed: number }).executed, 2)
    const later = await moveClock(tpp, 'PT3H')
    assert.equal(await statusOf(tpp, away), 'ACSC')
    assert.equal((later.body as { executed: number }).executed, 0)
  })

  test('one with a day of its own goes out at six that day', async () => {
    const again = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
    const made = await created(tpp, again, transfer({ requestedExecutionDate: '2026-11-09' }))
    await tpp.client.call('POST', '/v1/sandbox/clock', {
      body: { to: '2026-11-09T05:59:00+01:00' },
    })
    assert.equal(await statusOf(tpp, made), 'ACTC')
    await moveClock(tpp, 'PT1M')
    assert.equal(await statusOf(tpp, made), 'ACSC')
    const [row] = await sandbox.sql<{ at: string }>(
      `select history -> -1 ->> 'at' as at from payment where id = $1`,
      [made.paymentId],
    )
    assert.equal(row?.at, '2026-11-09T05:00:00Z')
  })
})
