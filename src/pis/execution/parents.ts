import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { TppMessage } from '../payment.ts'
import type { PaymentEvent, PaymentStatus } from '../status.ts'
import type { Parent } from './due-payments.ts'
import { keepProgress, type Outcome, type Progress, walk } from './progress.ts'

/** How the parts of a bulk payment, or the executions of a periodic one, stand. */
interface Parts {
  parentId: string
  all: number
  /** ACSP or ACSC. */
  booked: number
  settled: number
  ended: number
  withoutFunds: number
}

/** A bulk payment is what its parts are; a periodic one ends with its last execution. */
export async function followParts(
  world: WorldQueries,
  parents: readonly Parent[],
  at: Temporal.Instant,
): Promise<void> {
  if (parents.length === 0) return
  const rows = await world.rows(countParts, [parents.map(({ id }) => id)])
  const partsOf = new Map(rows.map((parts) => [parts.parentId, parts]))
  const progress = parents.flatMap((parent): Progress[] => {
    const parts = partsOf.get(parent.id)
    if (!parts) return []
    const events =
      parent.service === 'bulk-payments' ? ofBulk(parent, parts) : ofSeries(parent, parts)
    if (events.length === 0) return []
    const { id, status } = parent
    const bulk = parent.service === 'bulk-payments'
    return [{ id, outcome: { ...walk(status, events, at), ...(bulk && failuresIn(parts)) } }]
  })
  await keepProgress(world, progress)
}

const inProgress: readonly PaymentStatus[] = ['ACTC', 'ACWC', 'PDNG', 'ACSP']

/** One that was cancelled while the batch waited for its row stays so, with all its parts. */
function ofBulk({ status }: Parent, { all, booked, settled, ended }: Parts): PaymentEvent[] {
  if (!inProgress.includes(status)) return []
  const events: PaymentEvent[] = []
  if (status === 'ACTC' || status === 'ACWC') events.push('taken-by-batch')
  if (status !== 'ACSP' && booked > 0) events.push('debtor-booked')
  if (ended < all) return events
  if (settled === all) return [...events, 'all-parts-settled']
  return [...events, settled === 0 ? 'no-part-settled' : 'some-parts-settled']
}

/** One that was stopped stays so, whatever became of the execution that was under way. */
function ofSeries({ status, goesOn }: Parent, { all, ended }: Parts): PaymentEvent[] {
  return status === 'ACTC' && !goesOn && ended === all ? ['last-execution-done'] : []
}

function failuresIn({ all, settled, ended, withoutFunds }: Parts): Partial<Outcome> {
  if (ended < all || settled === all) return {}
  const text = `${all - settled} of ${all} payments were not carried out.`
  const messages: TppMessage[] = [{ category: 'ERROR', code: 'PAYMENT_FAILED', text }]
  return { messages, ...(withoutFunds > 0 && { fundsAvailable: false }) }
}

const countParts = worldStatement<[parentIds: string[]], Parts>(
  'payment-parts-count',
  `select p.parent_id as "parentId", count(*)::int as "all",
     (count(*) filter (where p.status in ('ACSP', 'ACSC')))::int as booked,
     (count(*) filter (where p.status = 'ACSC'))::int as settled,
     (count(*) filter (where p.status in ('ACSC', 'ACCP', 'RJCT', 'CANC')))::int as ended,
     (count(*) filter (where p.status = 'ACCP'))::int as "withoutFunds"
   from payment p where p.world_id = $1 and p.parent_id = any($2::uuid[])
   group by p.parent_id`,
)
