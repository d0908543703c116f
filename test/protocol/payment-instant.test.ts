import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bbanFrom } from '../../src/kernel/bban.ts'
import { manualClock } from '../../src/kernel/clock.ts'
import { ibanOf } from '../../src/kernel/iban.ts'
import { ingrid, moveClock } from '../headless-psu.ts'
import {
  approve,
  bookedOn,
  create,
  created,
  iban,
  instant,
  logIn,
  nok,
  read,
  runBatch,
  send,
  statusOf,
  transfer,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** Instant payments settle within the approval, whatever the hour. */

// A Saturday evening in Oslo.
const sandbox = await startSandbox({ clock: manualClock('2026-12-19T21:00:00+01:00') })
const tpp = await sandbox.tpp()

const hours: [name: string, wait: string | undefined, booked: string][] = [
  ['on a Saturday evening', undefined, '2026-12-19'],
  ['in the night to Sunday', 'PT6H13M', '2026-12-20'],
  ['on a Sunday at noon', 'PT9H', '2026-12-20'],
  ['on Christmas Day', 'P5D', '2026-12-25'],
]

describe('an instant payment is settled and booked at once', () => {
  for (const [name, wait, bookingDate] of hours) {
    test(name, async () => {
      if (wait !== undefined) await moveClock(tpp, wait)
      const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
      const before = [await bookedOn(tpp, iban.ingrid), await bookedOn(tpp, iban.jonas)] as const
      const made = await created(tpp, psu, transfer(), instant)
      assert.equal(await statusOf(tpp, made), 'ACSC')
      assert.equal(await bookedOn(tpp, iban.ingrid), before[0] - 10_000n)
      assert.equal(await bookedOn(tpp, iban.jonas), before[1] + 10_000n)
      const [row] = await sandbox.sql<{ booking_date: Date; code: string }>(
        `select to_char(t.value_date, 'YYYY-MM-DD') as booking_date,
           t.details ->> 'bankTransactionCode' as code
         from payment_execution e
           join ledger_transaction t on t.world_id = e.world_id and t.id = e.debtor_transaction_id
         where e.reference = $1`,
        [made.paymentId],
      )
      assert.deepEqual(row, { booking_date: bookingDate, code: 'PMNT-IRCT-DMCT' })
      assert.deepEqual((await runBatch(tpp)).body, {})
    })
  }
})

test('to another bank it is settled at once too', async () => {
  const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const body = transfer({ creditorAccount: nok(iban.elsewhere) })
  const made = await created(tpp, psu, body, instant)
  assert.equal(await statusOf(tpp, made), 'ACSC')
})

test('to a bank that posts it later it is ACWP until the next batch, and no failure', async () => {
  const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const before = await bookedOn(tpp, iban.ingrid)
  const slow = ibanOf(bbanFrom('9993000001') ?? '')
  const made = await created(tpp, psu, transfer({ creditorAccount: nok(slow) }), instant)
  assert.deepEqual(await read(tpp, made._links.status?.href), { transactionStatus: 'ACWP' })
  assert.equal(await bookedOn(tpp, iban.ingrid), before - 10_000n)
  assert.equal((await send(tpp, 'DELETE', made._links.self?.href ?? '')).status, 409)
  const hold = await tpp.client.send(
    tpp.client.prepare('POST', '/v1/sandbox/batches', { body: { hold: [made.paymentId] } }),
  )
  assertRefused(hold, { status: 400, code: 'FORMAT_ERROR', says: /does not wait.*ACWP/ })
  assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1 })
  assert.equal(await statusOf(tpp, made), 'ACSC')
  assert.equal(await bookedOn(tpp, iban.ingrid), before - 10_000n)
})

test('without money it is ACCP with fundsAvailable false, and nothing is booked', async () => {
  const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const before = await bookedOn(tpp, iban.ingrid)
  const tooMuch = { instructedAmount: { amount: '9000000.00', currency: 'NOK' } }
  const made = await create(tpp, psu, transfer(tooMuch), instant)
  const { parameters } = await approve(tpp, made)
  assert.equal(parameters.code, 'PAYMENT_FAILED')
  const status = await read(tpp, made._links.status?.href)
  assert.deepEqual(status, { transactionStatus: 'ACCP', fundsAvailable: false })
  assert.equal(await bookedOn(tpp, iban.ingrid), before)
})

test('a creditor’s account that was closed since: RJCT with the reason, and nothing is booked', async () => {
  const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const before = await bookedOn(tpp, iban.ingrid)
  const made = await create(tpp, psu, transfer(), instant)
  const close = (status: string) =>
    sandbox.sql(
      `update account_balance b set status = $2 from account a
       where a.world_id = b.world_id and a.id = b.account_id and a.iban = $1`,
      [iban.jonas, status],
    )
  await close('closed')
  const { parameters } = await approve(tpp, made)
  await close('enabled')
  assert.equal(parameters.code, 'PAYMENT_FAILED')
  const status = await read<{ transactionStatus: string; tppMessages: { code: string }[] }>(
    tpp,
    made._links.status?.href,
  )
  assert.equal(status.transactionStatus, 'RJCT')
  assert.equal(status.tppMessages[0]?.code, 'PAYMENT_FAILED')
  assert.equal(await bookedOn(tpp, iban.ingrid), before)
})
