/**
 * A strict reader for the DER of certificates: definite lengths in their shortest form, nothing
 * left over, nothing out of bounds. It walks; it does not know what any structure means.
 */
export interface Der {
  /** The identifier octet, such as 0x30 for a SEQUENCE or 0xa3 for the context tag [3]. */
  readonly tag: number
  readonly content: Buffer
  /** Identifier, length and content together. */
  readonly bytes: Buffer
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const

export class DerError extends Error {}

/** Reads one value that fills `bytes` to the last byte. */
export function readDer(bytes: Buffer): Der {
  const value = readAt(bytes, 0)
  if (value.bytes.length !== bytes.length) throw new DerError('bytes are left over after the value')
  return value
}

/** The values inside a constructed one, in order. */
export function children(value: Der): Der[] {
  if ((value.tag & 0x20) === 0) throw new DerError('a primitive value has no parts')
  const found: Der[] = []
  for (let offset = 0; offset < value.content.length; ) {
    const child = readAt(value.content, offset)
    found.push(child)
    offset += child.bytes.length
  }
  return found
}

/** The parts of a value that must have the given tag. */
export function childrenOf(tag: number, value: Der | undefined): Der[] {
  return children(expectTag(tag, value))
}

export function expectTag(tag: number, value: Der | undefined): Der {
  if (value?.tag !== tag) {
    throw new DerError(`expected tag 0x${tag.toString(16)}, found ${printTag(value)}`)
  }
  return value
}

export function readOid(value: Der | undefined): string {
  const { content } = expectTag(tags.oid, value)
  const arcs: bigint[] = []
  let arc = 0n
  let inside = false
  for (const byte of content) {
    if (!inside && byte === 0x80) throw new DerError('an OID arc has a leading zero')
    arc = (arc << 7n) | BigInt(byte & 0x7f)
    inside = (byte & 0x80) !== 0
    if (inside) continue
    arcs.push(arc)
    arc = 0n
  }
  const first = arcs.shift()
  if (inside || first === undefined) throw new DerError('an OID is cut short')
  const root = first < 80n ? first / 40n : 2n
  return [root, first - root * 40n, ...arcs].join('.')
}

/** Text of any of the string types that certificates use. */
export function readText(value: Der | undefined): string {
  switch (value?.tag) {
    case tags.utf8String:
      return decodeUtf8(value.content)
    case tags.printableString:
    case tags.ia5String:
    case tags.teletexString:
      return value.content.toString('latin1')
    case tags.bmpString:
      if (value.content.length % 2 !== 0) throw new DerError('a BMPString has half a character')
      return Buffer.from(value.content).swap16().toString('utf16le')
    default:
      throw new DerError(`expected text, found ${printTag(value)}`)
  }
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new DerError('a UTF8String is not UTF-8')
  }
}

function readAt(bytes: Buffer, offset: number): Der {
  const tag = byteAt(bytes, offset)
  if ((tag & 0x1f) === 0x1f) throw new DerError('tags of more than one byte are not used here')
  const { length, start } = readLength(bytes, offset + 1)
  const end = start + length
  if (end > bytes.length) throw new DerError('a value is cut short')
  return { tag, content: bytes.subarray(start, end), bytes: bytes.subarray(offset, end) }
}

function readLength(bytes: Buffer, offset: number): { length: number; start: number } {
  const first = byteAt(bytes, offset)
  if (first < 0x80) return { length: first, start: offset + 1 }
  const count = first & 0x7f
  if (count === 0 || count > 4) throw new DerError('a length is indefinite or too long')
  let length = 0
  for (let i = 1; i <= count; i++) length = length * 256 + byteAt(bytes, offset + i)
  const shortest = length < 0x80 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8)
  if (shortest !== count) throw new DerError('a length is not in its shortest form')
  return { length, start: offset + 1 + count }
}

function byteAt(bytes: Buffer, offset: number): number {
  const byte = bytes[offset]
  if (byte === undefined) throw new DerError('a value is cut short')
  return byte
}

const printTag = (value: Der | undefined): string =>
  value ? `0x${value.tag.toString(16)}` : 'nothing'
