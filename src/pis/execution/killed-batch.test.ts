import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { query } from '../../../test/databases.ts'
import { systemRandom } from '../../kernel/random.ts'
import { eventually } from '../../sandbox/worlds/demo-world.fixture.ts'
import { nok, type PaymentWorld, paymentWorld, type Wish } from './execution.fixture.ts'

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

/** Long ago, so that all of its batches have fallen due by the system's clock. */
const readyAt = Temporal.Instant.from('2026-01-05T09:00:00+01:00')
const worldsCount = 24
const kills = 10
const perWorld = { here: 70, elsewhere: 40, poor: 10, refused: 5, parts: 25 }
const inWorld = Object.values(perWorld).reduce((sum, count) => sum + count, 0)
const total = worldsCount * inWorld

/** Single payments to accounts here, to another bank, without money and refused; and a bulk payment. */
async function addPayments(world: PaymentWorld): Promise<string> {
  await world.books((books) => books.changeAccount(world.savings.id, { status: 'closed' }))
  const to = ({ bban }: { bban: string }): Wish => ({ body: { creditorAccount: { bban } } })
  const many = (count: number, wish: Wish) =>
    Array.from({ length: count }, () => ({ ...wish, readyAt }))
  const bulk = systemRandom.uuid()
  const parts = many(perWorld.parts, to(world.shop))
  await world.pay(
    ...many(perWorld.here, to(world.shop)),
    ...many(perWorld.elsewhere, {}),
    ...many(perWorld.poor, { amount: nok(10n ** 15n) }),
    ...many(perWorld.refused, to(world.savings)),
    { id: bulk, service: 'bulk-payments', readyAt: null },
    ...parts.map((part, place) => ({ ...part, parentId: bulk, place })),
  )
  return bulk
}

test('killed with -9 at ten random points, a batch executes each payment exactly once', async () => {
  const worlds = await Promise.all(
    Array.from({ length: worldsCount }, () => paymentWorld(10n ** 9n)),
  )
  const bulks = await Promise.all(worlds.map(addPayments))
  const url = worlds[0]!.url
  const count = async (what: string): Promise<number> =>
    (await query<{ count: number }>(url, `select count(*)::int as count from ${what}`))[0]!.count
  // Each payment takes one or two steps, and both count.
  const steps = () => count(`payment where status <> 'ACTC' and service = 'payments'`)
  const settled = () => count(`payment where status = 'ACSC' and service = 'payments'`)
  const done = async () => (await steps()) + (await settled())
  const allSteps = 2 * total - worldsCount * (perWorld.poor + perWorld.refused)

  let unfinished = 0
  for (let killed = 0; killed < kills; killed++) {
    const child = startProcess(url)
    const random = systemRandom.bytes(1).readUInt8() / 256
    const point = ((killed + random) / kills) * allSteps * 0.9
    await eventually('the batch has come so far', async () => (await done()) >= point)
    await kill(child)
    if ((await done()) < allSteps) unfinished += 1
  }
  assert.ok(unfinished > 0, 'all was done before anything was killed')
  const last = startProcess(url)
  await eventually(
    'all is done',
    async () => (await count('payment where ready_at is not null')) === 0,
  )
  await eventually(
    'no batch runs',
    async () => (await count(`batch_run where state = 'running'`)) === 0,
  )
  await kill(last)

  const found = await query(
    url,
    `select p.status, e.state, count(*)::int as count,
       array_agg(distinct (select string_agg(step ->> 'status', ' ' order by place)
         from jsonb_array_elements(p.history) with ordinality as h (step, place))) as histories
     from payment p left join payment_execution e
       on e.world_id = p.world_id and e.reference = p.id::text
     where p.service = 'payments' group by 1, 2 order by 1`,
  )
  const { here, elsewhere, poor, refused, parts } = perWorld
  const settledOnes = worldsCount * (here + elsewhere + parts)
  assert.deepEqual(found, [
    {
      ...{ status: 'ACCP', state: null },
      count: worldsCount * poor,
      histories: ['RCVD ACTC PDNG ACCP'],
    },
    {
      ...{ status: 'ACSC', state: 'settled', count: settledOnes },
      histories: ['RCVD ACTC PDNG ACSP ACSC'],
    },
    {
      ...{ status: 'RJCT', state: null },
      count: worldsCount * refused,
      histories: ['RCVD ACTC PDNG RJCT'],
    },
  ])
  assert.equal(await count(`ledger_transaction where kind = 'payment'`), settledOnes)
  for (const world of worlds) {
    const paid = BigInt(here + elsewhere + parts) * 10_000n
    assert.equal(await world.booked(world.current), 10n ** 9n - paid)
    assert.equal(await world.booked(world.shop), BigInt(here + parts) * 10_000n)
  }
  assert.deepEqual(
    [
      ...new Set(
        await Promise.all(bulks.map(async (id, place) => (await worlds[place]!.read(id)).status)),
      ),
    ],
    ['ACSC'],
  )
  await worlds[0]!.verified()
})
