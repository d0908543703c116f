import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorldQueries } from '../storage/storage.ts'
import { createRoom } from './room.ts'

/** A world of which only how many there are is known, and how often that was asked. */
function worldWith(there: number, world = 1n) {
  const seen = { there, asked: 0 }
  const row = async () => {
    seen.asked++
    return { there: BigInt(seen.there) }
  }
  return { seen, queries: { world, row } as unknown as WorldQueries }
}

const roomFor = (worldPayments: number, worldsMax = 10) =>
  createRoom({ worldPayments, worldBaskets: 5, worldAuthorisations: 5 }, { worldsMax })

test('payments are counted now and then, and never go over the bound', async () => {
  const room = roomFor(100_000)
  const { seen, queries } = worldWith(0)
  while (seen.there < 100_000) {
    await room.take(queries, 'payments')
    seen.there++
  }
  await assert.rejects(room.take(queries, 'payments'), { code: 'CONFLICT', message: /100000/ })
  assert.ok(seen.asked < 60, `asked ${seen.asked} times`)
})

test('as many as are made at once are counted at once', async () => {
  const room = roomFor(10)
  const { queries } = worldWith(4)
  await assert.rejects(room.take(queries, 'payments', 7), { code: 'CONFLICT' })
  await room.take(queries, 'payments', 6)
})

test('four processes that fill one world together keep the bound', async () => {
  const rooms = [roomFor(1000), roomFor(1000), roomFor(1000), roomFor(1000)]
  const { seen, queries } = worldWith(0)
  for (const room of rooms) {
    await room.take(queries, 'payments')
    seen.there++
  }
  let refused = 0
  while (refused < rooms.length) {
    refused = 0
    for (const room of rooms) {
      const full = await room.take(queries, 'payments').then(
        () => seen.there++ < 0,
        () => true,
      )
      if (full) refused++
    }
  }
  assert.equal(seen.there, 1000)
})

test('a world that was emptied has room again', async () => {
  const room = roomFor(3)
  const { seen, queries } = worldWith(3)
  await assert.rejects(room.take(queries, 'payments'))
  seen.there = 0
  await room.take(queries, 'payments')
})

test('each world, and each kind, has room of its own', async () => {
  const room = roomFor(3, 2)
  await assert.rejects(room.take(worldWith(3, 1n).queries, 'payments'))
  for (const world of [2n, 3n, 4n]) await room.take(worldWith(0, world).queries, 'payments', 3)
  await room.take(worldWith(4, 1n).queries, 'baskets')
})
