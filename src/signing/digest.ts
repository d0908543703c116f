import { hash } from 'node:crypto'
import { quote, SigningFault } from './faults.ts'
import { trimSpaces } from './headers.ts'

export type DigestAlgorithm = 'SHA-256' | 'SHA-512'

const nodeNames = { 'SHA-256': 'sha256', 'SHA-512': 'sha512' } as const

export const digestOf = (body: string | Buffer, algorithm: DigestAlgorithm): string =>
  hash(nodeNames[algorithm], body, 'base64')

export const digestHeader = (
  body: string | Buffer,
  algorithm: DigestAlgorithm = 'SHA-256',
): string => `${algorithm}=${digestOf(body, algorithm)}`

/** The header may name several algorithms: every one that is known must fit the bytes. */
export function checkDigest(value: string | undefined, body: Buffer): void {
  if (value === undefined) {
    if (body.length === 0) return
    throw new SigningFault('digest-missing', 'The request has a body and no Digest header.')
  }
  const known = value
    .split(',')
    .map(readEntry)
    .filter((entry) => entry !== undefined)
  if (known.length === 0) {
    throw new SigningFault('digest-algorithm', `Digest ${quote(value)} names no known algorithm.`)
  }
  for (const entry of known) compare(entry, body)
}

interface Entry {
  algorithm: DigestAlgorithm
  received: string
}

function readEntry(text: string): Entry | undefined {
  const entry = trimSpaces(text)
  const equals = entry.indexOf('=')
  const name = entry.slice(0, equals)
  if (equals < 1 || !/^[A-Za-z0-9-]{1,20}$/.test(name)) {
    throw new SigningFault('digest-format', `Digest ${quote(entry)} is not \`SHA-256=<base64>\`.`)
  }
  const algorithm = name.toUpperCase()
  if (algorithm !== 'SHA-256' && algorithm !== 'SHA-512') return undefined
  return { algorithm, received: entry.slice(equals + 1) }
}

function compare({ algorithm, received }: Entry, body: Buffer): void {
  const expected = digestOf(body, algorithm)
  // No secret: whoever has the body has its digest, so it may be compared like any text.
  if (received === expected) return
  if (received.length !== expected.length) {
    throw new SigningFault(
      'digest-length',
      `The ${algorithm} digest has ${received.length} characters, where base64 has ${expected.length}.`,
    )
  }
  throw new SigningFault('digest-mismatch', `The ${algorithm} digest is not that of the body.`)
}
