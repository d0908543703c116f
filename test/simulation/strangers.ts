import assert from 'node:assert/strict'
import { type Actor, type Run, reading, send } from './actor.ts'
import { makeBasket } from './baskets.ts'
import type { PaymentRow } from './ledger.ts'

/** What a TPP may try on payments and baskets that are another's: it learns and changes nothing. */

type Call = readonly [method: string, target: string]

const callsOnBasket = (target: string, authorisationId: string): Call[] => [
  ['GET', target],
  ['GET', `${target}/status`],
  ['GET', `${target}/authorisations`],
  ['GET', `${target}/authorisations/${authorisationId}`],
  ['POST', `${target}/authorisations`],
  ['DELETE', target],
]

const callsOnPayment = (target: string, authorisationId: string): Call[] => [
  ...callsOnBasket(target, authorisationId),
  ['GET', `${target}/cancellation-authorisations`],
  ['GET', `${target}/cancellation-authorisations/${authorisationId}`],
  ['POST', `${target}/cancellation-authorisations`],
]

/** One that there is, if there is one: a stranger may have heard of it. */
async function authorisationOf({ sql }: Actor, id: string): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `select authorisation_id as id from sca_link
     where subject_id = $1 and authorisation_id is not null limit 1`,
    [id],
  )
  return row?.id ?? id
}

const targetOf = ({ service, product, id }: PaymentRow): string => `/v1/${service}/${product}/${id}`

const ownerIn = ({ actors }: Run, tppId: string): Actor =>
  actors.find(({ tpp }) => tpp.organizationIdentifier === tppId)!

async function isUnknown(stranger: Actor, [method, target]: Call): Promise<void> {
  const { status, body } = await send(stranger, method, target, { headers: reading })
  assert.equal(status, 404, `${method} ${target} by another TPP`)
  assert.equal(body.code, 'RESOURCE_UNKNOWN')
}

/** So that nothing is unknown to others merely because it is asked for in the wrong place. */
async function isKnown(owner: Actor, target: string): Promise<void> {
  const { status } = await send(owner, 'GET', `${target}/authorisations`, { headers: reading })
  assert.equal(status, 200, `${target} by its own TPP`)
}

/** One call by chance. */
export async function strangerTries(run: Run, payment: PaymentRow): Promise<void> {
  const owner = ownerIn(run, payment.tppId)
  const stranger = run.chance.pick(run.actors.filter((actor) => actor !== owner))
  const id = await authorisationOf(owner, payment.id)
  await isUnknown(stranger, run.chance.pick(callsOnPayment(targetOf(payment), id)))
}

export async function strangersTryPayment(run: Run, payment: PaymentRow): Promise<void> {
  const { id, parentId, tppId } = payment
  const owner = ownerIn(run, tppId)
  const target = targetOf(payment)
  // A part of a bulk payment has no address of its own, not even for its TPP.
  if (parentId === null) await isKnown(owner, target)
  const calls = callsOnPayment(target, await authorisationOf(owner, id))
  for (const stranger of run.actors.filter((actor) => actor !== owner)) {
    for (const call of calls) await isUnknown(stranger, call)
    const [person = ''] = stranger.people.keys()
    const basket = await makeBasket(stranger, { owner: person, company: undefined }, [id])
    const expected = stranger.model.hasSession(person) ? 404 : 401
    assert.equal(basket.status, expected, `a basket of ${id} by another TPP`)
  }
}

export interface BasketRow {
  id: string
  tppId: string
}

export async function strangersTryBasket(run: Run, { id, tppId }: BasketRow): Promise<void> {
  const owner = ownerIn(run, tppId)
  const target = `/v1/signing-baskets/${id}`
  await isKnown(owner, target)
  const calls = callsOnBasket(target, await authorisationOf(owner, id))
  for (const stranger of run.actors.filter((actor) => actor !== owner)) {
    for (const call of calls) await isUnknown(stranger, call)
  }
}
