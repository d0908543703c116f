import type { Actor, Run } from './actor.ts'
import { bankingDayFrom } from './calendar.ts'
import { create } from './create.ts'
import type { ModelPayment } from './model-payment.ts'
import { dated, debtorOf, numbered, partOf, paymentOf, someDay, wishOf } from './wishes.ts'

/** Steps that make payments in Norway, within a session. */

export async function paySingle(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor)
  const { debtor } = payer
  const wish = wishOf(run, actor, debtor)
  const asked = someDay(run, actor)
  const body = { debtorAccount: numbered(debtor), ...partOf(wish), ...dated(asked) }
  return create(run, actor, body, paymentOf(actor, payer, wish, 'single', asked))
}

export async function payAtOnce(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor)
  const { debtor } = payer
  const wish = wishOf(run, actor, debtor)
  const body = { debtorAccount: numbered(debtor), ...partOf(wish) }
  return create(run, actor, body, paymentOf(actor, payer, wish, 'instant', undefined))
}

export async function payMany(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor)
  const { debtor } = payer
  const wishes = Array.from({ length: run.chance.between(2, 6) }, () => wishOf(run, actor, debtor))
  const asked = someDay(run, actor)
  const body = { debtorAccount: numbered(debtor), payments: wishes.map(partOf), ...dated(asked) }
  const bulk = paymentOf(actor, payer, wishes[0]!, 'bulk', asked)
  bulk.children = wishes.map((wish, place) => ({
    ...paymentOf(actor, payer, wish, 'part', asked),
    place,
  }))
  return create(run, actor, body, bulk)
}

/** Every week, some weeks long; one for each account, so that none gets into another's way. */
export async function payWeekly(run: Run, actor: Actor): Promise<string> {
  const payer = debtorOf(run, actor)
  const { debtor } = payer
  const runs = ({ kind, debtor: of, status }: ModelPayment) =>
    kind === 'periodic' && of === debtor && (status === 'RCVD' || status === 'ACTC')
  if ([...actor.model.payments.values()].some(runs)) return 'has a series already'
  const wish = wishOf(run, actor, debtor)
  // Often today, when it depends on the hour whether that day is left.
  const days = run.chance.oneIn(3) ? 0 : run.chance.between(1, 12)
  const start = bankingDayFrom(actor.model.today.add({ days }))
  const until = start.add({ days: 7 * run.chance.between(0, 5) })
  const body = {
    ...{ debtorAccount: numbered(debtor), ...partOf(wish), frequency: 'Weekly' },
    ...{ startDate: start.toString(), endDate: until.toString(), executionRule: 'following' },
  }
  return create(run, actor, body, { ...paymentOf(actor, payer, wish, 'periodic', start), until })
}
