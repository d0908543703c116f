import assert from 'node:assert/strict'
import { type Actor, follow, paying, type Run, reading, send } from './actor.ts'
import type { ModelPayment } from './model.ts'
import { pathOf } from './pay.ts'
import { signatoryOf } from './rights.ts'

/** Steps that lead a payment on: the PSU decides, or the TPP takes it back. */

const some = ({ chance }: Run, found: readonly ModelPayment[]): ModelPayment | undefined =>
  found.length === 0 ? undefined : chance.pick(found)

export const waitingIn = ({ model }: Actor): ModelPayment[] =>
  [...model.payments.values()].filter(
    (payment) => payment.status === 'RCVD' && !model.isOnTheBrink(payment),
  )

export async function authorise(
  actor: Actor,
  { kind, id, owner, company }: ModelPayment,
  person = owner,
): Promise<string> {
  const target = `${pathOf(kind)}/${id}/authorisations`
  const headers = paying(actor, person, company)
  const { status, body } = await send(actor, 'POST', target, { headers })
  assert.equal(status, 201, JSON.stringify(body))
  return body._links.scaRedirect.href
}

/** Mostly whoever may; for a company now and then whoever has made it. */
export const signerOf = ({ owner, company }: ModelPayment): string =>
  company === undefined ? owner : signatoryOf(company)

export async function approve(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, waitingIn(actor))
  if (!payment) return 'nothing waits'
  const { id, company } = payment
  const person = run.chance.oneIn(3) ? payment.owner : signerOf(payment)
  const link = await authorise(actor, payment, person)
  const { parameters } = await follow(actor, link, 'approve', { owner: person, company })
  const outcome = actor.model.approve(payment, person)
  if (outcome === 'no-day' || outcome === 'may-not') {
    assert.ok(parameters.code, JSON.stringify(parameters))
    return `${outcome} for ${id}`
  }
  actor.model.begunSession(person)
  if (outcome === 'no-money') assert.equal(parameters.code, 'PAYMENT_FAILED')
  else assert.equal(parameters['psu-id'], actor.people.get(person)?.psuId)
  return `approved ${id}`
}

export async function decline(run: Run, actor: Actor): Promise<string> {
  const waiting = waitingIn(actor).filter((each) => actor.model.canBeShown(each))
  const payment = some(run, waiting)
  if (!payment) return 'nothing waits'
  const { id, company } = payment
  const owner = signerOf(payment)
  const link = await authorise(actor, payment, owner)
  const { parameters } = await follow(actor, link, 'decline', { owner, company })
  assert.ok(parameters.code)
  if (!actor.model.maySign(payment, owner)) return `may not decline ${id}`
  actor.model.decline(payment)
  return `declined ${id}`
}

/** Whoever goes away, or is somebody else, leaves everything as it was. */
export async function approveInVain(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, waitingIn(actor))
  if (!payment) return 'nothing waits'
  const { id, owner, company } = payment
  const href = await authorise(actor, payment)
  const others = [...actor.people.keys()].filter((each) => !actor.model.maySign(payment, each))
  const aborts = others.length === 0 || run.chance.oneIn(2)
  const who = { owner: aborts ? owner : run.chance.pick(others), company }
  const { parameters } = await follow(actor, href, aborts ? 'abort' : 'approve', who)
  assert.ok(parameters.code, JSON.stringify(parameters))
  return `left ${id}`
}

export async function remove(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, [...actor.model.payments.values()])
  if (!payment) return 'nothing there'
  const { kind, id, company, status: before } = payment
  const owner = signerOf(payment)
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
  await follow(actor, body._links.scaRedirect.href, outcome, { owner, company })
  // The call named no session, so none has begun.
  if (agrees) actor.model.cancel(payment)
  return `asked to cancel ${id}: ${outcome}`
}

/** Whether both can be in one basket. */
export const isAlongside = (one: ModelPayment, other: ModelPayment): boolean =>
  !other.anonymous && other.owner === one.owner && other.company === one.company

export async function basket(run: Run, actor: Actor): Promise<string> {
  const first = some(run, waitingIn(actor))
  if (!first) return 'nothing waits'
  const { owner, company } = first
  const fitting = waitingIn(actor).filter((each) => isAlongside(first, each))
  const chosen = fitting.filter(() => !run.chance.oneIn(3)).slice(0, 20)
  if (chosen.length === 0) return 'nothing to bundle'
  const headers = paying(actor, owner, company)
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
  await follow(actor, made.body._links.scaRedirect.href, outcome, { owner, company })
  const id: string = made.body.basketId
  const may = chosen.every((each) => actor.model.maySign(each, owner))
  if (outcome === 'abort' || !may) {
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
