import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Problem } from '../../kernel/problem.ts'
import type { Storage } from '../../storage/storage.ts'
import type { Input } from '../../wire/operation.ts'
import { type listRequests, requestChecks } from '../../wire/sandbox-requests.ts'
import { openSandboxStorage, random } from '../data/sandbox-world.fixture.ts'
import { createTimeline, type FinishedCall } from './timeline.ts'

const storage = await openSandboxStorage()
const errors: object[] = []
const log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields: object) => void errors.push(fields),
}
const timeline = createTimeline({ storage, log, flushMs: 60_000 })
after(() => timeline.stop())

const now = Temporal.Instant.from('2026-03-18T09:30:00.123Z')
const call = (tppId: string, particulars: Partial<FinishedCall> = {}): FinishedCall => ({
  ...{ tppId, at: now, requestId: random.uuid(), method: 'GET', target: '/v1/sandbox/accounts' },
  ...{ operation: 'list-sandbox-accounts', status: 200, durationMs: 3.25 },
  ...{ code: undefined, errorId: undefined, refusedAt: undefined, faultId: undefined },
  ...particulars,
})

const listOf = async (tppId: string, limit?: number, from = timeline) => {
  const roles = ['AISP'] as const
  const caller = { tppId, tppName: tppId, roles, world: 1n, now, requestId: '1' }
  const query = limit === undefined ? {} : { limit }
  const { requests } = await from.list(caller, { query } as Input<typeof listRequests>)
  return requests
}

test('a TPP sees its own last call at once, and nobody else does', async () => {
  timeline.record(call('first', { requestId: 'abc' }))
  const [seen, ...more] = await listOf('first')
  assert.equal(more.length, 0)
  assert.deepEqual(seen, {
    ...{ time: '2026-03-18T09:30:00.123Z', requestId: 'abc', method: 'GET' },
    ...{ path: '/v1/sandbox/accounts', operation: 'list-sandbox-accounts' },
    ...{ status: 200, durationMs: 3.25 },
    checks: requestChecks.map((check) => ({ check, verdict: 'passed' })),
  })
  assert.deepEqual(await listOf('second'), [])
})

test('a refusal shows what had passed before it and what was not reached', async () => {
  const errorId = random.uuid()
  const refusal = { status: 400, code: 'TIMESTAMP_INVALID', errorId, refusedAt: 'date' } as const
  timeline.record(call('refused', refusal))
  const [seen] = await listOf('refused')
  assert.equal(seen?.errorId, errorId)
  const verdictOf = (name: string) => seen?.checks.find(({ check }) => check === name)?.verdict
  assert.equal(verdictOf('certificate'), 'passed')
  assert.equal(verdictOf('date'), 'refused')
  assert.equal(verdictOf('digest'), 'not-reached')
  assert.equal(verdictOf('act'), 'not-reached')
})

test('the latest 200 are kept, newest first', async () => {
  for (let turn = 0; turn < 3; turn++) {
    for (let count = 0; count < 90; count++) {
      timeline.record(call('busy', { requestId: String(turn * 90 + count) }))
    }
    await timeline.flush()
  }
  const all = await listOf('busy', 200)
  assert.deepEqual(
    all.map(({ requestId }) => requestId),
    Array.from({ length: 200 }, (_, count) => String(269 - count)),
  )
  assert.equal((await listOf('busy')).length, 50)
})

test('neither queries nor numbers of people are kept', async () => {
  const target = '/v1/sandbox/customers/17848800880?fromDate=2026-01-01'
  timeline.record(call('private', { target, requestId: 'of-17848800880' }))
  const [seen] = await listOf('private')
  assert.equal(seen?.path, '/v1/sandbox/customers/[digits]')
  assert.doesNotMatch(JSON.stringify(seen), /17848800880|fromDate/)
})

test('while the database is away calls wait, and beyond a bound the oldest are dropped', async () => {
  let away = true
  const moody: Storage = {
    ...storage,
    transaction: async (note, work) => {
      if (away) throw new Problem('SERVICE_UNAVAILABLE', 'away')
      return storage.transaction(note, work)
    },
  }
  const bounded = createTimeline({ storage: moody, log, flushMs: 60_000, waitingMax: 10 })
  for (let count = 0; count < 25; count++) {
    bounded.record(call('away', { requestId: String(count) }))
    if (count % 7 === 0) await bounded.flush()
  }
  away = false
  const seen = await listOf('away', 200, bounded)
  assert.ok(seen.length >= 5 && seen.length <= 10)
  assert.equal(seen[0]?.requestId, '24')
  await bounded.stop()
})

test('what the database refuses is logged and dropped, and the rest goes on', async () => {
  timeline.record(call('refusing', { errorId: 'no uuid' }))
  await timeline.flush()
  assert.equal(errors.length, 1)
  assert.match(JSON.stringify(errors[0]), /invalid input syntax for type uuid/)
  timeline.record(call('refusing'))
  assert.equal((await listOf('refusing')).length, 1)
  assert.equal(errors.length, 1)
})

test('two processes that write at once lose nothing', async () => {
  const other = createTimeline({ storage, log, flushMs: 60_000 })
  for (let count = 0; count < 60; count++) (count % 2 ? timeline : other).record(call('both'))
  await Promise.all([timeline.flush(), other.flush()])
  assert.equal((await listOf('both', 200)).length, 60)
  await other.stop()
})
