import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressesIn, clientBehind } from './client-address.ts'

const nobody = addressesIn([])
const proxies = addressesIn(['10.0.0.0/8', '2001:db8:ffff::1'])

describe('the client of a request', () => {
  const table: [title: string, peer: string, forwarded: string | undefined, client: string][] = [
    ['is who connects', '192.0.2.1', undefined, '192.0.2.1'],
    ['is who connects, whatever they say', '192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['is whom a trusted proxy names', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['is the last one named', '10.0.0.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
    ['is none of our proxies', '10.0.0.1', '198.51.100.7,10.2.0.9, 10.0.0.3', '198.51.100.7'],
    ['is the proxy that names nobody', '10.0.0.1', undefined, '10.0.0.1'],
    ['is the proxy that names no address', '10.0.0.1', '198.51.100.7, unknown', '10.0.0.1'],
    ['is the proxy when only proxies are named', '10.0.0.1', '10.0.0.2', '10.0.0.1'],
    ['is known behind IPv6 clothes', '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    ['is named by a proxy in IPv6 clothes', '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['is named by a proxy with IPv6', '2001:DB8:FFFF:0::1', '198.51.100.7', '198.51.100.7'],
    ['is a whole network with IPv6', '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2::/64'],
    ['is a network with zeros', '2001:db8::6', undefined, '2001:db8:0:0::/64'],
    ['is a network without leading zeros', '2001:0DB8:01::6', undefined, '2001:db8:1:0::/64'],
    ['is a network with zeros in between', '1::2:3:4:5:6', undefined, '1:0:0:2::/64'],
    ['is a network that begins with zeros', '::1', undefined, '0:0:0:0::/64'],
    ['is nobody when the connection is gone', '', '198.51.100.7', ''],
    ['is a network with a zone', 'fe80::1%eth0', undefined, 'fe80:0:0:0::/64'],
  ]
  for (const [title, peer, forwarded, client] of table) {
    test(`${title}: ${peer}, ${forwarded ?? 'no header'}`, () => {
      assert.equal(clientBehind(proxies, peer, forwarded), client)
    })
  }

  test('is who connects where no proxy is trusted', () => {
    assert.equal(clientBehind(nobody, '10.0.0.1', '198.51.100.7'), '10.0.0.1')
  })
})
