import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { StatusStep, TppMessage } from '../payment.ts'
import { next, type PaymentEvent, type PaymentStatus } from '../status.ts'

/** What a batch has made of a payment. Many payments of a batch share one outcome. */
export interface Progress {
  id: string
  outcome: Outcome
}

export interface Outcome {
  status: PaymentStatus
  /** Every status on the way there. */
  steps: readonly StatusStep[]
  /** When a batch shall look at it again. */
  readyAt?: Temporal.Instant | undefined
  /** Said when the money was missing. */
  fundsAvailable?: false
  messages?: readonly TppMessage[]
  psuMessage?: string
}

/** One event after the other, as the table of the statuses has them. */
export function walk(
  from: PaymentStatus,
  events: readonly PaymentEvent[],
  at: Temporal.Instant,
): Pick<Outcome, 'status' | 'steps'> {
  let status = from
  const instant = at.toString()
  const steps = events.map((event): StatusStep => {
    status = next(status, event)
    return { status, event, at: instant }
  })
  return { status, steps }
}

/** In one statement. Whoever calls this has locked the rows. */
export async function keepProgress(
  world: WorldQueries,
  progress: readonly Progress[],
): Promise<void> {
  if (progress.length === 0) return
  const { outcomes, places } = grouped(progress)
  await world.run(advance, [
    progress.map(({ id }) => id),
    places,
    outcomes.map(({ status }) => status),
    outcomes.map(({ steps }) => JSON.stringify(steps)),
    outcomes.map(({ readyAt }) => readyAt ?? null),
    outcomes.map(({ fundsAvailable }) => fundsAvailable ?? null),
    outcomes.map(({ messages }) => (messages ? JSON.stringify(messages) : null)),
    outcomes.map(({ psuMessage }) => psuMessage ?? null),
  ])
}

/** Each outcome is sent once, and a payment names its place, counted from 1. */
function grouped(progress: readonly Progress[]): { outcomes: Outcome[]; places: number[] } {
  const outcomes: Outcome[] = []
  const known = new Map<Outcome, number>()
  const places = progress.map(({ outcome }) => {
    const place = known.get(outcome) ?? outcomes.push(outcome)
    known.set(outcome, place)
    return place
  })
  return { outcomes, places }
}

const advance = worldStatement<
  [
    ids: string[],
    places: number[],
    statuses: string[],
    steps: string[],
    readyAt: (Temporal.Instant | null)[],
    fundsAvailable: (boolean | null)[],
    messages: (string | null)[],
    psuMessages: (string | null)[],
  ]
>(
  'payments-advance',
  `with outcome as materialized (
     select * from unnest($4::text[], $5::jsonb[], $6::timestamptz[], $7::boolean[], $8::jsonb[],
       $9::text[]) with ordinality
       as o (status, steps, ready_at, funds_available, messages, psu_message, place)
   )
   update payment p set status = o.status, history = p.history || o.steps, ready_at = o.ready_at,
     funds_available = coalesce(o.funds_available, p.funds_available),
     messages = coalesce(o.messages, p.messages), psu_message = o.psu_message
   from (select $2::uuid[] as ids, $3::int[] as places offset 0) as given,
     unnest(ids, places) as n (id, place) join outcome o on o.place = n.place
   where p.world_id = $1 and p.id = n.id`,
)

export type Counts = Readonly<Record<string, number>>

export function countByStatus(progress: readonly Progress[]): Counts {
  const counts: Record<string, number> = {}
  for (const { outcome } of progress) {
    const { status } = outcome
    counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}
