import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** The clock of a world, as a TPP moves it. */

const real = manualClock('2026-11-16T08:30:00Z')
const sandbox = await startSandbox({ clock: real })
const path = '/v1/sandbox/clock'

const send = ({ client }: Tpp, body: unknown, headers: Record<string, string> = {}) =>
  client.send(client.prepare('POST', path, { body, headers }))

const nowOf = async ({ client }: Tpp) => (await client.call<{ now: string }>('GET', path)).body.now

test('shows real time in Oslo until it is moved', async () => {
  assert.equal(await nowOf(await sandbox.tpp()), '2026-11-16T09:30:00+01:00')
})

test('moves by a duration or to a time, and tells how many batch times were passed', async () => {
  const tpp = await sandbox.tpp()
  const day = await send(tpp, { advance: 'P1D' })
  assert.deepEqual(
    [day.status, day.body],
    [200, { now: '2026-11-17T09:30:00+01:00', batches: 5, executed: 0 }],
  )
  const evening = await send(tpp, { to: '2026-11-17T19:00:00Z' })
  assert.deepEqual(evening.body, { now: '2026-11-17T20:00:00+01:00', batches: 4, executed: 0 })
  assert.equal(await nowOf(tpp), '2026-11-17T20:00:00+01:00')
})

test('goes on by real time from where it was moved to', async () => {
  const tpp = await sandbox.tpp()
  await send(tpp, { advance: 'P1D' })
  real.advance('PT10S')
  assert.equal(await nowOf(tpp), '2026-11-17T09:30:10+01:00')
  real.advance('-PT10S')
})

test('moves nobody else’s clock', async () => {
  const [tpp, other] = [await sandbox.tpp(), await sandbox.tpp()]
  await send(tpp, { advance: 'P30D' })
  assert.equal(await nowOf(other), '2026-11-16T09:30:00+01:00')
})

test('moves once when the same call is sent again', async () => {
  const tpp = await sandbox.tpp()
  const headers = { 'X-Request-ID': 'one-day' }
  const first = await send(tpp, { advance: 'P1D' }, headers)
  assert.deepEqual((await send(tpp, { advance: 'P1D' }, headers)).body, first.body)
  assert.equal(await nowOf(tpp), '2026-11-17T09:30:00+01:00')
  assertRefused(await send(tpp, { advance: 'P2D' }, headers), { status: 409, code: 'CONFLICT' })
})

test('moves once when the same call is sent again before it is answered', async () => {
  const tpp = await sandbox.tpp()
  const call = () => send(tpp, { advance: 'P1D' }, { 'X-Request-ID': 'twins' })
  const answers = await Promise.all([call(), call(), call()])
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(await nowOf(tpp), '2026-11-17T09:30:00+01:00')
})

test('moves as often as it is asked to, one move after the other', async () => {
  const tpp = await sandbox.tpp()
  await Promise.all(Array.from({ length: 8 }, () => send(tpp, { advance: 'P1D' })))
  assert.equal(await nowOf(tpp), '2026-11-24T09:30:00+01:00')
})

const refusals: [why: string, body: unknown, says: RegExp][] = [
  ['backward', { to: '2026-11-16T08:00:00Z' }, /body\/to.*forward only/],
  ['further than 400 days', { advance: 'P401D' }, /body\/advance.*at most 400 days/],
  ['by a duration that is none', { advance: 'tomorrow' }, /body\/advance.*ISO 8601/],
  ['to a time that is none', { to: '2026-13-01T00:00:00Z' }, /body\/to/],
  ['to a time without a zone', { to: '2026-12-01T00:00:00' }, /body\/to/],
  ['without being told where to', {}, /body/],
  ['both to a time and by a duration', { to: '2026-12-01T00:00:00Z', advance: 'P1D' }, /body/],
  ['by a member that it does not know', { by: 'P1D' }, /body\/by/],
]

for (const [why, body, says] of refusals) {
  test(`is not moved ${why}, and the id may be used again`, async () => {
    const tpp = await sandbox.tpp()
    const headers = { 'X-Request-ID': 'mended' }
    assertRefused(await send(tpp, body, headers), { status: 400, code: 'FORMAT_ERROR', says })
    assert.equal(await nowOf(tpp), '2026-11-16T09:30:00+01:00')
    assert.equal((await send(tpp, { advance: 'P1D' }, headers)).status, 200)
  })
}
