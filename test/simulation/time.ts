import assert from 'node:assert/strict'
import { type Actor, type Run, send } from './actor.ts'

/** Steps in which time passes. */

const spans = ['PT10M', 'PT50M', 'PT3H', 'PT9H', 'P1D', 'P2D', 'P5D', 'P12D']

export async function moveClock({ chance }: Run, actor: Actor): Promise<string> {
  const advance = chance.pick(spans)
  const { status, body } = await send(actor, 'POST', '/v1/sandbox/clock', { body: { advance } })
  assert.equal(status, 200, JSON.stringify(body))
  const { model } = actor
  const target = model.now.toZonedDateTimeISO('Europe/Oslo').add(advance).toInstant()
  model.moveTo(target)
  assert.equal(
    Temporal.Instant.from(body.now).epochMilliseconds,
    Math.floor(target.epochMilliseconds / 1000) * 1000,
  )
  return `moved ${advance}`
}

export async function runBatch(_: Run, actor: Actor): Promise<string> {
  const { status, body } = await send(actor, 'POST', '/v1/sandbox/batches')
  assert.equal(status, 200, JSON.stringify(body))
  actor.model.batchNow()
  return 'ran a batch'
}

export async function restart(run: Run): Promise<string> {
  await run.restart()
  return 'started anew'
}
