import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { storageAt, storageIn, temporaryFolder } from '../storage.fixture.ts'
import { runningDatabase, statement } from '../storage.ts'
import { killGroup, serverPid, startChild, untilReady } from './child.fixture.ts'

const one = statement<[], { one: number }>('test.one', 'select 1 as one')

test('the database of a running Nordgate is reached by another process, and of none otherwise', async () => {
  const dataFolder = join(await temporaryFolder(), 'data')
  assert.equal(await runningDatabase(dataFolder), undefined)
  const storage = await storageIn(dataFolder)
  const beside = await storageAt((await runningDatabase(dataFolder))!)
  assert.deepEqual(await beside.row(one, []), { one: 1 })
  await beside.close()
  assert.equal(storage.ready(), true)
  await storage.close()
  assert.equal(await runningDatabase(dataFolder), undefined)
})

test('a server that outlived its Nordgate is nobody to ask', async () => {
  const dataFolder = join(await temporaryFolder(), 'data')
  const child = startChild(dataFolder)
  await untilReady(child)
  assert.notEqual(await runningDatabase(dataFolder), undefined)
  const orphan = await serverPid(dataFolder)
  child.process.kill('SIGKILL')
  await child.exited
  assert.equal(await runningDatabase(dataFolder), undefined)
  killGroup(orphan)
})
