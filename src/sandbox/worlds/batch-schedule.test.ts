import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { query } from '../../../test/databases.ts'
import { type Clock, manualClock, systemClock } from '../../kernel/clock.ts'
import { inWorld, type Storage } from '../../storage/storage.ts'
import { startBatches } from './batch-schedule.ts'
import { addPayments, demoExecutor } from './demo-payments.fixture.ts'
import { callerIn, demoDatabase, eventually, silent } from './demo-world.fixture.ts'
import { createWorldClock } from './world-clock.ts'
import { createWorlds } from './worlds.ts'

const program = join(import.meta.dirname, 'batch-process.fixture.ts')
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

/** Ready when it says so. */
async function processOn(url: string, name: string, more: string[]): Promise<ChildProcess> {
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, [program, url, name, ...more], { stdio: [...stdio] })
  children.add(child)
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

async function worldsOf(storage: Storage, clock: Clock, count: number): Promise<bigint[]> {
  const { enter } = createWorlds({ storage, fill: async () => {}, shared: false })
  const ids: bigint[] = []
  for (let n = 0; n < count; n++) ids.push((await enter(`PSDNO-${n}`, clock.now())).id)
  return ids
}

const add = (storage: Storage, world: bigint, readyAt: string, count: number) =>
  storage.transaction({ actor: 'test', action: 'add', requestId: null }, (tx) =>
    addPayments(inWorld(tx, world), readyAt, count),
  )

const countOf = async (url: string, what: string): Promise<number> =>
  (await query<{ count: number }>(url, `select count(*)::int as count from ${what}`))[0]?.count ?? 0

test('of two processes one is killed with -9 over and over, and no batch runs twice or is skipped', async () => {
  const { url, storage } = await demoDatabase(systemClock)
  const worlds = await worldsOf(storage, systemClock, 6)
  const days = ['05', '06', '09', '12', '13']
  const slowly = ['10', '50']
  const survivor = await processOn(url, 'survivor', slowly)
  const executed = (where = 'true') => countOf(url, `demo_execution where ${where}`)
  let total = 0
  for (const month of ['01', '02', '03']) {
    const victim = await processOn(url, `victim-${month}`, slowly)
    for (const day of days) {
      for (const world of worlds) await add(storage, world, `2026-${month}-${day}T09:00:00Z`, 40)
    }
    total += days.length * worlds.length * 40
    const own = `process = 'victim-${month}'`
    await eventually('it is in the middle of its work', async () => (await executed(own)) > 20)
    await kill(victim)
    assert.ok((await executed()) < total, 'it was killed too late to show anything')
    await eventually('all is done', async () => (await executed()) >= total)
  }
  await eventually(
    'all batches are over',
    async () => (await countOf(url, `batch_run where state = 'running'`)) === 0,
  )
  await kill(survivor)

  assert.equal(await countOf(url, 'demo_execution'), total)
  assert.equal(
    await countOf(url, '(select distinct world_id, payment_id from demo_execution) e'),
    total,
  )
  const runs = await query(
    url,
    `select count(*)::int as runs, sum((counts ->> 'ACSC')::int)::int as executed,
       count(*) filter (where counts = '{"ACSC": 40}')::int as whole,
       count(*) filter (where to_char(due_at at time zone 'Europe/Oslo', 'HH24:MI') = '10:00')::int
         as on_time
     from batch_run`,
  )
  const batches = worlds.length * days.length * 3
  assert.deepEqual(runs, [{ runs: batches, executed: total, whole: batches, on_time: batches }])
  const helpers = await query<{ process: string }>(
    url,
    'select distinct process from demo_execution',
  )
  assert.equal(helpers.length, 4)
  const disordered = await countOf(
    url,
    `(select at < lag(at) over (partition by world_id order by payment_id) as wrong
      from demo_execution) e where wrong`,
  )
  assert.equal(disordered, 0)
})

test('a move whose process was killed with -9 is carried on by another', async () => {
  const { url, storage } = await demoDatabase(systemClock)
  const [world = 0n] = await worldsOf(storage, systemClock, 1)
  const today = systemClock.now()
  for (let day = 1; day < 300; day++) {
    await add(storage, world, today.add({ hours: 24 * day }).toString(), 2)
  }
  const mover = await processOn(url, 'PSDNO-0', ['50', '10', String(world)])
  const executed = () => countOf(url, 'demo_execution')
  await eventually('the move is under way', async () => (await executed()) > 60)
  await kill(mover)
  const half = await executed()
  assert.ok(half < 598, 'it was killed too late to show anything')

  // Ten seconds later the move counts as left alone.
  const later: Clock = { now: () => systemClock.now().add({ seconds: 10 }) }
  const parts = { storage, executors: [demoExecutor({ process: 'heir' })], clock: later }
  const batches = startBatches({ ...parts, log: silent })
  await eventually(
    'the move is over',
    async () => (await countOf(url, 'clock_move where finished_at is not null')) === 1,
  )
  await batches.stop()
  assert.equal(await executed(), 598)

  const entered = { id: world, now: later.now() }
  const again = callerIn(entered, 'PSDNO-0', 'the-call')
  const body = { advance: 'P300D' }
  const moved = await createWorldClock(parts).move(again, { path: {}, query: {}, body })
  assert.equal(moved.executed, 598)
  assert.equal(await countOf(url, 'demo_execution'), 598)
})

test('batches run by themselves when the world’s clock reaches their time', async () => {
  const clock = manualClock('2026-11-16T09:59:00+01:00')
  const { url, storage } = await demoDatabase(clock)
  const [early = 0n, late = 0n, idle = 0n] = await worldsOf(storage, clock, 3)
  await query(url, 'update world set clock_ahead_ms = 4 * 3600 * 1000 where id = $1', [late])
  await add(storage, early, '2026-11-16T09:00:00+01:00', 1)
  await add(storage, late, '2026-11-16T13:30:00+01:00', 1)
  await add(storage, idle, '2026-11-17T00:00:00+01:00', 1)
  const executors = [demoExecutor()]
  const batches = startBatches({ storage, executors, clock, log: silent })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  assert.equal(await countOf(url, 'demo_execution'), 0)
  clock.advance('PT2M')
  await eventually('the first ran', async () => (await countOf(url, 'demo_execution')) === 1)
  clock.advance('PT2H')
  await eventually('the second ran', async () => (await countOf(url, 'demo_execution')) === 2)
  await batches.stop()
  const runs = await query<{ world: string; at: string }>(
    url,
    `select world_id as world, to_char(due_at at time zone 'Europe/Oslo', 'HH24:MI') as at
     from batch_run order by world_id`,
  )
  assert.deepEqual(runs, [
    { world: String(early), at: '10:00' },
    { world: String(late), at: '16:00' },
  ])
})

test('a world whose batch fails does not keep the others from theirs', async () => {
  const clock = manualClock('2026-11-16T12:00:00+01:00')
  const { url, storage } = await demoDatabase(clock)
  const worlds = await worldsOf(storage, clock, 8)
  for (const world of worlds) await add(storage, world, '2026-11-16T09:00:00+01:00', 1)
  const demo = demoExecutor()
  const executors = [
    {
      ...demo,
      execute: async (...[world, at]: Parameters<typeof demo.execute>) => {
        if (world.world === worlds[3]) throw new Error('broken')
        return demo.execute(world, at)
      },
    },
  ]
  const errors: object[] = []
  const log = { ...silent, error: (fields: object) => errors.push(fields) }
  const batches = startBatches({ storage, executors, clock, log })
  await eventually('the others ran', async () => (await countOf(url, 'demo_execution')) === 7)
  await eventually('the failure was told', () => errors.length > 0)
  await batches.stop()
  assert.deepEqual(errors, [{ world: String(worlds[3]), reason: 'Error: broken' }])
})

test('many idle worlds cost three statements a second and no transaction', async () => {
  const clock = manualClock('2026-11-16T12:00:00+01:00')
  const { url, storage } = await demoDatabase(clock)
  await query(
    url,
    `insert into world (owner, created_at) select 'PSDNO-' || n, now() from generate_series(1, 5000) n`,
  )
  let asked = 0
  const counting: Storage = {
    ...storage,
    rows: (...args) => {
      asked++
      return storage.rows(...args)
    },
    transaction: () => Promise.reject(new Error('a transaction')),
  }
  const batches = startBatches({
    ...{ storage: counting, executors: [demoExecutor()], clock },
    log: silent,
  })
  await new Promise((resolve) => setTimeout(resolve, 500))
  await batches.stop()
  assert.equal(asked, 3)
})
