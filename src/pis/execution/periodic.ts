import assert from 'node:assert/strict'
import { osloDate } from '../../kernel/oslo.ts'
import { nextExecution } from '../../kernel/periodic-dates.ts'
import { parsePeriodicSeries } from '../../kernel/periodic-series.ts'
import type { Random } from '../../kernel/random.ts'
import {
  acrossWorlds,
  type Queries,
  type WorldQueries,
  worldStatement,
} from '../../storage/storage.ts'
import { begun } from '../history.ts'
import type { PeriodicBody } from '../payment.ts'
import { chunkSize } from './due-payments.ts'

/**
 * Makes the executions of the day out of periodic payments: payments of their own, approved with
 * the series. The batch of the same hour carries them out.
 */
export const periodicBatch = (random: Random) => ({
  name: 'periodic-payments',
  timetable: 'periodic' as const,
  readyFrom: async (world: WorldQueries) => (await world.row(readFirstNext, []))?.readyFrom,
  worldsWaiting: (queries: Queries) => queries.rows(readWorldsNext, []),
  execute: async (world: WorldQueries, at: Temporal.Instant) => {
    const day = osloDate(at)
    const series = await world.rows(lockDue, [day, at])
    await world.run(insertExecutions, [
      series.map(({ id }) => id),
      series.map(() => random.uuid()),
      JSON.stringify(begun('created-exempt', at).history),
      at,
    ])
    await world.run(setNext, [
      series.map(({ id }) => id),
      series.map(({ body, nextOn }) => executionAfter(body, nextOn)),
    ])
    // They count when they are carried out.
    return {
      counts: {},
      executed: 0,
      done: series.length < chunkSize && !(await isDue(world, day, at)),
    }
  },
})

const isDue = async (world: WorldQueries, day: Temporal.PlainDate, at: Temporal.Instant) =>
  (await world.row(readAnyDue, [day, at])) !== undefined

function executionAfter(body: PeriodicBody, day: string): Temporal.PlainDate | null {
  const series = parsePeriodicSeries(body)
  assert(series.ok, 'A periodic payment was approved that cannot be read.')
  return nextExecution(series.value, Temporal.PlainDate.from(day)) ?? null
}

const due = 'p.world_id = $1 and p.next_on <= $2 and p.approved_at <= $3'

const lockDue = worldStatement<
  [day: Temporal.PlainDate, at: Temporal.Instant],
  { id: string; body: PeriodicBody; nextOn: string }
>(
  'periodic-lock-due',
  `select p.id, p.body, p.next_on as "nextOn" from payment p
   where ${due} order by p.id limit ${chunkSize} for no key update`,
)

const readAnyDue = worldStatement<
  [day: Temporal.PlainDate, at: Temporal.Instant],
  { due: boolean }
>('periodic-any-due', `select true as due from payment p where ${due} limit 1`)

/** Without what makes the series, and for the day. */
const executionBody = `p.body - '{startDate, endDate, frequency, dayOfExecution, monthsOfExecution,
  executionRule}'::text[] || jsonb_build_object('requestedExecutionDate', p.next_on)`

const insertExecutions = worldStatement<
  [parentIds: string[], ids: string[], history: string, at: Temporal.Instant]
>(
  'periodic-insert-executions',
  `insert into payment (world_id, id, tpp_id, service, product, parent_id, customer_id, meant_for,
     context, agreement_id, debtor_account_id, body, amount, currency, fee, fee_currency,
     end_to_end_id, requested_on, execution_on, status, history, likeness, created_at, approved_at,
     ready_at)
   select $1, n.id, p.tpp_id, 'payments', p.product, p.id, p.customer_id, p.meant_for, p.context,
     p.agreement_id, p.debtor_account_id, ${executionBody}, p.amount, p.currency, p.fee,
     p.fee_currency, p.body ->> 'endToEndIdentification', p.next_on, p.next_on, 'ACTC', $4::jsonb,
     p.likeness, $5, p.approved_at, $5
   from unnest($2::uuid[], $3::uuid[]) as n (parent_id, id)
     join payment p on p.world_id = $1 and p.id = n.parent_id`,
)

const setNext = worldStatement<[ids: string[], nextOn: (Temporal.PlainDate | null)[]]>(
  'periodic-set-next',
  `update payment p set next_on = n.next_on from unnest($2::uuid[], $3::date[]) as n (id, next_on)
   where p.world_id = $1 and p.id = n.id`,
)

/** One that is approved after the hour has passed on its first day is made on the next. */
const readyFrom = (alias: string) =>
  `greatest(${alias}.next_on::timestamp at time zone 'Europe/Oslo', ${alias}.approved_at)`

const readFirstNext = worldStatement<[], { readyFrom: Temporal.Instant }>(
  'periodic-first-next',
  `select ${readyFrom('p')} as "readyFrom" from payment p
   where p.world_id = $1 and p.next_on is not null order by p.next_on, p.id limit 1`,
)

const readWorldsNext = acrossWorlds<[], { world: bigint; readyFrom: Temporal.Instant }>(
  'executions of periodic payments are made by themselves in every world',
  'periodic-worlds-next',
  `with recursive waiting as (
     (select world_id, next_on, approved_at from payment where next_on is not null
      order by world_id, next_on, id limit 1)
     union all
     select following.* from waiting cross join lateral (
       select p.world_id, p.next_on, p.approved_at from payment p
       where p.next_on is not null and p.world_id > waiting.world_id
       order by p.world_id, p.next_on, p.id limit 1) as following)
   select world_id as world, ${readyFrom('waiting')} as "readyFrom" from waiting`,
)
