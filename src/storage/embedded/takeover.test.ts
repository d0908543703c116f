import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd, storageIn, temporaryFolder } from '../storage.fixture.ts'
import { statement } from '../storage.ts'
import { isRunning, killGroup, serverPid, startChild, untilReady } from './child.fixture.ts'

const dataFolder = join(await temporaryFolder(), 'data')
const pidFile = join(dataFolder, 'postgres/postmaster.pid')
const ids = statement<[], { id: number }>('test.ids', 'select id from acknowledged')

test('takes over from a Nordgate that was killed, and from the server it left behind', async () => {
  const child = startChild(dataFolder)
  await untilReady(child)
  const orphan = await serverPid(dataFolder)
  child.process.kill('SIGKILL')
  await child.exited
  assert.equal(await isRunning(orphan), true)
  const storage = await storageIn(dataFolder)
  assert.equal(await isRunning(orphan), false)
  assert.equal(storage.ready(), true)
  await storage.close()
})

test('refuses a second Nordgate on the same folder, and does not disturb the first', async () => {
  const storage = await storageIn(dataFolder)
  const second = startChild(dataFolder)
  await second.exited
  assert.match(
    second.facts[0]?.error ?? '',
    new RegExp(`\\(process ${process.pid}\\).*${dataFolder}`),
  )
  assert.equal(storage.ready(), true)
  await storage.close()
})

test('ends in order on Ctrl-C, which goes to every process of the terminal', async () => {
  const child = startChild(dataFolder)
  await untilReady(child)
  process.kill(-child.process.pid!, 'SIGINT')
  await child.exited
  assert.equal(child.facts.at(-1)?.closed, true)
  await assert.rejects(readFile(pidFile), { code: 'ENOENT' })
})

test('spares a stranger that has the number of a server long gone', async () => {
  const child = startChild(dataFolder)
  await untilReady(child)
  const left = await readFile(pidFile, 'utf8')
  child.process.kill('SIGKILL')
  killGroup(await serverPid(dataFolder))
  await child.exited
  // As the server's user, since PostgreSQL looks past processes that it may not signal.
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const stranger = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
  await once(stranger, 'spawn')
  atEnd(async () => stranger.kill('SIGKILL'))
  const socketLock = join(dataFolder, 'postgres/.s.PGSQL.5432.lock')
  for (const file of [pidFile, socketLock]) {
    await writeFile(file, left.replace(/^\d+/, String(stranger.pid)))
  }
  const storage = await storageIn(dataFolder)
  assert.equal(storage.ready(), true)
  assert.equal(await isRunning(stranger.pid!), true)
  assert.notEqual(await serverPid(dataFolder), stranger.pid)
  await storage.close()
})

for (const [name, content] of [
  ['empty', ''],
  ['nonsense', 'no number\nat all\n'],
  ['of a process that is gone', '2147483640\n/nowhere\n'],
] as const) {
  test(`starts over a leftover postmaster.pid that is ${name}`, async () => {
    await writeFile(pidFile, content)
    await writeFile(join(dataFolder, 'lock.pid'), '1\n')
    const storage = await storageIn(dataFolder)
    assert.equal(storage.ready(), true)
    await storage.close()
  })
}

test('keeps every acknowledged row when all is killed in the middle of writing', async () => {
  const child = startChild(dataFolder, 'write')
  await untilReady(child)
  while (child.facts.length < 300) await once(child.process.stdout!, 'data')
  const server = await serverPid(dataFolder)
  child.process.kill('SIGKILL')
  killGroup(server)
  await child.exited
  const acknowledged = child.facts.flatMap(({ id }) => id ?? [])
  const storage = await storageIn(dataFolder)
  const kept = new Set((await storage.rows(ids, [])).map(({ id }) => id))
  assert(acknowledged.length >= 290)
  assert.deepEqual(
    acknowledged.filter((id) => !kept.has(id)),
    [],
  )
  await storage.close()
})

test('refuses a cluster of another PostgreSQL, and says which made it', async () => {
  const versionFile = join(dataFolder, 'postgres/PG_VERSION')
  const version = await readFile(versionFile, 'utf8')
  await writeFile(versionFile, '9\n')
  await assert.rejects(storageIn(dataFolder), /was made by PostgreSQL 9/)
  await writeFile(versionFile, version)
  await rm(join(dataFolder, 'lock.pid'), { force: true })
})
