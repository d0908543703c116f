import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from '../../../test/databases.ts'
import { manualClock } from '../../kernel/clock.ts'
import { inWorld } from '../../storage/storage.ts'
import type { Executor } from './batch-executor.ts'
import { createBatches } from './batches.ts'
import { addPayments, demoExecutor } from './demo-payments.fixture.ts'
import { callerIn, demoDatabase } from './demo-world.fixture.ts'
import { createWorlds } from './worlds.ts'

// A Saturday: no batch runs by itself.
const real = manualClock('2026-11-14T12:00:00+01:00')
const { url, storage } = await demoDatabase(real)
const worlds = createWorlds({ storage, fill: async () => {}, shared: false })

async function tpp(name: string, executors: Executor[] = [demoExecutor()]) {
  const world = await worlds.enter(name, real.now())
  const batches = createBatches({ storage, executors, clock: real })
  return {
    world,
    run: (requestId?: string) =>
      batches.run(callerIn(world, name, requestId), { path: {}, query: {}, body: {} }),
    add: (readyAt: string, count?: number, kind?: string) =>
      storage.transaction({ actor: 'test', action: 'add', requestId: null }, (tx) =>
        addPayments(inWorld(tx, world.id), readyAt, count, kind),
      ),
  }
}

const runsOf = (world: bigint) =>
  query(
    url,
    'select kind, state, counts from batch_run where world_id = $1 order by due_at, kind',
    [world],
  )

test('a batch on demand takes what is ready and nothing else, on any day', async () => {
  const { run, add } = await tpp('PSDNO-1')
  await add('2026-11-14T11:00:00+01:00', 3)
  await add('2026-11-14T13:00:00+01:00', 1)
  assert.deepEqual(await run(), { ACSC: 3 })
  assert.deepEqual(await run(), {})
  real.advance('PT2H')
  assert.deepEqual(await run(), { ACSC: 1 })
})

test('a batch on demand is for every type but periodic', async () => {
  const { run, add, world } = await tpp('PSDNO-2', [
    demoExecutor({ name: 'periodic', timetable: 'periodic' }),
    demoExecutor({ name: 'bulk' }),
    demoExecutor({ name: 'single' }),
  ])
  await add('2026-11-14T12:30:00+01:00', 1, 'periodic')
  await add('2026-11-14T12:30:00+01:00', 2, 'bulk')
  await add('2026-11-14T12:30:00+01:00', 3, 'single')
  assert.deepEqual(await run(), { ACSC: 5 })
  assert.deepEqual(await runsOf(world.id), [
    { kind: 'bulk', state: 'done', counts: { ACSC: 2 } },
    { kind: 'single', state: 'done', counts: { ACSC: 3 } },
  ])
})

test('what fell due before a batch on demand runs before it, at its own time', async () => {
  const { run, add, world } = await tpp('PSDNO-3')
  await add('2026-11-13T11:00:00+01:00', 2)
  assert.deepEqual(await run(), {})
  const [run13] = await query<{ at: string }>(
    url,
    `select to_char(due_at at time zone 'Europe/Oslo', 'DD HH24:MI') as at from batch_run
     where world_id = $1 order by due_at`,
    [world.id],
  )
  assert.equal(run13?.at, '13 13:00')
})

test('a large batch runs in chunks, each in a transaction of its own', async () => {
  const chunks: string[] = []
  const { run, add } = await tpp('PSDNO-4', [
    demoExecutor({ chunk: 1000, onChunk: (at) => chunks.push(String(at)) }),
  ])
  await add('2026-11-14T12:30:00+01:00', 10_000)
  assert.deepEqual(await run(), { ACSC: 10_000 })
  assert.deepEqual([chunks.length, new Set(chunks).size], [11, 1])
})

test('a batch on demand that is asked for twice under one id runs once', async () => {
  const { run, add } = await tpp('PSDNO-5')
  await add('2026-11-14T12:30:00+01:00', 300)
  const answers = await Promise.all([run('the-call'), run('the-call'), run('the-call')])
  assert.deepEqual(answers, [{ ACSC: 300 }, { ACSC: 300 }, { ACSC: 300 }])
})

test('many batches on demand at the same time take each payment once', async () => {
  const { run, add } = await tpp('PSDNO-6', [demoExecutor({ chunk: 7 })])
  await add('2026-11-14T12:30:00+01:00', 100)
  const answers = await Promise.all(Array.from({ length: 6 }, () => run()))
  assert.equal(
    answers.reduce((sum, { ACSC = 0 }) => sum + ACSC, 0),
    100,
  )
})

test('a batch that failed half-way goes on where it was', async () => {
  let chunk = 0
  const { run, add } = await tpp('PSDNO-7', [
    demoExecutor({
      chunk: 10,
      onChunk: () => {
        if (++chunk === 4) throw new Error('killed')
      },
    }),
  ])
  await add('2026-11-14T12:30:00+01:00', 50)
  await assert.rejects(run('the-call'), /killed/)
  assert.deepEqual(await run('the-call'), { ACSC: 50 })
})

test('without executors a batch has nothing to do', async () => {
  const { run } = await tpp('PSDNO-8', [])
  assert.deepEqual(await run(), {})
})
