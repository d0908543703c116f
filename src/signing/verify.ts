import { type KeyObject, verify } from 'node:crypto'
import { decodeBase64 } from './base64.ts'
import { quote, SigningFault } from './faults.ts'
import { checkHeaderList, readHeaderList } from './header-list.ts'
import type { CertificateIdentity } from './identity.ts'
import { algorithmOf } from './key.ts'
import { checkKeyId } from './key-id.ts'
import { readKnown, remember } from './known-start.ts'
import { decodeHeader } from './rfc2047.ts'
import { parseSignatureHeader } from './signature-header.ts'
import { buildSigningString, type Message, signingBytes } from './signing-string.ts'

/** With a callback the arithmetic runs in a thread of the pool, and the event loop stays free. */
function verifyInPool(data: Buffer, key: KeyObject, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify('sha256', data, key, signature, (error, result) =>
      error ? reject(error) : resolve(result),
    )
  })
}

export interface SignedMessage extends Message {
  identity: CertificateIdentity
  publicKey: KeyObject
}

/** Throws a SigningFault unless the Signature header is true for this message and certificate. */
export async function checkSignature(message: SignedMessage): Promise<void> {
  const header = message.headers.get('signature')
  if (header === undefined) {
    throw new SigningFault('signature-missing', 'There is no Signature header.')
  }
  const known = readKnown(header, message)
  const { list, signature } = known ?? readHeader(header, message)
  if (known) checkHeaderList(list, message.headers)
  const data = signingBytes(buildSigningString(list, message))
  if (!(await verifyInPool(data, message.publicKey, signature))) {
    throw new SigningFault(
      'signature-mismatch',
      'The signature does not fit the signing string and the key of the certificate.',
    )
  }
  if (!known) remember(header, message, list)
}

/** All of the header but whether its signature is true. */
function readHeader(header: string, { publicKey, identity, headers }: SignedMessage) {
  const parts = parseSignatureHeader(decodeHeader(header))
  checkAlgorithm(parts.algorithm, publicKey)
  checkKeyId(parts.keyId, identity)
  const list = readHeaderList(parts.headers)
  checkHeaderList(list, headers)
  const signature = decodeBase64(parts.signature)
  if (!signature) {
    throw new SigningFault('signature-base64', 'The signature is not valid base64.')
  }
  return { list, signature }
}

function checkAlgorithm(received: string, key: KeyObject): void {
  const expected = algorithmOf(key)
  if (received === expected) return
  throw new SigningFault(
    'algorithm-wrong',
    `algorithm is ${quote(received)}; for the key of this certificate it is \`${expected}\`.`,
  )
}
