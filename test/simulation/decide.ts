import assert from 'node:assert/strict'
import { type Actor, follow, paying, type Run, reading, send } from './actor.ts'
import { isCancellable, type ModelPayment } from './model-payment.ts'
import { pathOf } from './paths.ts'
import { signatoryOf } from './rights.ts'
import { begins, scaStatusAfter, toldBy } from './told.ts'

/** Steps that lead a payment on: the PSU decides, or the TPP takes it back. */

export const some = <T>({ chance }: Run, found: readonly T[]): T | undefined =>
  found.length === 0 ? undefined : chance.pick(found)

export const waitingIn = ({ model }: Actor): ModelPayment[] =>
  [...model.payments.values()].filter(({ status }) => status === 'RCVD')

/** The links of an approval: where it is given, and where it is told how far it has come. */
export async function authorise(
  actor: Actor,
  { kind, id, owner, company }: ModelPayment,
  person = owner,
): Promise<{ href: string; scaStatus(): Promise<string | undefined> }> {
  const target = `${pathOf(kind)}/${id}/authorisations`
  const headers = paying(actor, person, company)
  const { status, body } = await send(actor, 'POST', target, { headers })
  assert.equal(status, 201, JSON.stringify(body))
  const { scaRedirect, scaStatus } = body._links
  return {
    href: scaRedirect.href,
    async scaStatus() {
      const { pathname } = new URL(scaStatus.href)
      return (await send(actor, 'GET', pathname, { headers: reading })).body.scaStatus
    },
  }
}

/** Mostly whoever may; for a company now and then whoever has made it. */
export const signerOf = ({ owner, company }: ModelPayment): string =>
  company === undefined ? owner : signatoryOf(company)

export async function approve(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, waitingIn(actor))
  if (!payment) return 'nothing waits'
  const { id, company } = payment
  const person = run.chance.oneIn(3) ? payment.owner : signerOf(payment)
  const { href, scaStatus } = await authorise(actor, payment, person)
  const back = await follow(actor, href, 'approve', { owner: person, company })
  const expected = actor.model.approve(payment, person)
  assert.equal(toldBy(actor, person, back), expected)
  assert.equal(await scaStatus(), scaStatusAfter(expected))
  if (begins(expected)) actor.model.begunSession(person)
  return `approved ${id}: ${expected}`
}

export async function decline(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, waitingIn(actor))
  if (!payment) return 'nothing waits'
  const { id, company } = payment
  const owner = signerOf(payment)
  const { href, scaStatus } = await authorise(actor, payment, owner)
  const back = await follow(actor, href, 'decline', { owner, company })
  const expected = actor.model.decline(payment, owner)
  assert.equal(toldBy(actor, owner, back), expected)
  assert.equal(await scaStatus(), 'failed')
  return `declined ${id}: ${expected}`
}

/** Whoever goes away, or is somebody else, leaves everything as it was. */
export async function approveInVain(run: Run, actor: Actor): Promise<string> {
  const payment = some(run, waitingIn(actor))
  if (!payment) return 'nothing waits'
  const { id, owner, company } = payment
  const { href } = await authorise(actor, payment)
  const others = [...actor.people.keys()].filter((each) => !actor.model.maySign(payment, each))
  const aborts = others.length === 0 || run.chance.oneIn(2)
  const who = { owner: aborts ? owner : run.chance.pick(others), company }
  const back = await follow(actor, href, aborts ? 'abort' : 'approve', who)
  assert.equal(toldBy(actor, who.owner, back), aborts ? 'SCA_INVALID' : 'FORBIDDEN')
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
  if (!isCancellable(payment)) {
    assert.equal(status, 409, JSON.stringify(body))
    return `kept ${id}`
  }
  assert.equal(status, 202, JSON.stringify(body))
  const outcome = run.chance.pick(['approve', 'approve', 'decline', 'abort'] as const)
  const back = await follow(actor, body._links.scaRedirect.href, outcome, { owner, company })
  const kept = { decline: 'CONFLICT', abort: 'SCA_INVALID' }
  // The call named no session, so none has begun.
  const expected = outcome === 'approve' ? actor.model.approveCancellation(payment) : kept[outcome]
  assert.equal(toldBy(actor, owner, back), expected)
  return `asked to cancel ${id}: ${outcome}`
}
