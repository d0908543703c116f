import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Input } from '../../wire/operation.ts'
import type { planFault } from '../../wire/sandbox-faults.ts'
import { openSandboxStorage, random } from '../data/sandbox-world.fixture.ts'
import { createFaults, forgetFaults } from './faults.ts'

const storage = await openSandboxStorage()
const faults = createFaults({ storage, random })
/** Another process on the same database. */
const elsewhere = createFaults({ storage, random })

const now = Temporal.Instant.from('2026-03-18T09:30:00Z')
const callerOf = (tppId: string) => ({
  ...{ tppId, tppName: tppId, roles: ['AISP'] as const, world: 1n, now },
  requestId: random.uuid(),
})

type Order = Input<typeof planFault>['body']

const plan = (tppId: string, body: Order) =>
  storage.transaction({ actor: tppId, action: 'test', requestId: null }, (tx) =>
    faults.plan(callerOf(tppId), { body } as Input<typeof planFault>, tx),
  )

test('a fault strikes the next matching calls, as often as planned', async () => {
  const caller = callerOf('once')
  const { id } = await plan('once', { method: 'GET', path: '/v1/accounts', status: 503, times: 2 })
  assert.equal(await faults.next(caller, 'POST', '/v1/accounts'), undefined)
  assert.equal(await faults.next(caller, 'GET', '/v1/accounts/1'), undefined)
  assert.deepEqual(await faults.next(caller, 'GET', '/v1/accounts'), {
    ...{ id, moment: 'before', status: 503 },
  })
  assert.equal((await faults.list(caller)).faults[0]?.timesLeft, 1)
  assert.ok(await faults.next(caller, 'HEAD', '/v1/accounts'))
  assert.equal(await faults.next(caller, 'GET', '/v1/accounts'), undefined)
  assert.deepEqual(await faults.list(caller), { faults: [] })
})

test('a TPP has no part in another’s faults', async () => {
  const { id } = await plan('mine', { method: '*', path: '/**', drop: true })
  assert.equal(await faults.next(callerOf('theirs'), 'GET', '/v1/accounts'), undefined)
  assert.deepEqual(await faults.list(callerOf('theirs')), { faults: [] })
  const note = { actor: 'theirs', action: 'test', requestId: null }
  const forget = storage.transaction(note, (tx) =>
    faults.forget(callerOf('theirs'), { path: { id } } as never, tx),
  )
  await assert.rejects(forget, { code: 'RESOURCE_UNKNOWN' })
  assert.equal((await faults.next(callerOf('mine'), 'GET', '/v1/accounts'))?.id, id)
})

test('of two that match, the one planned first strikes first', async () => {
  const first = await plan('order', { method: '*', path: '/**', delayMs: 5 })
  const second = await plan('order', { method: 'GET', path: '/v1/user', status: 500 })
  const struck = []
  for (let call = 0; call < 2; call++) {
    struck.push((await faults.next(callerOf('order'), 'GET', '/v1/user'))?.id)
  }
  assert.deepEqual(struck, [first.id, second.id])
})

test('many calls at once in two processes are struck exactly as often as planned', async () => {
  await plan('crowd', { method: 'GET', path: '/v1/user', status: 500, times: 7 })
  await plan('crowd', { method: 'GET', path: '/v1/user', status: 502, times: 5 })
  const calls = Array.from({ length: 40 }, (_, call) =>
    (call % 2 ? faults : elsewhere).next(callerOf('crowd'), 'GET', '/v1/user'),
  )
  const struck = (await Promise.all(calls)).map((fault) => fault?.status)
  assert.equal(struck.filter((status) => status === 500).length, 7)
  assert.equal(struck.filter((status) => status === 502).length, 5)
})

test('all that a TPP has planned can be taken back at once', async () => {
  await plan('spared', { method: '*', path: '/**', drop: true, times: 1000 })
  await storage.transaction({ actor: 'spared', action: 'test', requestId: null }, (tx) =>
    forgetFaults(tx, 'spared'),
  )
  assert.equal(await faults.next(callerOf('spared'), 'GET', '/v1/user'), undefined)
})

test('a plan must say what is to happen, and only what can', async () => {
  const target = { method: 'GET', path: '/v1/user' } as const
  for (const effect of [
    {},
    { drop: false },
    { status: 500, drop: true },
    { code: 'X', drop: true },
  ]) {
    await assert.rejects(plan('effects', { ...target, ...effect }), { code: 'FORMAT_ERROR' })
  }
})

test('nobody plans more than a hundred', async () => {
  for (let count = 0; count < 100; count++) {
    await plan('greedy', { method: 'GET', path: `/v1/${count}`, status: 500 })
  }
  const oneMore = plan('greedy', { method: 'GET', path: '/v1/user', status: 500 })
  await assert.rejects(oneMore, { code: 'CONFLICT' })
})
