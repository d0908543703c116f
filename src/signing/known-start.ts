import type { KeyObject } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import type { CertificateIdentity } from './identity.ts'

/**
 * A caller's Signature headers differ in the signature alone. What stands before it is checked once
 * and then known again by its text, which costs a comparison instead of a parse. Only a header whose
 * signature was true is remembered, so nobody else can fill the memory.
 */
const known = new WeakMap<CertificateIdentity, Known[]>()

interface Known {
  start: string
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

/** The signed headers and the signature, when what stands before it was seen before. */
export function readKnown(header: string, { identity, publicKey }: Signer) {
  // Not by startsWith, which goes letter by letter and takes three times as long.
  const begins = ({ start }: Known) => header.slice(0, start.length) === start
  const found = known.get(identity)?.find((each) => each.publicKey === publicKey && begins(each))
  const signature = found && signatureAfter(header, found.start.length)
  return signature && { list: found.list, signature }
}

/** Undefined for what does not end in base64 and a quote: the parser has the words for that. */
function signatureAfter(header: string, from: number): Buffer | undefined {
  return header.endsWith('"') ? decodeBase64(header.slice(from, -1)) : undefined
}

export function remember(
  header: string,
  { identity, publicKey }: Signer,
  list: readonly string[],
): void {
  const from = header.lastIndexOf(mark) + mark.length
  if (from < mark.length || !signatureAfter(header, from)) return
  const starts = known.get(identity) ?? []
  if (starts.length >= startsMax) starts.length = 0
  starts.push({ start: header.slice(0, from), list, publicKey })
  known.set(identity, starts)
}
