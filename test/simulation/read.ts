import assert from 'node:assert/strict'
import { type Actor, type Run, reading, send } from './actor.ts'
import { isSingle } from './model-payment.ts'
import { pathOf } from './paths.ts'

/** What the TPP reads is what the model says. */
export async function readOne({ chance }: Run, actor: Actor): Promise<string> {
  const payments = [...actor.model.payments.values()]
  if (payments.length === 0) return 'nothing to read'
  const payment = chance.pick(payments)
  const { kind, id, status: expected, amount } = payment
  const target = `${pathOf(kind)}/${id}`
  const told = await send(actor, 'GET', `${target}/status`, { headers: reading })
  const details = await send(actor, 'GET', target, { headers: reading })
  // As documented: before its approval a domestic payment cannot be read.
  if (expected === 'RCVD' && (kind === 'single' || kind === 'bulk' || kind === 'periodic')) {
    assert.deepEqual([told.status, details.status], [404, 404])
    return `${id} is not to be read yet`
  }
  assert.deepEqual([told.status, details.status], [200, 200], JSON.stringify(told.body))
  assert.equal(told.body.transactionStatus, expected)
  assert.equal(details.body.transactionStatus, expected)
  if (expected === 'ACCP') assert.equal(told.body.fundsAvailable, false)
  // Nothing else stays with a batch than what it holds.
  if (expected === 'PDNG') assert.ok(details.body.psuMessage)
  if (isSingle(payment)) {
    assert.equal(BigInt(details.body.instructedAmount.amount.replace('.', '')), amount)
  }
  return `${id} is ${expected}`
}
