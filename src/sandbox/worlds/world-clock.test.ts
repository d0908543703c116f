import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from '../../../test/databases.ts'
import { manualClock } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import {
  inWorld,
  type Storage,
  type Transaction,
  type WorldQueries,
  worldStatement,
} from '../../storage/storage.ts'
import type { Executor } from './batch-executor.ts'
import { addPayments, demoExecutor } from './demo-payments.fixture.ts'
import { callerIn, demoDatabase, openDemo } from './demo-world.fixture.ts'
import { createWorldClock } from './world-clock.ts'
import { createWorlds } from './worlds.ts'

const monday = '2026-11-16T09:30:00+01:00'
const real = manualClock(monday)
const { url, storage } = await demoDatabase(real)

let worldCount = 0

/** A TPP with a world of its own and what one can do in it. */
async function tpp(executors: Executor[] = [demoExecutor()], where: Storage = storage) {
  const name = `PSDNO-${++worldCount}`
  const worlds = createWorlds({ storage: where, fill: async () => {}, shared: false })
  const clock = createWorldClock({ storage: where, executors, clock: real })
  const enter = () => worlds.enter(name, real.now())
  const { id } = await enter()
  return {
    id,
    name,
    clock,
    now: async () => (await enter()).now.toString(),
    caller: async (requestId?: string) => callerIn(await enter(), name, requestId),
    move: async (body: { to: string } | { advance: string }, requestId?: string) =>
      clock.move(callerIn(await enter(), name, requestId), { path: {}, query: {}, body }),
    add: (readyAt: string, count?: number, kind?: string) =>
      write((tx) => addPayments(inWorld(tx, id), readyAt, count, kind)),
    executions: () => query<Execution>(url, readExecutions, [id]),
  }
}

const write = (work: (tx: Transaction) => Promise<void>) =>
  storage.transaction({ actor: 'test', action: 'write', requestId: null }, work)

interface Execution {
  at: string
  kind: string
  count: number
}

const readExecutions = `
  select to_char(e.at at time zone 'Europe/Oslo', 'YYYY-MM-DD HH24:MI') as at, p.kind,
    count(*)::int as count
  from demo_execution e join demo_payment p on (p.world_id, p.id) = (e.world_id, e.payment_id)
  where e.world_id = $1 group by 1, 2 order by 1, 2`

async function refusal(action: Promise<unknown>): Promise<string> {
  const problem = await action.then(() => undefined).catch((error: unknown) => error)
  assert.ok(problem instanceof Problem, String(problem))
  return `${problem.code} ${problem.findings.map(({ path, text }) => `${path}: ${text}`).join()}`
}

test('the clock shows real time until it is moved, and runs on from where it was moved to', async () => {
  const { clock, caller, move, now } = await tpp()
  assert.deepEqual(await clock.read(await caller()), { now: monday })
  const moved = await move({ advance: 'P1D' })
  assert.deepEqual(moved, { now: '2026-11-17T09:30:00+01:00', batches: 5, executed: 0 })
  assert.equal(await now(), '2026-11-17T08:30:00Z')
  assert.equal((await move({ to: '2026-11-17T10:00:00+01:00' })).batches, 1)
})

test('a day later is the same time of day, also when summer time begins', async () => {
  const { move } = await tpp()
  await move({ to: '2027-03-27T12:00:00+01:00' })
  assert.equal((await move({ advance: 'P1D' })).now, '2027-03-28T12:00:00+02:00')
})

const refused: [why: string, body: { to: string } | { advance: string }, text: RegExp][] = [
  ['back', { to: '2026-11-16T09:29:59+01:00' }, /to: The clock goes forward only/],
  ['to where it stands', { to: monday }, /to: The clock goes forward only/],
  ['more than 400 days', { advance: 'P401D' }, /advance: The clock goes at most 400 days/],
  ['to a day too far', { to: '2028-01-01T00:00:00Z' }, /to: The clock goes at most 400 days/],
  ['by nothing', { advance: 'PT0S' }, /advance: The duration is zero/],
  ['by what is no duration', { advance: '1 day' }, /advance: Write an ISO 8601 duration/],
  ['to what is no time', { to: '2026-11-31T25:00:00+99:00' }, /to: There is no such time/],
]

for (const [why, body, text] of refused) {
  test(`the clock is not moved ${why}`, async () => {
    const { move, now } = await tpp()
    const answer = await refusal(move(body))
    assert.match(answer, /^FORMAT_ERROR body\//)
    assert.match(answer, text)
    assert.equal(await now(), '2026-11-16T08:30:00Z')
  })
}

test('what falls due on the way runs in order, each at its own time', async () => {
  const seen: string[] = []
  const watched = (name: string, timetable: 'batch' | 'periodic'): Executor => {
    const demo = demoExecutor({ name, timetable })
    return {
      ...demo,
      execute: async (world, at) => {
        seen.push(`${name} ${(await clockOf(world)).equals(at) ? 'on time' : 'late'} ${at}`)
        return demo.execute(world, at)
      },
    }
  }
  const { add, move, executions } = await tpp([
    watched('periodic', 'periodic'),
    watched('payments', 'batch'),
  ])
  await add('2026-11-18T00:00:00+01:00', 2, 'payments')
  await add('2026-11-16T11:00:00+01:00', 1, 'payments')
  await add('2026-11-18T00:00:00+01:00', 1, 'periodic')
  await add('2026-11-21T00:00:00+01:00', 1, 'payments')
  await add('2026-11-22T00:00:00+01:00', 1, 'periodic')
  await add('2026-12-24T00:00:00+01:00', 1, 'payments')
  assert.deepEqual(await move({ advance: 'P7D' }), {
    now: '2026-11-23T09:30:00+01:00',
    batches: 25,
    executed: 6,
  })
  assert.deepEqual(seen, [
    'payments on time 2026-11-16T12:00:00Z',
    'periodic on time 2026-11-18T05:00:00Z',
    'payments on time 2026-11-18T05:00:00Z',
    'periodic on time 2026-11-22T05:00:00Z',
    'payments on time 2026-11-23T05:00:00Z',
  ])
  assert.deepEqual((await executions()).at(-1), {
    at: '2026-11-23 06:00',
    kind: 'payments',
    count: 1,
  })
})

const readAhead = worldStatement<[], { ahead: bigint }>(
  'test-clock',
  'select clock_ahead_ms as ahead from world where id = $1',
)

/** What the world's clock shows inside the transaction that runs a batch. */
async function clockOf(world: WorldQueries): Promise<Temporal.Instant> {
  const row = await world.row(readAhead, [])
  return real.now().add({ milliseconds: Number(row?.ahead) })
}

test('two moves at the same time are made one after the other', async () => {
  const { move, now, add, executions } = await tpp()
  for (let day = 17; day < 27; day++) await add(`2026-11-${day}T00:00:00+01:00`)
  const moves = await Promise.all([1, 2, 3, 4].map(() => move({ advance: 'P3D' })))
  assert.equal(await now(), '2026-11-28T08:30:00Z')
  assert.deepEqual(moves.map((moved) => moved.now).sort(), [
    '2026-11-19T09:30:00+01:00',
    '2026-11-22T09:30:00+01:00',
    '2026-11-25T09:30:00+01:00',
    '2026-11-28T09:30:00+01:00',
  ])
  assert.equal(
    moves.reduce((sum, { executed }) => sum + executed, 0),
    10,
  )
  assert.equal((await executions()).length, 8)
})

test('a move that died half-way goes on where it was, and is not made twice', async () => {
  let deaths = 2
  const dying = demoExecutor({
    chunk: 2,
    onChunk: (at) => {
      if (at.toString() > '2026-11-19' && deaths-- > 0) throw new Error('killed')
    },
  })
  const { move, add, now, executions } = await tpp([dying])
  for (const day of [17, 18, 19, 20]) await add(`2026-11-${day}T00:00:00+01:00`, 5)
  await assert.rejects(move({ advance: 'P7D' }, 'the-call'), /killed/)
  // What a process had committed by then, it would have committed if it had died.
  await assert.rejects(move({ advance: 'P7D' }, 'the-call'), /killed/)
  const moved = await move({ advance: 'P7D' }, 'the-call')
  assert.deepEqual(moved, { now: '2026-11-23T09:30:00+01:00', batches: 25, executed: 20 })
  assert.deepEqual(await move({ advance: 'P7D' }, 'the-call'), moved)
  assert.equal(await now(), '2026-11-23T08:30:00Z')
  assert.deepEqual(
    (await executions()).map(({ at, count }) => `${at} ${count}`),
    ['2026-11-17 06:00 5', '2026-11-18 06:00 5', '2026-11-19 06:00 5', '2026-11-20 06:00 5'],
  )
})

test('others see time go forward only while a move runs', async () => {
  const slow = demoExecutor({ lingerMs: 20 })
  const { move, add, name } = await tpp([slow])
  for (const day of [17, 18, 19, 20, 23, 24]) await add(`2026-11-${day}T00:00:00+01:00`)
  const elsewhere = await openDemo(url, real)
  const { enter } = createWorlds({ storage: elsewhere, fill: async () => {}, shared: false })
  const seen: Temporal.Instant[] = []
  let moving = true
  const watching = (async () => {
    while (moving) seen.push((await enter(name, real.now())).now)
  })()
  await move({ advance: 'P10D' })
  moving = false
  await watching
  assert.deepEqual(seen, seen.toSorted(Temporal.Instant.compare))
})

test('a jump of 400 days carries out ten payments on each of them', async () => {
  const { add, move } = await tpp([repeating()])
  await add('2026-11-16T23:00:00Z', 10)
  assert.equal((await move({ advance: 'P400D' })).executed, 4000)
})

/** Each payment that is carried out makes the one of the next day. */
function repeating(): Executor {
  const demo = demoExecutor({ timetable: 'periodic' })
  return {
    ...demo,
    execute: async (world, at) => {
      const chunk = await demo.execute(world, at)
      await addPayments(world, at.add({ hours: 20 }).toString(), chunk.counts.ACSC ?? 0)
      return chunk
    },
  }
}
