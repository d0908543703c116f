import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSandbox, type Tpp } from '../sandbox.ts'

/** Each TPP has a world of its own, and no way into another's. */

const sandbox = await startSandbox()

interface Described {
  requestBody?: { content: { 'application/json': { example?: unknown } } }
  security?: unknown[]
}

interface Way {
  method: string
  path: string
  body: unknown
}

/** Every signed operation with an id in its path, except those about the TPP itself. */
async function waysIn(): Promise<Way[]> {
  const answer = await fetch(`${sandbox.url}/openapi.json`)
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> }
  return Object.entries(paths)
    .filter(([path]) => path.includes('{') && !path.includes('{tppId}'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security?.length !== 0)
        .map(([method, { requestBody }]) => ({
          method: method.toUpperCase(),
          path,
          body: requestBody?.content['application/json'].example,
        })),
    )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Everything in a world that could be asked for by its id. */
async function idsOf({ organizationIdentifier: owner }: Tpp): Promise<string[]> {
  const tables = await sandbox.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name in ('id', 'world_id') group by 1 having count(*) = 2`,
  )
  const ids: string[] = []
  for (const { name } of tables) {
    const rows = await sandbox.sql<{ id: string }>(
      `select t.id::text from ${name} t join world w on w.id = t.world_id
       where w.owner = $1 limit 10`,
      [owner],
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids.filter((id) => uuid.test(id))
}

async function contentOf({ organizationIdentifier: owner }: Tpp): Promise<unknown> {
  const tables = await sandbox.sql<{ name: string }>(
    `select distinct table_name as name from information_schema.columns
     where column_name = 'world_id' order by 1`,
  )
  const content: Record<string, unknown> = {}
  for (const { name } of tables) {
    content[name] = await sandbox.sql(
      `select md5(string_agg(t::text, '|' order by t::text)) as rows from ${name} t
       join world w on w.id = t.world_id where w.owner = $1`,
      [owner],
    )
  }
  return content
}

test('a TPP that tries every operation on another’s ids reaches and changes nothing', async () => {
  const [owner, intruder] = [await sandbox.tpp(), await sandbox.tpp()]
  await owner.client.call('POST', '/v1/sandbox/snapshots')
  await intruder.client.call('GET', '/v1/sandbox/clock')
  const [ways, ids] = [await waysIn(), await idsOf(owner)]
  assert.ok(ways.length >= 2 && ids.length >= 10)
  const [theirs, own] = [await contentOf(owner), await contentOf(intruder)]
  for (const { method, path, body } of ways) {
    for (const id of ids) {
      const target = path.replace(/\{\w+\}/g, id)
      const options = body === undefined ? {} : { body }
      const { status } = await intruder.client.send(
        intruder.client.prepare(method, target, options),
      )
      const allowed = path.startsWith('/v1/sandbox/') ? [404] : [400, 401, 404]
      assert.ok(allowed.includes(status), `${method} ${target} was answered with ${status}`)
    }
  }
  assert.deepEqual(await contentOf(owner), theirs)
  assert.deepEqual(await contentOf(intruder), own)
})

test('a reset touches the caller’s world and nobody else’s', async () => {
  const [one, two] = [await sandbox.tpp(), await sandbox.tpp()]
  for (const { client } of [one, two]) await client.call('GET', '/v1/sandbox/clock')
  const [before, other] = [await contentOf(one), await contentOf(two)]
  assert.equal((await one.client.call('POST', '/v1/sandbox/initialize')).status, 201)
  assert.notDeepEqual(await contentOf(one), before)
  assert.deepEqual(await contentOf(two), other)
})

test('a reset keeps the clock where it is, since it only grows', async () => {
  const { client } = await sandbox.tpp()
  const now = async () =>
    Temporal.Instant.from((await client.call<{ now: string }>('GET', '/v1/sandbox/clock')).body.now)
  await client.call('POST', '/v1/sandbox/clock', { body: { advance: 'P30D' } })
  const before = await now()
  await client.call('POST', '/v1/sandbox/initialize')
  assert.ok(before.until(await now()).total('seconds') >= 0)
})

test('many first calls at once make one world', async () => {
  const tpp = await sandbox.tpp()
  await Promise.all(Array.from({ length: 12 }, () => tpp.client.call('GET', '/v1/sandbox/clock')))
  const worlds = await sandbox.sql('select 1 from world where owner = $1', [
    tpp.organizationIdentifier,
  ])
  assert.equal(worlds.length, 1)
})

test('the first call of a TPP finds its world filled already', async () => {
  const { client } = await sandbox.tpp()
  const { body } = await client.call<{ customers: unknown[] }>('GET', '/v1/sandbox/customers')
  assert.equal(body.customers.length, 4)
})
