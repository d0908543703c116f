import { BlockList, isIPv6 } from 'node:net'

/** Everything that is not the open internet: our own networks, this machine, reserved ranges. */
const closed = new BlockList()

// biome-ignore format: a table
const ranges4 = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16],
  ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24], ['192.88.99.0', 24], ['192.168.0.0', 16],
  ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
] as const

for (const [address, prefix] of ranges4) closed.addSubnet(address, prefix, 'ipv4')

/** Of IPv6 only global unicast is open, and within it not what carries an IPv4 address or nothing. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')

const ranges6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

for (const [address, prefix] of ranges6) closed.addSubnet(address, prefix, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !closed.check(address, 'ipv4')
  return open6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}
