import type { Random } from '../../kernel/random.ts'

/** 128 random bits as RFC 5280 likes them: positive, and never a guess for somebody else. */
export function newSerial(random: Random): string {
  const bytes = random.bytes(16)
  // The first bit would make the number negative, a zero byte would make it shorter.
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return bytes.toString('hex')
}
