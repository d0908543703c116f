import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** Worlds that are kept and brought back. */

const sandbox = await startSandbox()
const path = '/v1/sandbox/snapshots'

interface Snapshot {
  id: string
  name?: string
  takenAt: string
}

const take = async ({ client }: Tpp, body?: unknown) =>
  (await client.call<Snapshot>('POST', path, body === undefined ? {} : { body })).body

const list = async ({ client }: Tpp) =>
  (await client.call<{ snapshots: Snapshot[] }>('GET', path)).body.snapshots

const send = ({ client }: Tpp, method: string, target: string) =>
  client.send(client.prepare(method, target))

const move = ({ client }: Tpp, advance: string) =>
  client.call('POST', '/v1/sandbox/clock', { body: { advance } })

const clockOf = async ({ client }: Tpp) =>
  Temporal.Instant.from((await client.call<{ now: string }>('GET', '/v1/sandbox/clock')).body.now)

/** Every row of the TPP's world, as the database prints them. */
async function contentOf({ organizationIdentifier: owner }: Tpp): Promise<unknown> {
  const tables = await sandbox.sql<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'world_id'
     and table_name not in ('snapshot', 'snapshot_part', 'clock_move', 'register_edition') order by 1`,
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await sandbox.sql<{ row: string }>(
      `select t::text as row from ${name} t join world w on w.id = t.world_id
       where w.owner = $1 order by 1`,
      [owner],
    )
    content[name] = rows.map(({ row }) => row)
  }
  return content
}

test('is taken with a name or without, and listed, the latest first', async () => {
  const tpp = await sandbox.tpp()
  const one = await take(tpp, { name: 'før lønn' })
  const two = await take(tpp, {})
  const three = await take(tpp)
  assert.deepEqual(await list(tpp), [three, two, one])
  assert.equal(one.name, 'før lønn')
  assert.ok(!('name' in two) && !('name' in three))
  assert.match(one.takenAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/)
})

test('brings back the whole ledger and the clock', async () => {
  const tpp = await sandbox.tpp()
  const { id } = await take(tpp)
  const before = await contentOf(tpp)
  const then = await clockOf(tpp)
  await move(tpp, 'P40D')
  await tpp.client.call('POST', '/v1/sandbox/initialize')
  assert.notDeepEqual(await contentOf(tpp), before)
  const restored = await tpp.client.call<{ id: string; now: string }>(
    'POST',
    `${path}/${id}/restore`,
  )
  assert.deepEqual([restored.status, restored.body.id], [200, id])
  assert.deepEqual(await contentOf(tpp), before)
  assert.ok(then.until(await clockOf(tpp)).total('minutes') < 5)
})

test('is deleted when asked, and is then unknown', async () => {
  const tpp = await sandbox.tpp()
  const { id } = await take(tpp)
  assert.equal((await send(tpp, 'DELETE', `${path}/${id}`)).status, 204)
  assert.deepEqual(await list(tpp), [])
  const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }
  assertRefused(await send(tpp, 'DELETE', `${path}/${id}`), unknown)
  assertRefused(await send(tpp, 'POST', `${path}/${id}/restore`), unknown)
  assertRefused(await send(tpp, 'POST', `${path}/not-an-id/restore`), unknown)
})

test('is refused past the twentieth, saying what to do', async () => {
  const tpp = await sandbox.tpp()
  for (let n = 0; n < 20; n++) await take(tpp)
  const answer = await send(tpp, 'POST', path)
  assertRefused(answer, { status: 409, code: 'CONFLICT', says: /20 snapshots.*delete one first/ })
  assert.equal((await list(tpp)).length, 20)
})

test('restores at the same time are made one after the other', async () => {
  const tpp = await sandbox.tpp()
  const { id } = await take(tpp)
  const before = await contentOf(tpp)
  const restore = () => send(tpp, 'POST', `${path}/${id}/restore`)
  const { client } = tpp
  const moving = client.send(
    client.prepare('POST', '/v1/sandbox/clock', { body: { advance: 'P1D' } }),
  )
  const restored = await Promise.all([restore(), restore(), restore()])
  assert.deepEqual(
    restored.map(({ status }) => status),
    [200, 200, 200],
  )
  // The world may have been replaced under the move, which then says so.
  assert.ok([200, 409].includes((await moving).status))
  await restore()
  assert.deepEqual(await contentOf(tpp), before)
})
