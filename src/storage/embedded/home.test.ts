import assert from 'node:assert/strict'
import { chmod, chown, mkdir, readdir, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { serverIn, storageIn, temporaryFolder } from '../storage.fixture.ts'
import { startChild, untilReady } from './child.fixture.ts'
import { isReachable } from './reach.ts'

const isRoot = process.getuid?.() === 0
const asRoot = { skip: isRoot ? false : 'only root can change users' }
const daemon = { uid: 1, gid: 1 }

test('keeps the cluster and its socket from other users', async () => {
  const dataFolder = join(await temporaryFolder(), 'data')
  const storage = await storageIn(dataFolder)
  const cluster = join(dataFolder, 'postgres')
  assert.equal((await stat(cluster)).mode & 0o777, 0o700)
  assert.equal((await stat(join(cluster, '.s.PGSQL.5432'))).mode & 0o077, 0)
  await storage.close()
})

test('starts in a folder whose path is too long for a socket', async () => {
  const dataFolder = join(await temporaryFolder(), 'long'.repeat(20), "it's, long")
  const sockets = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('nordgate-socket-'))
  const server = await serverIn(dataFolder)
  const folder = new URL(server.url('postgres')).searchParams.get('host')!
  assert.equal(dirname(folder), tmpdir())
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert((await sockets()).length > 0)
  await server.stop()
  await assert.rejects(stat(folder), { code: 'ENOENT' })
})

test('removes what a killed first start has left', async () => {
  const parent = await temporaryFolder()
  const dataFolder = join(parent, 'data')
  const elsewhere = join(parent, 'elsewhere')
  await mkdir(join(dataFolder, 'postgres.new-0123'), { recursive: true })
  await mkdir(elsewhere)
  await symlink(elsewhere, join(dataFolder, 'postgres.new-4567'))
  const storage = await storageIn(dataFolder)
  const left = await readdir(dataFolder)
  assert.deepEqual(
    left.filter((name) => name.startsWith('postgres.new-')),
    [],
  )
  await assert.rejects(stat(elsewhere), { code: 'ENOENT' })
  await storage.close()
})

test('refuses a link to a database that is gone, rather than to start an empty bank', async () => {
  const dataFolder = await temporaryFolder()
  await symlink('/nowhere/at/all', join(dataFolder, 'postgres'))
  await assert.rejects(storageIn(dataFolder), /points to a database that is not there/)
})

test('says what is wrong when the data folder is a file', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, '')
  await assert.rejects(storageIn(file), /EEXIST|ENOTDIR/)
})

test('goes to the shared home below a folder that only root can enter', asRoot, async () => {
  const closed = await temporaryFolder()
  await chmod(closed, 0o700)
  const sharedHome = join(await temporaryFolder(), 'shared')
  const dataFolder = join(closed, 'data')
  const server = await serverIn(dataFolder, sharedHome)
  const cluster = await readlink(join(dataFolder, 'postgres'))
  assert.equal(dirname(cluster), sharedHome)
  assert.equal((await stat(cluster)).mode & 0o777, 0o700)
  await server.stop()
  const again = await serverIn(dataFolder, sharedHome)
  assert.equal(await readlink(join(dataFolder, 'postgres')), cluster)
  await again.stop()
})

test('names NORDGATE_DATA when there is no shared home either', asRoot, async () => {
  const closed = await temporaryFolder()
  await chmod(closed, 0o700)
  const failing = serverIn(join(closed, 'data'), '/dev/null/nowhere')
  await assert.rejects(failing, /user 65534, who cannot enter .* Set NORDGATE_DATA/)
})

test('starts as an ordinary user, and root can take that bank over', asRoot, async (context) => {
  if (!(await isReachable(import.meta.dirname, daemon))) {
    context.skip('another user cannot enter the checkout')
    return
  }
  const folder = await temporaryFolder()
  await chown(folder, daemon.uid, daemon.gid)
  const dataFolder = join(folder, 'data')
  const child = startChild(dataFolder, 'serve', daemon)
  await untilReady(child)
  assert.equal(child.facts[0]?.user, daemon.uid)
  assert.equal((await stat(join(dataFolder, 'postgres'))).uid, daemon.uid)
  child.process.kill('SIGINT')
  await child.exited
  await chmod(folder, 0o711)
  const storage = await storageIn(dataFolder)
  assert.equal(storage.ready(), true)
  await storage.close()
})

test("refuses another user's bank, and says whose it is", asRoot, async (context) => {
  if (!(await isReachable(import.meta.dirname, daemon))) {
    context.skip('another user cannot enter the checkout')
    return
  }
  const folder = await temporaryFolder()
  await chmod(folder, 0o777)
  await mkdir(join(folder, 'postgres'), { mode: 0o700 })
  await chown(join(folder, 'postgres'), 65_534, 65_534)
  const child = startChild(folder, 'serve', daemon)
  await child.exited
  assert.match(child.facts[0]?.error ?? '', /belongs to user 65534, and this is user 1/)
})
