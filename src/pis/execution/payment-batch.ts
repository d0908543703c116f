import type { Bank } from '../../bank/port.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { Log } from '../../observability/observability.ts'
import type { Queries, WorldQueries } from '../../storage/storage.ts'
import {
  chunkSize,
  type DuePayment,
  isAnyReady,
  readFirstReady,
  readWorldsReady,
  takeDue,
} from './due-payments.ts'
import { hold } from './hold.ts'
import { prepareOrders } from './orders.ts'
import { isUnderWay, outcomesAt } from './outcomes.ts'
import { followParts } from './parents.ts'
import { countByStatus, keepProgress, type Progress } from './progress.ts'

/**
 * Carries out what is due: single payments, parts of bulk payments and executions of periodic ones.
 * Entries and statuses are written in one transaction, so each payment is carried out once.
 */
export const paymentBatch = (bankIn: (world: WorldQueries) => Bank, log: BatchLog) => ({
  name: 'payments',
  timetable: 'batch' as const,
  readyFrom: async (world: WorldQueries) =>
    (await world.row(readFirstReady, []))?.readyFrom ?? undefined,
  worldsWaiting: (queries: Queries) => queries.rows(readWorldsReady, []),
  hold,
  execute: async (world: WorldQueries, at: Temporal.Instant) => {
    const { payments, parents } = await takeDue(world, at)
    const { settled, started } = await executeAll({ bank: bankIn(world), log }, payments, at)
    const progress = [...settled, ...started]
    await keepProgress(world, progress)
    await followParts(world, parents, at)
    return {
      counts: countByStatus(progress),
      executed: started.filter(isCarriedOut).length,
      // Some may have been deleted while their rows were waited for.
      done: payments.length < chunkSize && !(await isAnyReady(world, at)),
    }
  },
})

/** Counted by the batch in which the money leaves the debtor's account. */
const isCarriedOut = ({ outcome: { status } }: Progress): boolean =>
  status === 'ACSP' || status === 'ACSC'

export type BatchLog = Pick<Log, 'error'>

interface Carriers {
  bank: Bank
  log: BatchLog
}

/** Those on their way to another bank are settled; all others begin. */
async function executeAll(
  carriers: Carriers,
  payments: readonly DuePayment[],
  at: Temporal.Instant,
): Promise<{ settled: Progress[]; started: Progress[] }> {
  const underWay = payments.filter(({ status }) => isUnderWay(status))
  const starting = payments.filter(({ status }) => !isUnderWay(status))
  const settled = await settle(carriers, underWay, at)
  return { settled, started: await start(carriers.bank, starting, at) }
}

async function start(
  bank: Bank,
  payments: readonly DuePayment[],
  at: Temporal.Instant,
): Promise<Progress[]> {
  const prepared = await prepareOrders(bank, payments, osloDate(at))
  const orders = prepared.flatMap((each) => ('order' in each ? [each.order] : []))
  const results = (orders.length === 0 ? [] : await bank.execute(orders, at)).values()
  const outcomeOf = outcomesAt(at)
  return payments.map(({ id, status }, place) => {
    const each = prepared[place]!
    if (!('order' in each)) return { id, outcome: outcomeOf(status, each.refusal) }
    const result = results.next().value!
    return { id, outcome: outcomeOf(status, result.ok ? result.value.state : result.refusal) }
  })
}

async function settle(
  { bank, log }: Carriers,
  payments: readonly DuePayment[],
  at: Temporal.Instant,
): Promise<Progress[]> {
  if (payments.length === 0) return []
  const results = await bank.settle(
    payments.map(({ id }) => id),
    at,
  )
  const failed = payments.filter((_, place) => !results[place]?.ok)
  const stuck = await giveBack({ bank, log }, failed, at)
  const outcomeOf = outcomesAt(at)
  return payments.map(({ id, status }, place) => {
    if (stuck.has(id)) return { id, outcome: outcomeOf(status, 'stuck') }
    const result = results[place]!
    return { id, outcome: outcomeOf(status, result.ok ? 'settled' : result.refusal) }
  })
}

/** Those that cannot even come back: somebody has to look at them, and the next batch tries again. */
async function giveBack(
  { bank, log }: Carriers,
  payments: readonly DuePayment[],
  at: Temporal.Instant,
): Promise<Set<string>> {
  if (payments.length === 0) return new Set()
  const results = await bank.giveBack(
    payments.map(({ id }) => id),
    at,
  )
  const stuck = new Set<string>()
  for (const [place, { id: payment }] of payments.entries()) {
    const result = results[place]!
    if (result.ok) continue
    stuck.add(payment)
    log.error({ payment, refusal: result.refusal }, 'A payment could not be given back.')
  }
  return stuck
}
