import { BlockList, isIP, isIPv6 } from 'node:net'

export interface Addresses {
  have(address: string): boolean
}

/** Addresses and CIDR ranges, as they are configured. */
export function addressesIn(ranges: readonly string[]): Addresses {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return { have: (address) => isIP(address) !== 0 && list.check(address, familyOf(address)) }
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Who asks, as far as addresses tell. A proxy that we trust says for whom it asks: the last address of
 * X-Forwarded-For that is none of our proxies, since everything before it is whatever somebody sent.
 */
export function clientBehind(
  proxies: Addresses,
  peer: string,
  forwardedFor: string | undefined,
): string {
  if (!proxies.have(peer)) return networkOf(peer)
  const named = (forwardedFor ?? '').split(',').map((each) => each.trim())
  const client = named.findLast((address) => !proxies.have(address))
  return networkOf(client !== undefined && isIP(client) !== 0 ? client : peer)
}

/** Whoever has an IPv6 address has the 2^64 beside it as well. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // Written in one way: small letters, no dots, no zeros that could be left out.
  const plain = new URL(`http://[${address.replace(/%.*/, '')}]`).hostname.slice(1, -1)
  if (/^::ffff:[^:]+:[^:]+$/.test(plain)) return mappedIn(plain)
  const [before = [], after = []] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

/** An IPv4 address in the clothes of IPv6, as a socket for both shows it. */
function mappedIn(plain: string): string {
  const [high = 0, low = 0] = plain
    .split(':')
    .slice(-2)
    .map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
