import assert from 'node:assert/strict'
import { type Actor, follow, paying, type Run, reading, send } from './actor.ts'
import { authorise, isAlongside, signerOf, waitingIn } from './decide.ts'
import type { ModelPayment, ModelWorld } from './model.ts'
import { pathOf } from './pay.ts'

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

const failed = 'failed'
const done = 'done'

const toldBy = ({ parameters }: { parameters: Record<string, string> }): string =>
  parameters.code === undefined ? done : failed

export async function approval(
  actor: Actor,
  payment: ModelPayment,
  outcome: 'approve' | 'decline',
): Promise<Deed | undefined> {
  const { id, company } = payment
  const owner = signerOf(payment)
  const link = await authorise(actor, payment, owner)
  return {
    name: `${outcome} ${id}`,
    act: async () => toldBy(await follow(actor, link, outcome, { owner, company })),
    ways: [
      (model) => {
        const found = model.payment(id)
        if (found.status !== 'RCVD' || !model.maySign(found, owner)) return failed
        if (outcome === 'approve') return model.approve(found, owner) === 'done' ? done : failed
        model.decline(found)
        return failed
      },
    ],
  }
}

export function deletion(actor: Actor, { kind, id }: ModelPayment): Deed {
  const act = async () => {
    const { status } = await send(actor, 'DELETE', `${pathOf(kind)}/${id}`, { headers: reading })
    return String(status)
  }
  const way = (model: ModelWorld): string => {
    const found = model.payment(id)
    if (found.status === 'ACTC' || found.status === 'ACWC') return '202'
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
    act: async () => toldBy(await follow(actor, link, 'approve', { owner, company })),
    ways: [
      (model) => {
        const found = model.payment(id)
        if (found.status !== 'ACTC' && found.status !== 'ACWC') return failed
        model.cancel(found)
        return done
      },
    ],
  }
}

export const batch = (actor: Actor): Deed => ({
  name: 'batch',
  once: true,
  act: async () => String((await send(actor, 'POST', '/v1/sandbox/batches')).status),
  ways: [
    (model) => {
      model.batchNow()
      return '200'
    },
  ],
})

/** A basket of the payment and some others, which the PSU approves or declines. */
export async function bundle(
  { chance }: Run,
  actor: Actor,
  payment: ModelPayment,
): Promise<Deed | undefined> {
  const { owner, company, kind, id, anonymous } = payment
  if (kind === 'bulk' || kind === 'periodic' || anonymous) return undefined
  if (!actor.model.hasSession(owner)) return undefined
  const others = waitingIn(actor).filter(
    (each) => isAlongside(payment, each) && each.id !== id && isSingle(each),
  )
  const ids = [id, ...others.slice(0, 3).map((each) => each.id)]
  const headers = paying(actor, owner, company)
  const made = await send(actor, 'POST', '/v1/signing-baskets', {
    headers,
    body: { paymentIds: ids },
  })
  // In a basket that was made for the same crowd.
  if (made.status === 409) return undefined
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const outcome = chance.pick(['approve', 'approve', 'decline'])
  return {
    name: `${outcome} basket of ${ids.join(', ')}`,
    act: async () =>
      toldBy(await follow(actor, made.body._links.scaRedirect.href, outcome, { owner, company })),
    async tidyUp() {
      const target = `/v1/signing-baskets/${made.body.basketId}`
      const { status } = await send(actor, 'DELETE', target, { headers: reading })
      assert.ok(status === 204 || status === 409, `deleting a basket is ${status}`)
    },
    // What was shown has changed meanwhile, and the PSU's code was for what it was.
    ways: [(model) => decide(model, ids, outcome), () => failed],
  }
}

const isSingle = ({ kind }: ModelPayment): boolean => kind !== 'bulk' && kind !== 'periodic'

function decide(model: ModelWorld, ids: readonly string[], outcome: string): string {
  const left = ids.map((id) => model.payment(id)).filter(({ status }) => status === 'RCVD')
  if (left.length === 0 || !left.every((each) => model.maySign(each, each.owner))) return failed
  if (outcome === 'decline') {
    for (const payment of left) model.decline(payment)
    return failed
  }
  const outcomes = left.map((payment) => model.approve(payment))
  return outcomes.every((each) => each === 'done') ? done : failed
}
