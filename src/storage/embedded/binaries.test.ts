import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { temporaryFolder } from '../storage.fixture.ts'
import { binariesIn, copyBinaries, isComplete, locatePackage, versionOf } from './binaries.ts'

const found = locatePackage()

test('names DATABASE_URL when there are no binaries for the machine', () => {
  assert.throws(() => locatePackage('sunos-sparc'), /Set DATABASE_URL/)
})

test('makes one whole copy with its links, even when several make it at once', async () => {
  const home = await temporaryFolder()
  const copies = await Promise.all(Array.from({ length: 3 }, () => copyBinaries(found, home)))
  const version = await versionOf(found)
  assert.deepEqual(await readdir(home), [`postgresql-${version}`])
  assert.deepEqual(new Set(copies), new Set([join(home, `postgresql-${version}`)]))
  const copy = copies[0]!
  assert.equal(await isComplete(copy), true)
  const { initdb } = binariesIn(copy, version)
  const { stdout } = await promisify(execFile)(initdb, ['--version'], { env: {} })
  assert(stdout.includes(`(PostgreSQL) ${binariesIn(copy, version).majorVersion}.`))
})

test('uses a copy that is there', async () => {
  const home = await temporaryFolder()
  const copy = await copyBinaries(found, home)
  const { mtimeMs } = await stat(copy)
  assert.equal(await copyBinaries(found, home), copy)
  assert.equal((await stat(copy)).mtimeMs, mtimeMs)
})
