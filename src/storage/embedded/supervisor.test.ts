import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually, serverIn, storageAt, storageIn, temporaryFolder } from '../storage.fixture.ts'
import { statement } from '../storage.ts'
import { killGroup, serverPid } from './child.fixture.ts'

const dataFolder = join(await temporaryFolder(), 'data')
const one = statement<[], { n: number }>('test.one', 'select 1 as n')
const note = { actor: 'tester', action: 'test', requestId: null }

for (const [name, kill] of [
  ['the server alone', (pid: number) => process.kill(pid, 'SIGKILL')],
  ['the server with all its backends', killGroup],
] as const) {
  test(`starts the database again after kill -9 of ${name}`, async () => {
    const storage = await storageIn(dataFolder)
    // Some connections are idle and one is in a transaction when it happens.
    await Promise.all([storage.row(one, []), storage.row(one, []), storage.row(one, [])])
    const held = storage.transaction(note, async (tx) => {
      await tx.row(one, [])
      kill(await serverPid(dataFolder))
      await eventually('the database is known to be down', () => !storage.ready())
      await tx.row(one, [])
    })
    // A backend outlives its server by a moment, and may just finish what it was asked.
    await held.catch((error) => assert.equal(error.code, 'SERVICE_UNAVAILABLE'))
    await eventually('the database is up again', () => storage.ready())
    await storage.transaction(note, (tx) => tx.row(one, []))
    assert.deepEqual(await storage.row(one, []), { n: 1 })
    await storage.close()
  })
}

test('answers SERVICE_UNAVAILABLE at once while the database is down', async () => {
  const storage = await storageIn(dataFolder)
  process.kill(await serverPid(dataFolder), 'SIGKILL')
  await eventually('the database is known to be down', () => !storage.ready())
  const from = performance.now()
  await assert.rejects(storage.row(one, []), { code: 'SERVICE_UNAVAILABLE' })
  assert(performance.now() - from < 1_000)
  await storage.close()
})

test('can be closed while the database is down', async () => {
  const storage = await storageIn(dataFolder)
  killGroup(await serverPid(dataFolder))
  await eventually('the database is known to be down', () => !storage.ready())
  await storage.close()
  assert.equal(storage.ready(), false)
})

test('knows whether a server that is not its own answers, and finds it again', async () => {
  const first = await serverIn(dataFolder)
  const storage = await storageAt(first.url('nordgate'))
  assert.deepEqual(await storage.row(one, []), { n: 1 })
  assert.equal(storage.ready(), true)
  await first.stop()
  await eventually('the loss is seen', () => !storage.ready())
  await assert.rejects(storage.row(one, []), { code: 'SERVICE_UNAVAILABLE' })
  const second = await serverIn(dataFolder)
  await eventually('the return is seen', () => storage.ready())
  assert.deepEqual(await storage.row(one, []), { n: 1 })
  await storage.close()
  await second.stop()
})
