import assert from 'node:assert/strict'
import { type Actor, follow, paying, type Run, reading, send } from './actor.ts'
import type { ModelPayment } from './model.ts'
import { pathOf } from './pay.ts'

/** Steps that lead a payment on: the PSU decides, or the TPP takes it back. */

const some = ({ chance }: Run, found: readonly ModelPayment[]): ModelPayment | undefined =>
  found.length === 0 ? undefined : chance.pick(found)

export const waitingIn = ({ model }: Actor): ModelPayment[] =>
  [...model.payments.values()].filter(
    (payment) => payment.status === 'RCVD' && !model.isOnTheBrink(payment),
  )

export async function authorise(actor: Actor, { kind, id, owner }: ModelPayment): Promise<string> {
  const target = `${pathOf(kind)}/${id}/authorisations`
  const { status, body } = await send(actor, 'POST', target, { headers: paying(actor, owner) })
  assert.equal(status, 201, JSON.stringify(body))
  return body._links.scaRedirect.href
}

export async function approve(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, waitingIn(actor))
  if (!payment) return 'nothing waits'
  const { parameters } = await follow(
    actor,
    await authorise(actor, payment),
    'approve',
    payment.owner,
  )
  const outcome = actor.model.approve(payment)
  if (outcome === 'no-day') {
    assert.ok(parameters.code, JSON.stringify(parameters))
    return `too late for ${payment.id}`
  }
  actor.model.begunSession(payment.owner)
  if (outcome === 'no-money') assert.equal(parameters.code, 'PAYMENT_FAILED')
  else assert.equal(parameters['psu-id'], actor.people.get(payment.owner)?.psuId)
  return `approved ${payment.id}`
}

export async function decline(run: Run, actor: Actor): Promise<string> {
  const waiting = waitingIn(actor).filter((each) => actor.model.canBeShown(each))
  const payment = some(run, waiting)
  if (!payment) return 'nothing waits'
  const { parameters } = await follow(
    actor,
    await authorise(actor, payment),
    'decline',
    payment.owner,
  )
  assert.ok(parameters.code)
  actor.model.decline(payment)
  return `declined ${payment.id}`
}

/** Whoever goes away, or is somebody else, leaves everything as it was. */
export async function approveInVain(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, waitingIn(actor))
  if (!payment) return 'nothing waits'
  const href = await authorise(actor, payment)
  const others = [...actor.people.keys()].filter((owner) => owner !== payment.owner)
  const aborts = run.chance.oneIn(2)
  const who = aborts ? payment.owner : run.chance.pick(others)
  const { parameters } = await follow(actor, href, aborts ? 'abort' : 'approve', who)
  assert.ok(parameters.code, JSON.stringify(parameters))
  return `left ${payment.id}`
}

export async function remove(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, [...actor.model.payments.values()])
  if (!payment) return 'nothing there'
  const { kind, id, owner, status: before } = payment
  const target = `${pathOf(kind)}/${id}`
  const { status, body } = await send(actor, 'DELETE', target, { headers: reading })
  if (before === 'RCVD') {
    assert.equal(status, 204)
    actor.model.cancel(payment)
    return `deleted ${id}`
  }
  if (before !== 'ACTC' && before !== 'ACWC') {
    assert.equal(status, 409, JSON.stringify(body))
    return `kept ${id}`
  }
  assert.equal(status, 202, JSON.stringify(body))
  const agrees = run.chance.oneIn(2)
  const outcome = agrees ? 'approve' : run.chance.pick(['decline', 'abort'])
  await follow(actor, body._links.scaRedirect.href, outcome, owner)
  // The call named no session, so none has begun.
  if (agrees) actor.model.cancel(payment)
  return `asked to cancel ${id}: ${outcome}`
}

export async function basket(run: Run, actor: Actor): Promise<string> {
  const owner = run.chance.pick([...actor.people.keys()])
  const fitting = waitingIn(actor).filter((each) => each.owner === owner && !each.anonymous)
  const chosen = fitting.filter(() => !run.chance.oneIn(3)).slice(0, 20)
  if (chosen.length === 0) return 'nothing to bundle'
  const headers = paying(actor, owner)
  const body = { paymentIds: chosen.map(({ id }) => id) }
  const made = await send(actor, 'POST', '/v1/signing-baskets', { headers, body })
  if (chosen.some(({ kind }) => kind === 'bulk' || kind === 'periodic')) {
    assert.equal(made.status, actor.model.hasSession(owner) ? 400 : 401, JSON.stringify(made.body))
    return 'refused a mix'
  }
  if (!actor.model.hasSession(owner)) {
    assert.equal(made.status, 401, JSON.stringify(made.body))
    return 'no session'
  }
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.transactionStatus, 'RCVD')
  const outcome = run.chance.pick(['approve', 'approve', 'decline', 'abort'])
  await follow(actor, made.body._links.scaRedirect.href, outcome, owner)
  const id: string = made.body.basketId
  if (outcome === 'abort') {
    const { status } = await send(actor, 'DELETE', `/v1/signing-baskets/${id}`, {
      headers: reading,
    })
    assert.equal(status, 204)
    return `gave up basket ${id}`
  }
  if (outcome === 'approve') actor.model.begunSession(owner)
  for (const payment of chosen) {
    if (outcome === 'approve') actor.model.approve(payment)
    else actor.model.decline(payment)
  }
  return `basket ${id}: ${outcome}`
}
