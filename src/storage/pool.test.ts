import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Conversation } from './conversation.ts'
import { createPool } from './pool.ts'

/** A conversation of which only its number is known, and whether it may be used again. */
class Fake {
  readonly number: number
  isFree = true
  ended = false
  #gone: (error: Error) => void = () => {}

  constructor(number: number) {
    this.number = number
  }

  onceGone(tell: (error: Error) => void): void {
    this.#gone = tell
  }

  async end(): Promise<void> {
    this.ended = true
    this.breakOff()
  }

  breakOff(): void {
    this.#gone(new Error('gone'))
  }
}

function poolOf(connections: number, fails: (attempt: number) => boolean = () => false) {
  const opened: Fake[] = []
  const lost: Error[] = []
  let attempts = 0
  const pool = createPool({
    connections,
    connect: async () => {
      if (fails(++attempts)) throw new Error(`attempt ${attempts} failed`)
      const fake = new Fake(opened.length + 1)
      opened.push(fake)
      return fake as unknown as Conversation
    },
    onLost: (error) => lost.push(error),
  })
  const next = async () => (pool.free() ?? (await pool.next())) as unknown as Fake
  const giveBack = (fake: Fake) => pool.giveBack(fake as unknown as Conversation)
  return { pool, opened, lost, next, giveBack }
}

test('opens a connection when there is none, and lends the one that came back', async () => {
  const { opened, next, giveBack } = poolOf(3)
  const first = await next()
  giveBack(first)
  assert.equal(await next(), first)
  assert.equal(opened.length, 1)
})

test('opens as many as it may, and lets others wait in their order', async () => {
  const { opened, next, giveBack } = poolOf(2)
  const [first, second] = [await next(), await next()]
  const order: string[] = []
  const third = next().then((fake) => {
    order.push('third')
    return fake
  })
  const fourth = next().then((fake) => {
    order.push('fourth')
    return fake
  })
  await nextTurn()
  assert.deepEqual(order, [])
  giveBack(second)
  assert.equal(await third, second)
  giveBack(first)
  assert.equal(await fourth, first)
  assert.deepEqual(order, ['third', 'fourth'])
  assert.equal(opened.length, 2)
})

test('ends one that comes back in the middle of something, and opens another for who waits', async () => {
  const { opened, next, giveBack } = poolOf(1)
  const first = await next()
  const waits = next()
  first.isFree = false
  giveBack(first)
  assert.equal((await waits).number, 2)
  assert(first.ended)
  assert.equal(opened.length, 2)
})

test('tells of one that breaks while nobody uses it, and lends it no more', async () => {
  const { lost, next, giveBack } = poolOf(1)
  const first = await next()
  giveBack(first)
  first.breakOff()
  assert.equal(lost.length, 1)
  assert.equal((await next()).number, 2)
})

test('one that breaks while it is used is told by what was asked, and makes room', async () => {
  const { lost, next, giveBack } = poolOf(1)
  const first = await next()
  const waits = next()
  first.isFree = false
  first.breakOff()
  giveBack(first)
  assert.equal((await waits).number, 2)
  assert.deepEqual(lost, [])
})

test('a connection that cannot be opened fails one who waits, and the next one tries again', async () => {
  const { next } = poolOf(1, (attempt) => attempt === 1)
  const [first, second] = await Promise.allSettled([next(), next()])
  assert.equal(first.status, 'rejected')
  assert.equal(second.status, 'fulfilled')
})

test('ends when all have come back, and lends none any more', async () => {
  const { pool, opened, next, giveBack } = poolOf(2)
  const [first, second] = [await next(), await next()]
  const waits = assert.rejects(next(), /Cannot use a pool/)
  let over = false
  const ended = pool.end().then(() => {
    over = true
  })
  await waits
  giveBack(first)
  await nextTurn()
  assert(!over)
  giveBack(second)
  await ended
  assert(opened.every((fake) => fake.ended))
  await assert.rejects(next(), /Cannot use a pool/)
})
