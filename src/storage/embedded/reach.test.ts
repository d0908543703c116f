import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FolderMode, mayEnter, mayReach } from './reach.ts'

const account = { uid: 65_534, gid: 65_534 }
const open = { uid: 0, gid: 0, mode: 0o755 }

test("enters a folder by the others' bit, unless it owns the folder or shares its group", () => {
  assert.equal(mayEnter(open, account), true)
  assert.equal(mayEnter({ uid: 0, gid: 0, mode: 0o700 }, account), false)
  assert.equal(mayEnter({ uid: 65_534, gid: 0, mode: 0o700 }, account), true)
  assert.equal(mayEnter({ uid: 65_534, gid: 0, mode: 0o077 }, account), false)
  assert.equal(mayEnter({ uid: 0, gid: 65_534, mode: 0o710 }, account), true)
  assert.equal(mayEnter({ uid: 0, gid: 65_534, mode: 0o701 }, account), false)
})

test('cannot reach what lies below one closed folder, however deep', () => {
  const closed = { uid: 0, gid: 0, mode: 0o700 }
  fc.assert(
    fc.property(fc.nat(6), fc.nat(6), (above, below) => {
      const folders: FolderMode[] = [...Array(above).fill(open), closed, ...Array(below).fill(open)]
      assert.equal(mayReach(folders, account), false)
      assert.equal(mayReach(folders, { uid: 0, gid: 0 }), true)
    }),
  )
})

test('reaches what lies below open folders only', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0o755, 0o711, 0o1777, 0o701)), (modes) => {
      const folders = modes.map((mode) => ({ uid: 0, gid: 0, mode }))
      assert.equal(mayReach(folders, account), true)
    }),
  )
})
