import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../../kernel/random.ts'
import { paymentWorld, type Wish } from './execution.fixture.ts'
import { periodicBatch } from './periodic.ts'

const executor = periodicBatch(systemRandom)
const day = (date: string) => Temporal.PlainDate.from(date)
const at = (local: string) => Temporal.Instant.from(`${local}+01:00`)

const series = (nextOn: string, approved: string): Wish => ({
  service: 'periodic-payments',
  nextOn: day(nextOn),
  approvedAt: at(approved),
  readyAt: null,
})

/** What the world by itself is told, and what a look at all worlds finds for it. */
async function readyFrom(...wishes: Wish[]): Promise<(string | undefined)[]> {
  const world = await paymentWorld()
  await world.pay(...wishes)
  const own = await world.within((queries) => executor.readyFrom(queries))
  const all = await executor.worldsWaiting(world.storage)
  const found = all.find((each) => each.world === world.id)?.readyFrom
  return [own?.toString(), found?.toString()]
}

const twice = (local: string) => [at(local).toString(), at(local).toString()]

test('a series is made from the first minute of its day', async () => {
  const known = series('2026-11-20', '2026-11-02T10:00')
  assert.deepEqual(await readyFrom(known), twice('2026-11-20T00:00'))
})

test('one that is approved on its day is made from then on', async () => {
  const late = series('2026-11-20', '2026-11-20T10:00')
  assert.deepEqual(await readyFrom(late), twice('2026-11-20T10:00'))
})

test('one that is approved late does not hold up another that has waited longer', async () => {
  const late = series('2026-11-18', '2026-11-20T10:00')
  const waiting = series('2026-11-19', '2026-11-02T10:00')
  assert.deepEqual(await readyFrom(late, waiting), twice('2026-11-19T00:00'))
})

test('nor on the same day, and the first of several late ones counts', async () => {
  const late = [series('2026-11-18', '2026-11-20T10:00'), series('2026-11-18', '2026-11-19T09:00')]
  assert.deepEqual(await readyFrom(...late), twice('2026-11-19T09:00'))
  const same = series('2026-11-18', '2026-11-02T10:00')
  assert.deepEqual(await readyFrom(...late, same), twice('2026-11-18T00:00'))
})

test('without a series there is nothing to wait for', async () => {
  assert.deepEqual(await readyFrom(), [undefined, undefined])
})
