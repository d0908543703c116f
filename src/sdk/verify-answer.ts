import { X509Certificate } from 'node:crypto'
import {
  checkDigest,
  checkSignature,
  decodeHeader,
  type MessageHeaders,
  parseSignatureHeader,
  readCertificateIdentity,
} from '../signing/signing.ts'

/** An answer that is not what the bank sent: do not use it. */
export class AnswerNotTrusted extends Error {}

const mustCover = ['date', 'digest', 'x-request-id']

/**
 * Verifies digest and signature of an answer and, when an authority is given, that it issued the
 * bank's certificate. Throws when something is wrong; without an authority only damage is found.
 */
export async function verifyAnswer(
  headers: MessageHeaders,
  /** Left out for HEAD, whose answer has the digest of a body that is not sent. */
  body: Buffer | undefined,
  authority: X509Certificate | undefined,
): Promise<void> {
  const header = headers.get('aspsp-signature-certificate')
  const signature = headers.get('signature')
  if (header === undefined || signature === undefined) {
    throw new AnswerNotTrusted('The answer is not signed.')
  }
  try {
    const certificate = new X509Certificate(Buffer.from(header, 'base64'))
    if (authority) requireIssuedBy(certificate, authority)
    const listed = parseSignatureHeader(decodeHeader(signature)).headers.split(' ')
    const uncovered = mustCover.filter((name) => headers.has(name) && !listed.includes(name))
    if (uncovered.length > 0)
      throw new Error(`the signature does not cover ${uncovered.join(', ')}`)
    if (body) checkDigest(headers.get('digest'), body)
    const identity = readCertificateIdentity(certificate.raw)
    await checkSignature({ headers, identity, publicKey: certificate.publicKey })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new AnswerNotTrusted(`The answer cannot be trusted: ${why}`, { cause: error })
  }
}

function requireIssuedBy(certificate: X509Certificate, authority: X509Certificate): void {
  if (certificate.checkIssued(authority) && certificate.verify(authority.publicKey)) return
  throw new Error('the bank’s certificate was not issued by the given authority')
}
