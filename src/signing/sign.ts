import { type KeyObject, sign } from 'node:crypto'
import { SigningFault } from './faults.ts'
import { headersToSign } from './header-list.ts'
import { readHeaderPairs } from './headers.ts'
import { algorithmOf, type SigningAlgorithm } from './key.ts'
import { encodeHeader } from './rfc2047.ts'
import { printSignatureHeader } from './signature-header.ts'
import { buildSigningString, type Message, signingBytes } from './signing-string.ts'

export interface MessageToSign {
  /** As they will be sent, digest and date among them. */
  headers: Iterable<readonly [name: string, value: string]>
  /** As `requestTarget` makes it; needed only when `list` names it. */
  requestTarget?: string
  keyId: string
  key: KeyObject
  /** Follows from the key, unless a key is to be tried that the interface does not take. */
  algorithm?: SigningAlgorithm
  /** What to sign, in order; by default all that the interface asks for. */
  list?: readonly string[]
}

/** The value of the Signature header. */
export function signMessage(options: MessageToSign): string {
  const headers = readHeaderPairs(options.headers)
  const list = options.list ?? headersToSign(headers.keys())
  const { requestTarget } = options
  const message: Message = requestTarget === undefined ? { headers } : { headers, requestTarget }
  const signingString = buildSigningString(list, message)
  if (/[\u0100-\uffff]/.test(signingString)) {
    throw new SigningFault('header-not-ascii', 'A header value holds what HTTP cannot carry.')
  }
  const signature = sign('sha256', signingBytes(signingString), options.key).toString('base64')
  const algorithm = options.algorithm ?? algorithmOf(options.key)
  const parts = { keyId: options.keyId, algorithm, headers: list.join(' '), signature }
  return encodeHeader(printSignatureHeader(parts))
}
