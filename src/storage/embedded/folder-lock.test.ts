import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../storage.fixture.ts'
import { lockFolder } from './folder-lock.ts'

const parent = await temporaryFolder()

async function newFolder(name: string): Promise<string> {
  const folder = join(parent, name)
  await mkdir(folder)
  return folder
}

test('refuses a second lock, and names the folder and the holder', async () => {
  const folder = await newFolder('second')
  const lock = lockFolder(folder)
  assert.throws(
    () => lockFolder(folder),
    new RegExp(`Another Nordgate \\(process ${process.pid}\\) uses the data folder ${folder}`),
  )
  lock.release()
  lockFolder(folder).release()
})

test('can be released twice, and leaves only the empty lock file', async () => {
  const folder = await newFolder('litter')
  const lock = lockFolder(folder)
  lock.release()
  lock.release()
  assert.deepEqual(await readdir(folder), ['lock'])
})

for (const [name, content] of [
  ['empty', ''],
  ['corrupt', 'this is no database at all, and long enough to be looked at: '.repeat(100)],
  ['half a header', 'SQLite format 3\0'],
] as const) {
  test(`does not mind a lock file that is ${name}`, async () => {
    const folder = await newFolder(name)
    await writeFile(join(folder, 'lock'), content)
    await writeFile(join(folder, 'lock.pid'), 'nonsense')
    const lock = lockFolder(folder)
    assert.throws(() => lockFolder(folder), /Another Nordgate/)
    lock.release()
  })
}
