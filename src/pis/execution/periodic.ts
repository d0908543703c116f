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
import { madeEndToEndId } from './order.ts'

/**
 * Makes the executions of the day out of periodic payments: payments of their own, approved with
 * the series. The batch of the same hour carries them out.
 */
export const periodicBatch = (random: Random) => ({
  name: 'periodic-payments',
  timetable: 'periodic' as const,
  readyFrom: async (world: WorldQueries) =>
    (await world.row(readFirstNext, []))?.readyFrom ?? undefined,
  worldsWaiting: (queries: Queries) => queries.rows(readWorldsNext, []),
  execute: async (world: WorldQueries, at: Temporal.Instant) => {
    const day = osloDate(at)
    const series = await world.rows(lockDue, [day, at])
    const ids = series.map(() => random.uuid())
    await world.run(insertExecutions, [
      series.map(({ id }) => id),
      ids,
      ids.map(madeEndToEndId),
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
  [parentIds: string[], ids: string[], endToEndIds: string[], history: string, at: Temporal.Instant]
>(
  'periodic-insert-executions',
  `insert into payment (world_id, id, tpp_id, service, product, parent_id, customer_id, meant_for,
     context, agreement_id, debtor_account_id, body, amount, currency, fee, fee_currency,
     end_to_end_id, requested_on, execution_on, status, history, likeness, created_at, approved_at,
     ready_at)
   select $1, n.id, p.tpp_id, 'payments', p.product, p.id, p.customer_id, p.meant_for, p.context,
     p.agreement_id, p.debtor_account_id, ${executionBody}, p.amount, p.currency, p.fee,
     p.fee_currency, coalesce(p.body ->> 'endToEndIdentification', n.end_to_end_id), p.next_on,
     p.next_on, 'ACTC', $5::jsonb, p.likeness, $6, p.approved_at, $6
   from unnest($2::uuid[], $3::uuid[], $4::text[]) as n (parent_id, id, end_to_end_id)
     join payment p on p.world_id = $1 and p.id = n.parent_id`,
)

const setNext = worldStatement<[ids: string[], nextOn: (Temporal.PlainDate | null)[]]>(
  'periodic-set-next',
  `update payment p set next_on = n.next_on from unnest($2::uuid[], $3::date[]) as n (id, next_on)
   where p.world_id = $1 and p.id = n.id`,
)

const dayBegins = (alias: string) => `(${alias}.next_on::timestamp at time zone 'Europe/Oslo')`

/**
 * When the first series of a world is to be made. One that is approved on its day is made from then
 * on, so it may be ready later than others that stand behind it in the index: all such up to the
 * first that was approved in time are compared with that one.
 */
const firstReady = (world: string) =>
  `select least(intime.begins, (
       select min(late.approved_at) from payment late
       where late.world_id = ${world} and late.next_on < coalesce(intime.next_on, 'infinity')
     )) as ready_from
   from (select 1) as always left join lateral (
     select p.next_on, ${dayBegins('p')} as begins from payment p
     where p.world_id = ${world} and p.next_on is not null and p.approved_at <= ${dayBegins('p')}
     order by p.next_on, p.id limit 1) as intime on true`

const readFirstNext = worldStatement<[], { readyFrom: Temporal.Instant | null }>(
  'periodic-first-next',
  `select ready_from as "readyFrom" from (${firstReady('$1')}) as first`,
)

const readWorldsNext = acrossWorlds<[], { world: bigint; readyFrom: Temporal.Instant }>(
  'executions of periodic payments are made by themselves in every world',
  'periodic-worlds-next',
  `with recursive waiting as (
     (select world_id from payment where next_on is not null
      order by world_id, next_on, id limit 1)
     union all
     select following.* from waiting cross join lateral (
       select p.world_id from payment p
       where p.next_on is not null and p.world_id > waiting.world_id
       order by p.world_id, p.next_on, p.id limit 1) as following)
   select w.world_id as world, first.ready_from as "readyFrom"
   from waiting w cross join lateral (${firstReady('w.world_id')}) as first`,
)
