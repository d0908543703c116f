import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from '../../../test/databases.ts'
import { sealLedger, verifyLedger } from '../../bank/ledger/ledger.ts'
import { manualClock } from '../../kernel/clock.ts'
import { Problem } from '../../kernel/problem.ts'
import { systemRandom } from '../../kernel/random.ts'
import { inWorld, type Transaction } from '../../storage/storage.ts'
import { snapshotsMax } from '../../wire/sandbox-snapshots.ts'
import { createFillWorld } from '../data/fill-world.ts'
import { createBatches } from './batches.ts'
import { addPayments, demoExecutor } from './demo-payments.fixture.ts'
import { callerIn, demoDatabase } from './demo-world.fixture.ts'
import { createSnapshots } from './snapshots.ts'
import { createWorldClock } from './world-clock.ts'
import { createWorlds } from './worlds.ts'

const real = manualClock('2026-11-16T09:30:00+01:00')
const { url, storage } = await demoDatabase(real)
const worlds = createWorlds({ storage, fill: async () => {}, shared: false })
const snapshots = createSnapshots({ storage, clock: real, random: systemRandom })
const steps = { storage, executors: [demoExecutor()], clock: real }
const clock = createWorldClock(steps)
const batches = createBatches(steps)

const write = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  storage.transaction({ actor: 'test', action: 'write', requestId: null }, work)

async function tpp(name: string) {
  const caller = async () => callerIn(await worlds.enter(name, real.now()), name)
  const { world } = await caller()
  const input = <B>(body: B, id = '') => ({ path: { id }, query: {}, body })
  return {
    world,
    caller,
    add: (readyAt: string, count?: number) =>
      write((tx) => addPayments(inWorld(tx, world), readyAt, count)),
    move: async (advance: string) => clock.move(await caller(), input({ advance })),
    batch: async () => batches.run(await caller(), input({})),
    now: async () => (await clock.read(await caller())).now,
    take: async (label?: string) => {
      const body = label === undefined ? {} : { name: label }
      const who = await caller()
      return write((tx) => snapshots.take(who, input(body), tx))
    },
    list: async () => (await snapshots.list(await caller())).snapshots,
    restore: async (id: string) => {
      const who = await caller()
      return write((tx) => snapshots.restore(who, input(undefined as never, id), tx))
    },
    remove: async (id: string) => {
      const who = await caller()
      return write((tx) => snapshots.delete(who, input(undefined as never, id), tx))
    },
    content: () => contentOf(world),
  }
}

const leftOut = new Set(['clock_move', 'register_edition'])

/** Every row of a world in every table, as the database prints them. */
async function contentOf(world: bigint): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    url,
    `select table_name as name from information_schema.columns
     where column_name = 'world_id' and table_name not like 'snapshot%' order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables.filter(({ name }) => !leftOut.has(name))) {
    const rows = await query<{ row: string }>(
      url,
      `select t::text as row from ${name} t where world_id = $1 order by 1`,
      [world],
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

async function codeOf(action: Promise<unknown>): Promise<string> {
  const problem = await action.then(() => 'done').catch((error: unknown) => error)
  assert.ok(problem instanceof Problem, String(problem))
  return problem.code
}

test('a restore brings back every row and the clock', async () => {
  const { add, move, take, restore, content, now, batch } = await tpp('PSDNO-1')
  await add('2026-11-17T00:00:00+01:00', 5)
  await add('2026-11-19T00:00:00+01:00', 5)
  await move('P2D')
  const before = await content()
  const taken = await take('half-way')
  assert.deepEqual(
    { ...taken, id: '' },
    { id: '', name: 'half-way', takenAt: '2026-11-18T09:30:00+01:00' },
  )
  await move('P30D')
  await add('2026-12-01T00:00:00+01:00', 5)
  await batch()
  const later = await content()
  assert.notDeepEqual(later, before)
  assert.deepEqual(await restore(taken.id), { ...taken, now: '2026-11-18T09:30:00+01:00' })
  assert.deepEqual(await content(), before)
  assert.equal(await now(), '2026-11-18T09:30:00+01:00')
})

test('a restored world lives on: what was due after the snapshot falls due again', async () => {
  const { add, move, take, restore, content } = await tpp('PSDNO-2')
  await add('2026-11-17T00:00:00+01:00', 3)
  const { id } = await take()
  const first = await move('P2D')
  const after = await content()
  await restore(id)
  assert.deepEqual(await move('P2D'), first)
  const again = await content()
  assert.equal(again.demo_execution?.length, 3)
  assert.deepEqual(again.demo_execution, after.demo_execution)
})

test('after a restore the clock is as far ahead of real time as it was', async () => {
  const { move, take, restore, now } = await tpp('PSDNO-3')
  await move('P1D')
  const { id } = await take()
  await move('P10D')
  real.advance('PT1H')
  await restore(id)
  assert.equal(await now(), '2026-11-17T10:30:00+01:00')
  real.advance('-PT1H')
})

test('a snapshot outlives a reset and later restores', async () => {
  const { add, take, restore, list, content, world } = await tpp('PSDNO-4')
  await add('2026-11-17T00:00:00+01:00', 3)
  const full = await content()
  const one = await take('one')
  await write((tx) => worlds.reset(tx, world, real.now()))
  const empty = await content()
  const two = await take('two')
  await restore(one.id)
  assert.deepEqual(await content(), full)
  await restore(two.id)
  assert.deepEqual(await content(), empty)
  assert.deepEqual(
    (await list()).map(({ name }) => name),
    ['two', 'one'],
  )
})

test('a world keeps so many snapshots and no more, until one is deleted', async () => {
  const { take, list, remove } = await tpp('PSDNO-5')
  for (let n = 1; n <= snapshotsMax; n++) await take(`${n}`)
  assert.equal(await codeOf(take('one more')), 'CONFLICT')
  const oldest = (await list()).at(-1)
  await remove(oldest?.id ?? '')
  await take('one more')
  assert.equal((await list()).length, snapshotsMax)
})

test('one TPP neither sees nor restores nor deletes another’s snapshot', async () => {
  const [mine, theirs] = [await tpp('PSDNO-6'), await tpp('PSDNO-7')]
  await mine.add('2026-11-17T00:00:00+01:00', 3)
  const { id } = await mine.take()
  assert.deepEqual(await theirs.list(), [])
  assert.equal(await codeOf(theirs.restore(id)), 'RESOURCE_UNKNOWN')
  assert.equal(await codeOf(theirs.remove(id)), 'RESOURCE_UNKNOWN')
  assert.equal((await mine.list()).length, 1)
  const untouched = await theirs.content()
  await mine.restore(id)
  assert.deepEqual(await theirs.content(), untouched)
})

test('a restore ends a move of the clock that is under way', async () => {
  const { take, restore, caller, world, now } = await tpp('PSDNO-8')
  const { id } = await take()
  await query(
    url,
    `insert into clock_move (world_id, tpp_id, request_id, target, batches, started_at, touched_at)
     values ($1, 'x', 'y', '2027-01-01', 0, now(), now())`,
    [world],
  )
  await restore(id)
  const input = { path: {}, query: {}, body: { advance: 'P1D' } }
  await clock.move(await caller(), input)
  assert.equal(await now(), '2026-11-17T09:30:00+01:00')
})

test('the sums and the hash chain of a restored ledger are right', async () => {
  const filled = createWorlds({ storage, fill: createFillWorld(systemRandom), shared: false })
  const { world } = callerIn(await filled.enter('PSDNO-10', real.now()), 'PSDNO-10')
  const { take, restore, content } = await tpp('PSDNO-10')
  await sealLedger(storage, world, real.now())
  const before = await content()
  const { id } = await take()
  await write((tx) => filled.reset(tx, world, real.now()))
  await sealLedger(storage, world, real.now())
  await restore(id)
  assert.deepEqual(await content(), before)
  const verified = await verifyLedger(storage, real.now())
  assert.deepEqual(verified.faults, [])
  assert.ok(verified.blocks > 0n && verified.transactions > 100n)
})

test('a column that came after the snapshot gets its default', async () => {
  const { add, take, restore, world } = await tpp('PSDNO-9')
  await add('2026-11-17T00:00:00+01:00', 2)
  const { id } = await take()
  await query(url, `alter table demo_payment add column purpose text not null default 'OTHR'`)
  await restore(id)
  const rows = await query(url, 'select distinct purpose from demo_payment where world_id = $1', [
    world,
  ])
  assert.deepEqual(rows, [{ purpose: 'OTHR' }])
})
