import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { ingrid } from '../headless-psu.ts'
import {
  bookedOn,
  bulk,
  type Created,
  created,
  iban,
  logIn,
  nok,
  read,
  refusal,
  runBatch,
  send,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** A bulk payment is what its parts are. */

const sandbox = await startSandbox({ clock: manualClock('2026-11-02T09:00:00+01:00') })
const tpp = await sandbox.tpp()
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })

const part = (amount: string, to: string = iban.jonas) => ({
  instructedAmount: { amount, currency: 'NOK' },
  creditorAccount: nok(to),
  creditorName: 'Jonas Myrvold Tangen',
})

const order = (payments: object[]): Promise<Created> =>
  created(tpp, psu, { debtorAccount: nok(iban.ingrid), payments }, bulk)

interface Details {
  transactionStatus: string
  fundsAvailable?: boolean
  tppMessages?: { code: string; text: string }[]
  payments: { transactionStatus: string }[]
}

async function standing({ _links }: Created) {
  const { transactionStatus, payments } = await read<Details>(tpp, _links.self?.href)
  return [transactionStatus, ...payments.map((each) => each.transactionStatus)].join(' ')
}

test('has no name of blanks alone', async () => {
  const debtorAccount = nok(iban.ingrid)
  const body = { paymentInformationId: '   ', debtorAccount, payments: [part('1.00')] }
  const answer = await send(tpp, 'POST', bulk, { headers: psu, body })
  assertRefused(answer, refusal(400, 'FORMAT_ERROR', 'body/paymentInformationId'))
})

test('goes from ACSP to ACSC as its parts are settled', async () => {
  const made = await order([part('1.01'), part('1.02', iban.elsewhere)])
  assert.equal(await standing(made), 'ACTC ACTC ACTC')
  assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1, ACSP: 1 })
  assert.equal(await standing(made), 'ACSP ACSC ACSP')
  assert.deepEqual((await runBatch(tpp)).body, { ACSC: 1 })
  assert.equal(await standing(made), 'ACSC ACSC ACSC')
})

test('is PART when all have ended and some did not go, and says how many', async () => {
  const before = await bookedOn(tpp, iban.ingrid)
  const made = await order([part('2.01'), part('9000000.00'), part('2.03', iban.elsewhere)])
  await runBatch(tpp)
  assert.equal(await standing(made), 'ACSP ACSC ACCP ACSP')
  await runBatch(tpp)
  assert.equal(await standing(made), 'PART ACSC ACCP ACSC')
  assert.equal(await bookedOn(tpp, iban.ingrid), before - 404n)
  const status = await read<Details>(tpp, made._links.status?.href)
  assert.equal(status.transactionStatus, 'PART')
  assert.equal(status.fundsAvailable, false)
  assert.equal(status.tppMessages?.[0]?.code, 'PAYMENT_FAILED')
  assert.match(status.tppMessages?.[0]?.text ?? '', /^1 of 3 payments/)
})

test('is RJCT when no part went', async () => {
  const made = await order([part('9000001.00'), part('9000002.00')])
  await runBatch(tpp)
  assert.equal(await standing(made), 'RJCT ACCP ACCP')
})

test('is held with all its parts', async () => {
  const made = await order([part('3.01'), part('3.02')])
  const held = await tpp.client.call('POST', '/v1/sandbox/batches', {
    body: { hold: [made.paymentId] },
  })
  assert.deepEqual(held.body, { PDNG: 2 })
  assert.equal(await standing(made), 'PDNG PDNG PDNG')
  await runBatch(tpp)
  assert.equal(await standing(made), 'ACSC ACSC ACSC')
})
