import { isUuid } from '../../kernel/uuid.ts'
import type { WorldQueries } from '../../storage/storage.ts'
import type { Payment } from '../payment.ts'
import { lockPayments } from '../payment-rows.ts'
import { isBulk } from '../payment-words.ts'
import type { PaymentEvent } from '../status.ts'
import { keepProgress, type Progress, walk } from './progress.ts'

/** What a batch is asked to hold back, and by whom. */
export interface Holding {
  tppId: string
  ids: readonly string[]
  /** The instant of the batch. */
  at: Temporal.Instant
}

export interface Held {
  counts: Readonly<Record<string, number>>
  /** Which cannot be held, by their place among the ids, and why. */
  refused: { place: number; text: string }[]
}

/**
 * Takes payments into the batch without carrying them out; the next batch goes on with them. A bulk
 * payment is held with all its parts that are due.
 */
export async function hold(world: WorldQueries, { tppId, ids, at }: Holding): Promise<Held> {
  const locked = await lockPayments(world, ids.filter(isUuid))
  const own = [...locked.values()].filter((payment) => payment.tppId === tppId)
  const found = ids.map((id) => findHeld(id, own, at))
  const refused = found.flatMap((each, place) =>
    typeof each === 'string' ? [{ place, text: each }] : [],
  )
  if (refused.length > 0) return { counts: {}, refused }
  const held = new Set(found.flatMap((each) => (typeof each === 'string' ? [] : each)))
  const around = own.filter((payment) => isBulk(payment) && payment.status !== 'ACSP')
  await keepProgress(world, [
    ...[...held].map((payment) => holdOne(payment, at, afterBatch(at))),
    ...around.map((payment) => holdOne(payment, at)),
  ])
  return { counts: held.size > 0 ? { PDNG: held.size } : {}, refused }
}

/** What there is to hold under this id, or why there is nothing. */
function findHeld(id: string, own: readonly Payment[], at: Temporal.Instant): Payment[] | string {
  const named = own.find((each) => each.id === id && each.place === null)
  if (!named) return 'There is no such payment.'
  if (named.service === 'periodic-payments') {
    return 'A periodic payment is not carried out itself; its executions are.'
  }
  const parts = named.service === 'payments' ? [named] : own.filter((each) => each.parentId === id)
  const waiting = parts.filter((part) => isWaiting(part, at))
  return waiting.length > 0 ? waiting : `It does not wait for this batch: it is ${named.status}.`
}

/** What is on its way to another bank cannot be held any more. */
const isWaiting = ({ status, readyAt }: Payment, at: Temporal.Instant): boolean =>
  status !== 'ACSP' &&
  status !== 'ACWP' &&
  readyAt !== null &&
  Temporal.Instant.compare(readyAt, at) <= 0

/** A bulk payment is told along with its parts; it is they that the next batch finds ready. */
function holdOne(
  { id, status }: Payment,
  at: Temporal.Instant,
  readyAt?: Temporal.Instant,
): Progress {
  const events: PaymentEvent[] = status === 'PDNG' ? ['held'] : ['taken-by-batch', 'held']
  return { id, outcome: { ...walk(status, events, at), readyAt, psuMessage } }
}

const psuMessage = 'The bank takes a closer look at the payment before it carries it out.'

/** Too late for this batch, in time for the next: the finest that the database tells apart. */
export const afterBatch = (at: Temporal.Instant): Temporal.Instant => at.add({ microseconds: 1 })
