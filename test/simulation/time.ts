import assert from 'node:assert/strict'
import { type Actor, type Run, send } from './actor.ts'
import type { ModelPayment } from './model-payment.ts'

/** Steps in which time passes. */

const spans = ['PT10M', 'PT50M', 'PT3H', 'PT9H', 'P1D', 'P2D', 'P5D', 'P12D']

export async function moveClock({ chance }: Run, actor: Actor): Promise<string> {
  const span = chance.pick(spans)
  await advance(actor, span)
  return `moved ${span}`
}

export async function advance(actor: Actor, span: string): Promise<void> {
  const { status, body } = await send(actor, 'POST', '/v1/sandbox/clock', {
    body: { advance: span },
  })
  assert.equal(status, 200, JSON.stringify(body))
  const { model } = actor
  const target = model.now.toZonedDateTimeISO('Europe/Oslo').add(span).toInstant()
  model.moveTo(target)
  assert.equal(
    Temporal.Instant.from(body.now).epochMilliseconds,
    Math.floor(target.epochMilliseconds / 1000) * 1000,
  )
}

export async function runBatch(_: Run, actor: Actor): Promise<string> {
  const { status, body } = await send(actor, 'POST', '/v1/sandbox/batches')
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body, actor.model.batchNow())
  return `ran a batch: ${JSON.stringify(body)}`
}

/** The bank takes some into the batch and looks at them first; the next batch goes on with them. */
export async function holdBack({ chance }: Run, actor: Actor): Promise<string> {
  const { model } = actor
  const all = [...model.payments.values()].filter(({ kind }) => kind !== 'periodic')
  const ready = all.filter((payment) => model.holdable(payment).length > 0)
  if (ready.length === 0) return 'nothing to hold'
  const [bulks, others] = [ready.filter(isBulk), ready.filter((each) => !isBulk(each))]
  const held = [...bulks, ...others].slice(0, chance.between(1, 5))
  const rest = all.filter((payment) => !ready.includes(payment))
  const unfit = chance.oneIn(4) && rest.length > 0 ? [chance.pick(rest)] : []
  const hold = [...held, ...unfit].map(({ id }) => id)
  const { status, body } = await send(actor, 'POST', '/v1/sandbox/batches', { body: { hold } })
  assert.equal(status, unfit.length > 0 ? 400 : 200, JSON.stringify(body))
  if (unfit.length > 0) return 'refused to hold what does not wait'
  assert.deepEqual(body, model.batchNow(hold))
  return `held ${hold.join(', ')}`
}

const isBulk = ({ kind }: ModelPayment): boolean => kind === 'bulk'

export async function restart(run: Run): Promise<string> {
  await run.restart()
  return 'started anew'
}
