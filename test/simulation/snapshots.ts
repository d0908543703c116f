import assert from 'node:assert/strict'
import { type Actor, type Run, send } from './actor.ts'
import type { ModelWorld } from './model.ts'

/** Steps that keep a world and bring it back, the model's with it. */

/** What the TPP has kept; more than a few would only be more of the same. */
export interface Kept {
  id: string
  model: ModelWorld
}

const most = 3

export async function keepWorld(_: Run, actor: Actor): Promise<string> {
  const { status, body } = await send(actor, 'POST', '/v1/sandbox/snapshots')
  assert.equal(status, 201, JSON.stringify(body))
  actor.kept.push({ id: body.id, model: actor.model.copy() })
  if (actor.kept.length > most) await forgetOldest(actor)
  return `kept the world as ${body.id}`
}

async function forgetOldest(actor: Actor): Promise<void> {
  const oldest = actor.kept.shift()
  const { status } = await send(actor, 'DELETE', `/v1/sandbox/snapshots/${oldest?.id}`)
  assert.equal(status, 204)
}

/** All that happened since is gone: payments, money, sessions and time. */
export async function bringBack({ chance, ledger }: Run, actor: Actor): Promise<string> {
  if (actor.kept.length === 0) return 'nothing was kept'
  const { id, model } = chance.pick(actor.kept)
  const { status, body } = await send(actor, 'POST', `/v1/sandbox/snapshots/${id}/restore`)
  assert.equal(status, 200, JSON.stringify(body))
  actor.model = model.copy()
  ledger.forget()
  return `brought back ${id}`
}
