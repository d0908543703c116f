import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { statement } from '../storage/storage.ts'
import { approved, paymentWorld } from './execution/execution.fixture.ts'
import { insertPayments } from './insert-payments.ts'
import type { NewPayment } from './payment-rows.ts'

const world = await paymentWorld()

/** One or many are written in ways of their own. */
const one = (): NewPayment[] => [approved({ likeness: '\\xa1' })]
const many = (): NewPayment[] => {
  const whole = approved({ likeness: '\\xb2', service: 'bulk-payments' })
  return [whole, approved({ likeness: '\\xb2', parentId: whole.id, place: 0 })]
}

const insert = (payments: readonly NewPayment[], beforeCommit?: () => Promise<void>) =>
  world.within(async (queries) => {
    await insertPayments(queries, payments, { unlike: true })
    await beforeCommit?.()
  })

for (const [name, made] of Object.entries({ one, many })) {
  test(`of two alike that are made at once, the second waits and then sees the first: ${name}`, async () => {
    const second = Promise.withResolvers<void>()
    await insert(made(), async () => {
      second.resolve(insert(made()))
      second.promise.catch(() => {})
      await somebodyWaits()
    })
    await assert.rejects(second.promise, { code: 'CONFLICT' })
  })
}

test('only a single payment is a part of another', () => {
  const [whole] = many()
  assert(whole)
  // @ts-expect-error: a bulk payment is nobody's part
  const mistaken: NewPayment = { ...whole, service: 'bulk-payments', parentId: whole.id, place: 0 }
  assert.equal(mistaken.parentId, whole.id)
})

/** For as long as a slow machine may need. */
async function somebodyWaits(): Promise<void> {
  for (let look = 0; look < 2_000; look++) {
    if (await world.storage.row(readWaiting, [])) return
    await delay(5)
  }
  assert.fail('Nobody waits for a lock.')
}

const readWaiting = statement<[], { waiting: boolean }>(
  'test-waiting',
  `select true as waiting from pg_locks l join pg_database d on d.oid = l.database
   where d.datname = current_database() and not l.granted limit 1`,
)
