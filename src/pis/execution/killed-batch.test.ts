import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { query } from '../../../test/databases.ts'
import { systemRandom } from '../../kernel/random.ts'
import { eventually } from '../../sandbox/worlds/demo-world.fixture.ts'
import { type Filled, fill, settledIn, stepsIn, weeks } from './killed-batch.fixture.ts'

const program = join(import.meta.dirname, 'batch-process.fixture.ts')
const children = new Set<ChildProcess>()
after(() => {
  for (const child of children) child.kill('SIGKILL')
})

function startProcess(url: string): ChildProcess {
  const child = spawn(process.execPath, [program, url], { stdio: ['ignore', 'ignore', 'inherit'] })
  children.add(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  children.delete(child)
}

const kills = 10
const small = { here: 50, elsewhere: 30, abroad: 10, poor: 10, refused: 5, parts: 25 }
/** More than two chunks of a thousand each. */
const large = { ...small, here: 1600, elsewhere: 800 }

const chance = (): number => systemRandom.bytes(1).readUInt8() / 256
const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

/** In the order in which a chunk writes them; `undefined` is before it has written anything. */
const tables = [undefined, 'payment_execution', 'ledger_entry', 'payment', 'batch_run'] as const

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  after(() => client.end())
  return client
}

/**
 * Keeps the last payment of one world for itself: however fast the process is, it cannot come to the
 * end before it is killed. Then it may go on as far as to the table that it is to be stopped at.
 */
async function startHolding(url: string) {
  const [client, barrier] = [await connect(url), await connect(url)]
  const count = async (what: string, values: unknown[] = []): Promise<number> => {
    const text = `select count(*)::int as count from ${what}`
    return (await client.query<{ count: number }>(text, values)).rows[0]!.count
  }
  return {
    async hold(candidates: readonly Filled[]): Promise<bigint> {
      const ids = candidates.map(({ world }) => world.id)
      const { rows } = await client.query<{ world: string }>(
        `select distinct world_id::text as world from payment
         where world_id = any($1) and ready_at is not null`,
        [ids],
      )
      const world = rows[Math.floor(chance() * rows.length)]!.world
      await client.query('begin')
      const { rowCount } = await client.query(
        `select id from payment where world_id = $1 and ready_at is not null
         order by ready_at desc, place desc, id desc limit 1 for update`,
        [world],
      )
      assert.equal(rowCount, 1)
      return BigInt(world)
    },
    async stopAt(table: (typeof tables)[number]): Promise<void> {
      if (table === undefined) return
      await barrier.query('begin')
      const { rows } = await barrier.query<{ pid: number }>('select pg_backend_pid() as pid')
      await barrier.query(`lock table ${table} in share mode`)
      await client.query('rollback')
      const stopped = 'pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
      await eventually(
        `a chunk is to be written to ${table}`,
        async () => (await count(stopped, [rows[0]!.pid])) > 0,
      )
    },
    letGo: () => Promise.all([client.query('rollback'), barrier.query('rollback')]),
    /** Each payment takes one or two steps, and both count. */
    doneBeside: async (world: bigint) => {
      const those = `payment where service = 'payments' and world_id <> $1`
      const begun = await count(`${those} and status <> 'ACTC'`, [world])
      return begun + (await count(`${those} and status = 'ACSC'`, [world]))
    },
    left: () => count('payment where ready_at is not null or next_on is not null'),
    batchesBegun: () => count(`batch_run where state = 'running'`),
    transactionsUnderWay: () =>
      count(`pg_stat_activity where datname = current_database()
        and backend_xid is not null and pid <> pg_backend_pid()`),
  }
}

test('killed with -9 at ten random points, within chunks and between them, a batch executes each payment exactly once', async () => {
  const worlds = [await fill(large)]
  const { url } = worlds[0]!.world
  const database = await startHolding(url)
  let betweenChunks = 0
  for (let killed = 0; killed < kills; killed++) {
    const earlier = [...worlds]
    worlds.push(await fill(small))
    const held = await database.hold(earlier)
    const before = await database.doneBeside(held)
    const beside = worlds.filter(({ world }) => world.id !== held)
    const toDo = sum(beside.map(({ counts }) => stepsIn(counts))) - before
    const point = before + 1 + Math.floor(chance() * 0.9 * toDo)
    const child = startProcess(url)
    await eventually(
      'the batches have come so far',
      async () =>
        (await database.doneBeside(held)) >= point &&
        (await database.transactionsUnderWay()) > 0 &&
        // The first one has to be met between the chunks of the large world.
        (killed > 0 || (await database.batchesBegun()) > 0),
    )
    await database.stopAt(tables[killed % tables.length])
    await kill(child)
    assert.ok((await database.left()) > 0, 'all was done before the process was killed')
    betweenChunks += await database.batchesBegun()
    await database.letGo()
  }
  assert.ok(betweenChunks > 0, 'no batch was met between two of its chunks')
  const last = startProcess(url)
  await eventually('all is done', async () => (await database.left()) === 0)
  await eventually('no batch runs', async () => (await database.batchesBegun()) === 0)
  await kill(last)
  await assertOnce(worlds)
})

async function assertOnce(worlds: readonly Filled[]): Promise<void> {
  const { url, verified } = worlds[0]!.world
  const total = (of: (counts: Filled['counts']) => number) =>
    sum(worlds.map(({ counts }) => of(counts)))
  const found = await query(
    url,
    `select p.status, e.state, count(*)::int as count,
       array_agg(distinct (select string_agg(step ->> 'status', ' ' order by place)
         from jsonb_array_elements(p.history) with ordinality as h (step, place))) as histories
     from payment p left join payment_execution e
       on e.world_id = p.world_id and e.reference = p.id::text
     where p.service = 'payments' group by 1, 2 order by 1`,
  )
  assert.deepEqual(found, [
    {
      ...{ status: 'ACCP', state: null },
      count: total(({ poor }) => poor),
      histories: ['RCVD ACTC PDNG ACCP'],
    },
    {
      ...{ status: 'ACSC', state: 'settled', count: total(settledIn) },
      histories: ['ACTC PDNG ACSP ACSC', 'RCVD ACTC PDNG ACSP ACSC'],
    },
    {
      ...{ status: 'RJCT', state: null },
      count: total(({ refused }) => refused),
      histories: ['RCVD ACTC PDNG RJCT'],
    },
  ])
  const [booked] = await query<{ count: number }>(
    url,
    `select count(*)::int as count from ledger_transaction where kind = 'payment'`,
  )
  assert.equal(booked?.count, total(settledIn))
  for (const { world, bulk, series, paid, earned } of worlds) {
    assert.equal(await world.booked(world.current), 10n ** 9n - paid)
    assert.equal(await world.booked(world.shop), earned)
    const parents = [await world.read(bulk), await world.read(series)]
    assert.deepEqual(
      parents.map(({ status }) => status),
      ['ACSC', 'ACSC'],
    )
    assert.equal((await world.parts(series)).length, weeks)
  }
  await verified()
}
