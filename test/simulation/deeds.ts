import assert from 'node:assert/strict'
import { type Actor, follow, type Run, reading, send } from './actor.ts'
import { decideBasket, isAlongside, makeBasket } from './baskets.ts'
import { authorise, signerOf, waitingIn } from './decide.ts'
import type { ModelWorld } from './model.ts'
import type { Counts } from './model-batch.ts'
import { isCancellable, isSingle, type ModelPayment } from './model-payment.ts'
import { pathOf } from './paths.ts'
import { toldBy } from './told.ts'

/** What several may do at once: made ready beforehand, done in an instant, told in one word. */
export interface Deed {
  name: string
  /** Whether a second one would only be the same again. */
  once?: boolean
  act(): Promise<string>
  tidyUp?(): Promise<void>
  /** How it may go, and what it then tells; undefined where it cannot go that way. */
  ways: readonly ((model: ModelWorld) => string | undefined)[]
}

export async function approval(
  actor: Actor,
  payment: ModelPayment,
  outcome: 'approve' | 'decline',
): Promise<Deed | undefined> {
  const { id, company } = payment
  const owner = signerOf(payment)
  const { href } = await authorise(actor, payment, owner)
  return {
    name: `${outcome} ${id}`,
    act: async () => toldBy(actor, owner, await follow(actor, href, outcome, { owner, company })),
    ways: [(model) => model[outcome](model.payment(id), owner)],
  }
}

export function deletion(actor: Actor, { kind, id }: ModelPayment): Deed {
  const act = async () => {
    const { status } = await send(actor, 'DELETE', `${pathOf(kind)}/${id}`, { headers: reading })
    return String(status)
  }
  const way = (model: ModelWorld): string => {
    const found = model.payment(id)
    if (isCancellable(found)) return '202'
    if (found.status !== 'RCVD') return '409'
    model.cancel(found)
    return '204'
  }
  return { name: `delete ${id}`, act, ways: [way] }
}

export async function cancellation(actor: Actor, payment: ModelPayment): Promise<Deed | undefined> {
  const { kind, id, company } = payment
  const owner = signerOf(payment)
  const target = `${pathOf(kind)}/${id}`
  const { status, body } = await send(actor, 'DELETE', target, { headers: reading })
  assert.equal(status, 202, JSON.stringify(body))
  const link = body._links.scaRedirect.href
  return {
    name: `cancel ${id}`,
    act: async () => toldBy(actor, owner, await follow(actor, link, 'approve', { owner, company })),
    ways: [(model) => model.approveCancellation(model.payment(id))],
  }
}

export const batch = (actor: Actor): Deed => ({
  name: 'batch',
  once: true,
  async act() {
    const { status, body } = await send(actor, 'POST', '/v1/sandbox/batches')
    assert.equal(status, 200, JSON.stringify(body))
    return inWords(body as object as Counts)
  },
  ways: [(model) => inWords(model.batchNow())],
})

const inWords = (counts: Counts): string =>
  Object.entries(counts)
    .map(([status, count]) => `${count} ${status}`)
    .sort()
    .join(', ')

/** A basket of the payment and some others, which the PSU approves or declines. */
export async function bundle(
  { chance }: Run,
  actor: Actor,
  payment: ModelPayment,
): Promise<Deed | undefined> {
  const { owner, company, id, open } = payment
  if (!isSingle(payment) || open || !actor.model.hasSession(owner)) return undefined
  const others = waitingIn(actor).filter(
    (each) => isAlongside(payment, each) && each.id !== id && isSingle(each),
  )
  const ids = [id, ...others.slice(0, 3).map((each) => each.id)]
  const { status, body } = await makeBasket(actor, payment, ids)
  // In a basket that was made for the same crowd.
  if (status === 409) return undefined
  assert.equal(status, 201, JSON.stringify(body))
  const link = body._links.scaRedirect.href
  const outcome = chance.pick(['approve', 'approve', 'decline'] as const)
  return {
    name: `${outcome} basket of ${ids.join(', ')}`,
    act: async () => toldBy(actor, owner, await follow(actor, link, outcome, { owner, company })),
    async tidyUp() {
      const target = `/v1/signing-baskets/${body.basketId}`
      const { status } = await send(actor, 'DELETE', target, { headers: reading })
      assert.ok(status === 204 || status === 409, `deleting a basket is ${status}`)
    },
    ways: [
      (model) => decideBasket(model, ids, outcome),
      // The code was for what was shown, and somebody has touched that meanwhile.
      (model) => {
        const isTouched = ids.some((each) => model.payment(each).status !== 'RCVD')
        return outcome === 'approve' && isTouched ? 'SCA_INVALID' : undefined
      },
    ],
  }
}
