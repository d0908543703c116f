import assert from 'node:assert/strict'
import type { Actor, Run } from './actor.ts'
import { some, waitingIn } from './decide.ts'
import { approval, batch, bundle, cancellation, type Deed, deletion } from './deeds.ts'
import { checkRows, differenceIn } from './invariants.ts'
import type { ModelWorld } from './model.ts'
import { isCancellable, type ModelPayment } from './model-payment.ts'

/**
 * Several at once, on the same payments and the same money. Nobody knows who comes first; but what
 * comes of it, answers and books, must be what comes of it in some order, one after the other.
 */
export async function crowd(run: Run, actor: Actor): Promise<string> {
  const deeds = await gather(run, actor)
  if (deeds.length < 2) return 'nobody came'
  const told = await Promise.all(deeds.map((deed) => deed.act()))
  for (const deed of deeds) await deed.tidyUp?.()
  checkRows(run.ledger, await run.ledger.look())
  const { organizationIdentifier } = actor.tpp
  const differences: string[] = []
  for (const order of orders(deeds)) {
    const model = actor.model.copy()
    const difference =
      answersIn(order, model, deeds, told) ??
      differenceIn(model, organizationIdentifier, run.ledger)
    if (difference === undefined) {
      actor.model = model
      await readSessions(actor)
      return summary(deeds, told)
    }
    differences.push(`${order.map(({ name }) => name).join(', ')}: ${difference}`)
  }
  assert.fail(`no order explains ${summary(deeds, told)}\n${differences.join('\n')}`)
}

const summary = (deeds: readonly Deed[], told: readonly string[]): string =>
  deeds.map(({ name }, place) => `${name} → ${told[place]}`).join('; ')

/** Two to four that have to do with one payment; each brings the links that it needs. */
async function gather(run: Run, actor: Actor): Promise<Deed[]> {
  const { chance } = run
  const all = [...actor.model.payments.values()]
  const payment = some(run, chance.oneIn(2) ? waitingIn(actor) : all.filter(isCancellable))
  if (!payment) return []
  const deeds: Deed[] = []
  const count = chance.between(2, 4)
  while (deeds.length < count) {
    const made = await chance.pick(payment.status === 'RCVD' ? ofWaiting : ofApproved)(
      run,
      actor,
      payment,
    )
    if (made && !(made.once && deeds.some(({ name }) => name === made.name))) deeds.push(made)
  }
  return deeds
}

type Maker = (run: Run, actor: Actor, payment: ModelPayment) => Promise<Deed | undefined>

/** One that waits too, on whose money it may depend. */
const rival: Maker = async (run, actor, { debtor, id }) => {
  const other = some(
    run,
    waitingIn(actor).filter((each) => each.debtor === debtor && each.id !== id),
  )
  return other && approval(actor, other, 'approve')
}

const approve: Maker = (_, actor, payment) => approval(actor, payment, 'approve')
const decline: Maker = (_, actor, payment) => approval(actor, payment, 'decline')
const remove: Maker = async (_, actor, payment) => deletion(actor, payment)
const run: Maker = async (_, actor) => batch(actor)
const cancel: Maker = (_, actor, payment) => cancellation(actor, payment)

const ofWaiting: readonly Maker[] = [approve, approve, decline, remove, run, bundle, rival]
const ofApproved: readonly Maker[] = [cancel, cancel, run, run, remove, rival]

/** Every order, and every way in which a deed may go in it. */
function* orders(deeds: readonly Deed[]): Generator<Step[]> {
  if (deeds.length === 0) {
    yield []
    return
  }
  for (const [place, deed] of deeds.entries()) {
    for (const rest of orders(deeds.toSpliced(place, 1))) {
      for (const way of deed.ways) yield [{ name: deed.name, deed, way }, ...rest]
    }
  }
}

interface Step {
  name: string
  deed: Deed
  way: Deed['ways'][number]
}

/** Goes that way in the model; what was told must be what it would have told. */
function answersIn(
  order: readonly Step[],
  model: ModelWorld,
  deeds: readonly Deed[],
  told: readonly string[],
): string | undefined {
  for (const { name, deed, way } of order) {
    const expected = way(model)
    const answer = told[deeds.indexOf(deed)]
    if (expected === undefined) return `${name} cannot go this way`
    if (answer !== expected) return `${name} would be ${expected}`
  }
  return undefined
}

/** Which visit was the last to begin one, where several came at once, is nobody's to know. */
async function readSessions({ model, people, sql }: Actor): Promise<void> {
  for (const [owner, { psuId }] of people) {
    const [row] = await sql<{ began: string }>(
      `select (extract(epoch from max(began_at)) * 1000)::bigint as began from psu_session
       where psu_id = $1`,
      [psuId],
    )
    model.sessionBeganAt(owner, Temporal.Instant.fromEpochMilliseconds(Number(row!.began)))
  }
}
