import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from '../../../test/databases.ts'
import { manualClock, systemClock } from '../../kernel/clock.ts'
import { inWorld, type WorldQueries } from '../../storage/storage.ts'
import { addPayments } from './demo-payments.fixture.ts'
import { demoDatabase, openDemo } from './demo-world.fixture.ts'
import { replaceClock } from './world-row.ts'
import { createWorlds } from './worlds.ts'

const { url, storage } = await demoDatabase(systemClock)
const other = await openDemo(url, systemClock)
const now = Temporal.Instant.from('2026-11-16T09:00:00Z')

/** Three payments are the initial state here. */
async function fill(world: WorldQueries) {
  await addPayments(world, '2026-11-16T10:00:00Z', 3)
  return { payments: 3 }
}

const worldsIn = (where: typeof storage, shared = false) =>
  createWorlds({ storage: where, fill, shared })
const worlds = worldsIn(storage)

const paymentsIn = async (world: bigint) =>
  (await query(url, 'select 1 from demo_payment where world_id = $1', [world])).length

test('a TPP’s first call makes its world and fills it, later ones find it', async () => {
  const first = await worlds.enter('PSDNO-FSA-1', now)
  assert.equal(await paymentsIn(first.id), 3)
  assert.deepEqual(await worlds.enter('PSDNO-FSA-1', now), first)
  assert.equal(first.now.toString(), now.toString())
  assert.equal(await paymentsIn(first.id), 3)
})

test('however many calls come first, in however many processes, the world is filled once', async () => {
  const both = [worlds, worldsIn(other)]
  const entered = await Promise.all(
    Array.from({ length: 24 }, (_, index) => both[index % 2]?.enter('PSDNO-FSA-2', now)),
  )
  assert.equal(new Set(entered.map((world) => world?.id)).size, 1)
  assert.equal(await paymentsIn(entered[0]?.id ?? 0n), 3)
})

test('a world that could not be filled is not there, and the next call tries again', async () => {
  const broken = createWorlds({
    storage,
    shared: false,
    fill: async (world) => {
      await fill(world)
      throw new Error('half-way')
    },
  })
  await assert.rejects(broken.enter('PSDNO-FSA-3', now), /half-way/)
  assert.equal((await query(url, `select 1 from world where owner = 'PSDNO-FSA-3'`)).length, 0)
  assert.equal(await paymentsIn((await worlds.enter('PSDNO-FSA-3', now)).id), 3)
})

test('two TPPs have two worlds, unless one is shared by all', async () => {
  const [one, two] = [await worlds.enter('PSDNO-A', now), await worlds.enter('PSDNO-B', now)]
  assert.notEqual(one.id, two.id)
  const shared = worldsIn(storage, true)
  const ids = [await shared.enter('PSDNO-A', now), await shared.enter('PSDNO-B', now)]
  assert.equal(ids[0]?.id, ids[1]?.id)
  assert.ok(![one.id, two.id].includes(ids[0]?.id ?? 0n))
})

test('a reset brings back the initial state of one world and touches no other', async () => {
  const [one, two] = [await worlds.enter('PSDNO-C', now), await worlds.enter('PSDNO-D', now)]
  for (const { id } of [one, two]) {
    const note = { actor: 'test', action: 'add', requestId: null }
    await storage.transaction(note, (tx) => addPayments(inWorld(tx, id), '2026-11-17T10:00:00Z', 4))
  }
  await query(url, 'update world set clock_ahead_ms = 5000 where id = $1', [one.id])
  const made = await resetAlone(one.id)
  assert.deepEqual(made, { payments: 3 })
  assert.deepEqual([await paymentsIn(one.id), await paymentsIn(two.id)], [3, 7])
  // A reset leaves the clock alone, so it goes on from where it was.
  const { now: after } = await worlds.enter('PSDNO-C', now)
  assert.equal(now.until(after).total('seconds'), 5)
})

/** As the pipeline does it. */
const resetAlone = (id: bigint) =>
  storage.transaction({ actor: 'test', action: 'reset', requestId: null }, async (tx) => {
    await worlds.hold(tx, { world: id, realNow: now }, 'alone')
    return worlds.reset(tx, id, now)
  })

test('a reset that fails leaves the world as it was', async () => {
  const { id } = await worlds.enter('PSDNO-E', now)
  const broken = createWorlds({ storage, shared: false, fill: () => Promise.reject(Error('no')) })
  const note = { actor: 'test', action: 'reset', requestId: null }
  await assert.rejects(storage.transaction(note, (tx) => broken.reset(tx, id, now)))
  assert.equal(await paymentsIn(id), 3)
})

test('a reset waits for those who write in the world, and they for it', async () => {
  const { id } = await worlds.enter('PSDNO-F', now)
  const wrote = Promise.withResolvers<void>()
  const note = { actor: 'test', action: 'write', requestId: null }
  const writing = storage.transaction(note, async (tx) => {
    await worlds.hold(tx, { world: id, realNow: now })
    await addPayments(inWorld(tx, id), '2026-11-17T10:00:00Z', 4)
    wrote.resolve()
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  await wrote.promise
  await resetAlone(id)
  await writing
  assert.equal(await paymentsIn(id), 3)
})

test('whoever waited for a world goes by the time that its clock shows afterwards', async () => {
  const { id } = await worlds.enter('PSDNO-I', now)
  const note = { actor: 'test', action: 'hold', requestId: null }
  const locked = Promise.withResolvers<void>()
  const alone = storage.transaction(note, async (tx) => {
    await worlds.hold(tx, { world: id, realNow: now }, 'alone')
    locked.resolve()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await tx.run(replaceClock, [id, 60_000n])
  })
  await locked.promise
  const held = await storage.transaction(note, (tx) => worlds.hold(tx, { world: id, realNow: now }))
  await alone
  assert.equal(now.until(held.now).total('seconds'), 60)
})

test('two resets at the same time are made one after the other', async () => {
  const { id } = await worlds.enter('PSDNO-G', now)
  const note = { actor: 'test', action: 'reset', requestId: null }
  const reset = () =>
    storage.transaction(note, async (tx) => {
      await worlds.hold(tx, { world: id, realNow: now }, 'alone')
      return worlds.reset(tx, id, now)
    })
  await Promise.all([reset(), reset(), reset()])
  assert.equal(await paymentsIn(id), 3)
})

test('the world’s clock runs as far ahead of real time as it was moved', async () => {
  const real = manualClock('2026-11-16T09:00:00Z')
  const { id } = await worlds.enter('PSDNO-H', real.now())
  await query(url, 'update world set clock_ahead_ms = 86400000 where id = $1', [id])
  real.advance('PT1H')
  const entered = await worlds.enter('PSDNO-H', real.now())
  assert.equal(entered.now.toString(), '2026-11-17T10:00:00Z')
  const note = { actor: 'test', action: 'hold', requestId: null }
  const held = await storage.transaction(note, (tx) =>
    worlds.hold(tx, { world: id, realNow: real.now() }),
  )
  assert.deepEqual(held, { id, now: entered.now })
})
