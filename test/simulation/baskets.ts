import assert from 'node:assert/strict'
import { type Actor, type Answer, follow, paying, type Run, reading, send } from './actor.ts'
import { some, waitingIn } from './decide.ts'
import type { ModelWorld, Told } from './model.ts'
import { isSingle, type ModelPayment } from './model-payment.ts'
import { begins, toldBy } from './told.ts'

/** Payments that are approved together. */

/** Whether both can be in one basket. */
export const isAlongside = (one: ModelPayment, other: ModelPayment): boolean =>
  !other.open && other.owner === one.owner && other.company === one.company

export const makeBasket = (
  actor: Actor,
  { owner, company }: Pick<ModelPayment, 'owner' | 'company'>,
  paymentIds: readonly string[],
): Promise<Answer> => {
  const headers = paying(actor, owner, company)
  return send(actor, 'POST', '/v1/signing-baskets', { headers, body: { paymentIds } })
}

/** What the PSU who has made them all decides about those that still wait. */
export function decideBasket(
  model: ModelWorld,
  ids: readonly string[],
  outcome: 'approve' | 'decline',
): Told {
  const left = ids.map((id) => model.payment(id)).filter(({ status }) => status === 'RCVD')
  if (left.length === 0) return 'SCA_INVALID'
  if (!left.every((each) => model.maySign(each, each.owner))) return 'FORBIDDEN'
  const told = left.map((payment) => model[outcome](payment))
  return told.find((each) => each !== 'done') ?? 'done'
}

export async function basket(run: Run, actor: Actor): Promise<string> {
  const { model } = actor
  const first = some(run, waitingIn(actor))
  if (!first) return 'nothing waits'
  const { owner, company } = first
  const fitting = waitingIn(actor).filter((each) => isAlongside(first, each))
  const chosen = fitting.filter(() => !run.chance.oneIn(3)).slice(0, 20)
  if (chosen.length === 0) return 'nothing to bundle'
  const ids = chosen.map(({ id }) => id)
  const { status, body } = await makeBasket(actor, first, ids)
  const refusal = chosen.every(isSingle) ? undefined : 400
  const expected = model.hasSession(owner) ? (refusal ?? 201) : 401
  assert.equal(status, expected, JSON.stringify(body))
  if (expected !== 201) return `refused with ${expected}`
  assert.equal(body.transactionStatus, 'RCVD')
  const outcome = run.chance.pick(['approve', 'approve', 'decline', 'abort'] as const)
  const back = await follow(actor, body._links.scaRedirect.href, outcome, { owner, company })
  const told = outcome === 'abort' ? 'SCA_INVALID' : decideBasket(model, ids, outcome)
  assert.equal(toldBy(actor, owner, back), told)
  if (outcome === 'approve' && begins(told)) model.begunSession(owner)
  // What nobody has decided about can be taken apart; the payments stay as they are.
  const target = `/v1/signing-baskets/${body.basketId}`
  const deleted = await send(actor, 'DELETE', target, { headers: reading })
  assert.equal(deleted.status, begins(told) ? 409 : 204, JSON.stringify(deleted.body))
  return `basket ${body.basketId}, ${outcome}: ${told}`
}
