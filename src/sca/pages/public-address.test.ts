import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from './public-address.ts'

// biome-ignore format: a table
const closed = [
  '127.0.0.1', '127.8.8.8', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '0.0.0.0',
  '169.254.169.254', '100.64.0.1', '198.18.0.1', '192.0.2.1', '224.0.0.1', '255.255.255.255',
  '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1',
  '64:ff9b::7f00:1', '2001::1', '2001:db8::1', '2002:7f00:1::', 'fec0::1', '100::1',
]

test('what is not the open internet is closed', () => {
  assert.deepEqual(closed.filter(isPublicAddress), [])
})

test('the open internet is open', () => {
  const open = ['8.8.8.8', '172.32.0.1', '193.90.1.1', '2a00:1450:400f::1', '2001:4860:4860::8888']
  assert.deepEqual(open.filter(isPublicAddress), open)
})
