import type { KeyObject } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import type { CertificateIdentity } from './identity.ts'

/**
 * A caller's Signature headers differ in the signature alone. What stands before it is checked once
 * and then known again by its text, which costs a comparison instead of a parse. Only a header whose
 * signature was true is remembered, so nobody else can fill the memory.
 */
const known = new WeakMap<CertificateIdentity, Map<string, Known>>()

interface Known {
  list: readonly string[]
  publicKey: KeyObject
}

/** Both are of one certificate. */
interface Signer {
  identity: CertificateIdentity
  publicKey: KeyObject
}

/** As many as a caller has kinds of requests: with and without body, PSU, company. */
const startsMax = 16

const mark = 'signature="'

export interface SplitHeader {
  start: string
  signature: Buffer
}

/** Undefined for what does not end in base64 and a quote: the parser has the words for that. */
export function splitHeader(header: string): SplitHeader | undefined {
  const at = header.lastIndexOf(mark)
  if (at < 0 || !header.endsWith('"')) return undefined
  const from = at + mark.length
  const signature = decodeBase64(header.slice(from, -1))
  return signature && { start: header.slice(0, from), signature }
}

/** The list of signed headers that goes with a start that was seen before. */
export function knownList(
  { start }: SplitHeader,
  { identity, publicKey }: Signer,
): readonly string[] | undefined {
  const found = known.get(identity)?.get(start)
  return found?.publicKey === publicKey ? found.list : undefined
}

export function remember(
  { start }: SplitHeader,
  { identity, publicKey }: Signer,
  list: readonly string[],
): void {
  const starts = known.get(identity) ?? new Map<string, Known>()
  if (starts.size >= startsMax) starts.clear()
  known.set(identity, starts.set(start, { list, publicKey }))
}
