import { later } from './calendar.ts'
import type { ModelWorld } from './model.ts'
import { type ModelPayment, moversOf } from './model-payment.ts'

/** A batch, as simply as it can be said: one payment after the other. */

/** How many it left in which status. */
export type Counts = Record<string, number>

/** Each is paid from what those before it have left. */
export function runBatch(world: ModelWorld, at: Temporal.Instant): Counts {
  const ready = [...world.payments.values()]
    .flatMap((payment) => [payment, ...payment.children])
    .filter(({ kind }) => kind !== 'periodic' && kind !== 'bulk')
    .filter((payment) => isReady(payment, at))
    .sort(byReadiness)
  const counts: Counts = {}
  for (const payment of ready) {
    if (isOnItsWay(payment)) finish(payment, 'ACSC')
    else carryOut(world, payment, at)
    counts[payment.status] = (counts[payment.status] ?? 0) + 1
  }
  for (const parent of world.payments.values()) settleParent(parent)
  return counts
}

/** The money has left, and another bank has to post it. */
const isOnItsWay = ({ status }: ModelPayment): boolean => status === 'ACSP' || status === 'ACWP'

const isReady = ({ readyAt }: ModelPayment, at: Temporal.Instant): boolean =>
  readyAt !== undefined && !later(readyAt, at)

/** Too late for the batch of that instant, in time for the next. */
export const afterBatch = (at: Temporal.Instant): Temporal.Instant => at.add({ microseconds: 1 })

/** What a batch could take and leave lying. */
export const holdableIn = (payment: ModelPayment, at: Temporal.Instant): ModelPayment[] =>
  moversOf(payment).filter((each) => !isOnItsWay(each) && isReady(each, at))

/** Takes it into the batch and leaves it there; how many that are. */
export function hold(payment: ModelPayment, at: Temporal.Instant): number {
  const held = holdableIn(payment, at)
  for (const each of held) Object.assign(each, { status: 'PDNG', readyAt: afterBatch(at) })
  payment.status = 'PDNG'
  return held.length
}

function carryOut(world: ModelWorld, payment: ModelPayment, at: Temporal.Instant): void {
  if (world.isRefused(payment)) finish(payment, 'RJCT')
  else if (!world.pay(payment)) finish(payment, 'ACCP')
  else if (world.accounts.has(payment.creditor)) finish(payment, 'ACSC')
  else Object.assign(payment, { status: 'ACSP', readyAt: afterBatch(at) })
}

function finish(payment: ModelPayment, status: string): void {
  payment.status = status
  payment.readyAt = undefined
}

const over = new Set(['ACSC', 'ACCP', 'RJCT', 'CANC'])

/** A whole goes by its parts. */
function settleParent(parent: ModelPayment): void {
  if (!parent.approved || parent.status === 'CANC') return
  const ended = parent.children.every(({ status }) => over.has(status))
  if (parent.kind === 'periodic' && ended && !parent.nextDue) parent.status = 'ACSC'
  if (parent.kind === 'bulk') parent.status = ended ? endOf(parent) : underWay(parent)
}

function endOf({ children }: ModelPayment): string {
  const settled = children.filter(({ status }) => status === 'ACSC').length
  if (settled === children.length) return 'ACSC'
  return settled === 0 ? 'RJCT' : 'PART'
}

const underWay = ({ status, children }: ModelPayment): string =>
  children.some((part) => part.status === 'ACSP') ? 'ACSP' : status

/** As the batch takes them: what has waited longest first, parts in their order, the rest by id. */
function byReadiness(one: ModelPayment, other: ModelPayment): number {
  const waited = Temporal.Instant.compare(one.readyAt!, other.readyAt!)
  if (waited !== 0) return waited
  const placeOf = ({ place = Number.POSITIVE_INFINITY }: ModelPayment) => place
  if (placeOf(one) !== placeOf(other)) return placeOf(one) - placeOf(other)
  return one.id < other.id ? -1 : 1
}
