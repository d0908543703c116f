import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { ingrid, moveClock } from '../headless-psu.ts'
import {
  type Created,
  created,
  domestic,
  logIn,
  nok,
  periodic,
  read,
  refusal,
  runBatch,
  send,
  transfer,
} from '../paying.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'
import { expectedSeries } from './expected-series.ts'

/** Two years of periodic payments by the world's clock, which starts on a Friday morning in Oslo. */

const sandbox = await startSandbox({ clock: manualClock('2026-11-13T08:00:00Z') })
const tpp = await sandbox.tpp()
const psu = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
const one = { instructedAmount: { amount: '1.00', currency: 'NOK' } }

const agree = (series: object): Promise<Created> =>
  created(tpp, psu, { ...transfer(one), ...series }, periodic)

interface Details {
  transactionStatus: string
  nextExecutionDate?: string
  executions: { paymentId: string; executionDate: string; transactionStatus: string }[]
}

const agreed: Created[] = []
for (const { series } of expectedSeries) agreed.push(await agree(series))
const stopped = await agree({ startDate: '2026-11-16', frequency: 'Weekly' })
const today = await agree({ startDate: '2026-11-13', endDate: '2026-11-20', frequency: 'Weekly' })

test('a batch on demand makes no execution', async () => {
  assert.deepEqual((await runBatch(tpp)).body, {})
})

test('one whose last day is today is refused after six', async () => {
  const series = { startDate: '2026-11-13', endDate: '2026-11-30', frequency: 'Monthly' }
  const body = { ...transfer(one), ...series }
  const answer = await send(tpp, 'POST', periodic, { headers: psu, body })
  assertRefused(answer, refusal(400, 'EXECUTION_DATE_INVALID', 'body/endDate'))
})

test('that no execution is left is told along with everything else', async () => {
  const series = { startDate: '2026-11-13', endDate: '2026-11-13', frequency: 'Weekly' }
  const body = { ...transfer({ creditorAccount: nok('NO9386011117948') }), ...series }
  const answer = await send(tpp, 'POST', periodic, { headers: psu, body })
  const messages = ['FORMAT_ERROR body/creditorAccount/iban', 'EXECUTION_DATE_INVALID body/endDate']
  assertRefused(answer, { status: 400, code: 'FORMAT_ERROR', messages })
})

test('one that is approved after six on its first day begins with the next', async () => {
  await moveClock(tpp, 'P3D')
  const { executions, nextExecutionDate } = await read<Details>(tpp, today._links.self?.href)
  assert.deepEqual([executions, nextExecutionDate], [[], '2026-11-20'])
})

test('tells the next day, and its executions the reference that they are booked with', async () => {
  const { executions, nextExecutionDate } = await read<Details>(tpp, stopped._links.self?.href)
  assert.equal(nextExecutionDate, '2026-11-23')
  const id = executions[0]?.paymentId ?? ''
  const execution = await read<{ endToEndIdentification?: string }>(tpp, `${domestic}/${id}`)
  assert.equal(execution.endToEndIdentification, id.replaceAll('-', ''))
})

test('one that is cancelled makes no more executions, and those it made stay', async () => {
  const answer = await send<Created>(tpp, 'DELETE', stopped._links.self?.href ?? '', {
    headers: { ...(await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })) },
  })
  assert.equal(answer.status, 202, JSON.stringify(answer.body))
  const link = new URL(answer.body._links.scaRedirect?.href ?? '').pathname.split('/').at(-1)
  const body = { outcome: 'approve', customerNumber: ingrid }
  await tpp.client.call('POST', `/v1/sandbox/sca/${link}`, { body })
})

test('two years go by', async () => {
  const { body: first } = await moveClock(tpp, 'P400D')
  const { body: second } = await tpp.client.call<{ executed: number }>(
    'POST',
    '/v1/sandbox/clock',
    { body: { to: '2028-11-10T20:00:00+01:00' } },
  )
  const executed = (first as { executed: number }).executed + second.executed
  const all = expectedSeries.flatMap(({ dates }) => dates.trim().split(/\s+/)).length
  // And the one execution that was left of the series that began on its first day.
  assert.equal(executed, all + 1)
})

describe('executions are told in order, on the days that were worked out apart', () => {
  for (const [place, { series, dates }] of expectedSeries.entries()) {
    const { frequency, executionRule, endDate = 'no end' } = series
    test(`${frequency} from ${series.startDate}, ${executionRule}, ${endDate}`, async () => {
      const details = await read<Details>(tpp, agreed[place]?._links.self?.href)
      const { executions, transactionStatus } = details
      assert.deepEqual(
        executions.map(({ executionDate }) => executionDate),
        dates.trim().split(/\s+/),
      )
      assert.deepEqual([...new Set(executions.map((each) => each.transactionStatus))], ['ACSC'])
      assert.equal(transactionStatus, series.endDate === undefined ? 'ACTC' : 'ACSC')
    })
  }
})

test('each is booked once, on its day, as a standing order', async () => {
  const rows = await sandbox.sql(
    `select t.details ->> 'bankTransactionCode' as code,
       count(*) filter (where t.value_date <> p.execution_on)::int as wrong_days
     from payment p
       join payment_execution e on e.world_id = p.world_id and e.reference = p.id::text
       join ledger_transaction t on t.world_id = p.world_id and t.id = e.debtor_transaction_id
     where p.parent_id is not null group by 1`,
  )
  assert.deepEqual(rows, [{ code: 'PMNT-ICDT-STDO', wrong_days: 0 }])
  const [{ executions = 0, references = 0 } = {}] = await sandbox.sql<{
    executions: number
    references: number
  }>(
    `select count(*)::int as executions, count(distinct t.end_to_end_id)::int as references
     from payment p
       join payment_execution e on e.world_id = p.world_id and e.reference = p.id::text
       join ledger_transaction t on t.world_id = p.world_id and t.id = e.debtor_transaction_id
     where p.parent_id is not null`,
  )
  assert.equal(references, executions)
})

test('the cancelled one stayed as it was', async () => {
  const { executions, transactionStatus, nextExecutionDate } = await read<Details>(
    tpp,
    stopped._links.self?.href,
  )
  assert.equal(transactionStatus, 'CANC')
  assert.equal(nextExecutionDate, undefined)
  assert.deepEqual(
    executions.map(({ executionDate }) => executionDate),
    ['2026-11-16'],
  )
})
