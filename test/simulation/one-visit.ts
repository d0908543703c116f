import assert from 'node:assert/strict'
import { type Actor, follow, type Run } from './actor.ts'
import { knowsPsu, make } from './create.ts'
import { begins, toldBy } from './told.ts'
import { debtorOf, numbered, partOf, paymentOf, wishOf } from './wishes.ts'

/** Log-in and approval on one visit, by a PSU whom the TPP need not know. */
export async function payOnOneVisit(run: Run, actor: Actor): Promise<string> {
  const { chance } = run
  const { model } = actor
  const payer = debtorOf(run, actor)
  const { owner, company, debtor } = payer
  const wish = wishOf(run, actor, debtor)
  const body = { debtorAccount: numbered(debtor), ...partOf(wish) }
  const ways = ['number', 'unknown', 'context'] as const
  // A PSU whom the TPP knows has to say for which company; only the others choose at the bank.
  const way = chance.pick(company === undefined ? ways : ways.slice(0, 2))
  const kind = chance.pick(['single', 'instant'] as const)
  const isKnown = knowsPsu(model, owner, way)
  const payment = {
    ...paymentOf(actor, payer, wish, kind, undefined),
    open: !isKnown || company !== undefined,
    meantFor: way === 'number' && !isKnown ? owner : undefined,
  }
  const answer = await make(run, actor, body, payment, way)
  if (typeof answer === 'string') return answer
  const { id } = payment
  if (payment.status !== 'RCVD' || chance.oneIn(4)) return `made ${id}`
  const back = await follow(actor, answer.body._links.scaRedirect.href, 'approve', payment)
  const expected = model.approve(payment)
  assert.equal(toldBy(actor, owner, back), expected)
  if (begins(expected)) model.begunSession(owner)
  return `made ${id} and approved it: ${expected}`
}
