import assert from 'node:assert/strict'
import { payAbroad } from './abroad.ts'
import { type Actor, type Run, send } from './actor.ts'
import { isAlongside, makeBasket } from './baskets.ts'
import { approve, approveInVain, decline, remove, some, waitingIn } from './decide.ts'
import { checkRows, differenceIn } from './invariants.ts'
import { isSingle } from './model-payment.ts'
import { payOnOneVisit } from './one-visit.ts'
import { payAtOnce, payMany, paySingle, payWeekly } from './pay.ts'
import { readOne } from './read.ts'
import { simulateCourse } from './simulation.ts'
import { type BasketRow, strangersTryBasket, strangersTryPayment } from './strangers.ts'

/**
 * Two TPPs at one bank, with the same customers, accounts and names of sessions: only their own
 * names stand between them. Time stands still up to the end, since the model knows of one TPP.
 */

/** Waits for whoever may approve it. */
async function leaveBasket(run: Run, actor: Actor): Promise<string> {
  const bundled = await actor.sql<{ id: string }>('select payment_id as id from basket_payment')
  const taken = new Set(bundled.map(({ id }) => id))
  const free = waitingIn(actor).filter(
    (each) => isSingle(each) && !each.open && !taken.has(each.id),
  )
  const first = some(run, free)
  if (!first) return 'nothing to bundle'
  const ids = free.filter((each) => isAlongside(first, each)).map(({ id }) => id)
  const { status, body } = await makeBasket(actor, first, ids)
  assert.equal(status, 201, JSON.stringify(body))
  return `left basket ${body.basketId}`
}

const basketsIn = ({ actors }: Run): Promise<BasketRow[]> =>
  actors[0]!.sql('select id, tpp_id as "tppId" from basket order by id')

async function check(run: Run): Promise<void> {
  const changes = await run.ledger.look()
  checkRows(run.ledger, changes)
  for (const { model, tpp } of run.actors) {
    assert.equal(differenceIn(model, tpp.organizationIdentifier, run.ledger, '*'), undefined)
  }
  for (const row of changes.rows) await strangersTryPayment(run, row)
  const basket = some(run, await basketsIn(run))
  if (basket) await strangersTryBasket(run, basket)
}

/** Once more when batches have carried out what was due, and the sessions are over. */
async function checkAtEnd(run: Run): Promise<void> {
  const { status, body } = await send(run.actors[0]!, 'POST', '/v1/sandbox/clock', {
    body: { advance: 'P15D' },
  })
  assert.equal(status, 200, JSON.stringify(body))
  for (const { model } of run.actors) model.now = Temporal.Instant.from(body.now)
  run.ledger.forget()
  const changes = await run.ledger.look()
  checkRows(run.ledger, changes)
  for (const row of changes.rows) await strangersTryPayment(run, row)
  const baskets = await basketsIn(run)
  const isPaid = changes.rows.some(({ status }) => status === 'ACSC')
  assert.ok(isPaid && baskets.length > 0, 'too few steps: there was little to see')
  for (const basket of baskets) await strangersTryBasket(run, basket)
}

simulateCourse(
  {
    ...{ holds: 'two TPPs at one bank learn and change nothing of each other', shared: true },
    steps: 60,
    likely: [
      [paySingle, 20],
      [payAtOnce, 8],
      [payMany, 5],
      [payOnOneVisit, 6],
      [payAbroad, 7],
      [payWeekly, 4],
      [approve, 20],
      [approveInVain, 3],
      [decline, 3],
      [remove, 6],
      [leaveBasket, 8],
      [readOne, 6],
    ],
    ...{ check, checkAtEnd },
  },
  1,
)
