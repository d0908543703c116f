import { createPrivateKey, sign, X509Certificate } from 'node:crypto'
import {
  algorithmOf,
  digestHeader,
  encodeHeader,
  readCertificateIdentity,
} from '../signing/signing.ts'

/** Adds the bank's signature over date, digest and request id to the headers of an answer. */
export type SignAnswer = (headers: Record<string, string>, body: string | Buffer) => void

/** Every answer is signed, so what is the same in all of them is printed once. */
export function createSignAnswer(seal: { certificate: string; privateKey: string }): SignAnswer {
  const { raw } = new X509Certificate(seal.certificate)
  const { keyId } = readCertificateIdentity(raw)
  const key = createPrivateKey(seal.privateKey)
  const certificate = raw.toString('base64')
  const named = `keyId="${keyId}",algorithm="${algorithmOf(key)}"`
  const start = `${named},headers="date digest",signature="`
  const startWithId = `${named},headers="date digest x-request-id",signature="`
  // Only a keyId may hold letters beyond ASCII.
  const encode = encodeHeader(named) === named ? (header: string) => header : encodeHeader
  return (headers, body) => {
    const digest = digestHeader(body)
    const requestId = headers['X-Request-ID']
    const always = `date: ${headers.Date}\ndigest: ${digest}`
    const text = requestId === undefined ? always : `${always}\nx-request-id: ${requestId}`
    const signature = sign('sha256', Buffer.from(text, 'latin1'), key).toString('base64')
    headers.Digest = digest
    headers.Signature = encode(`${requestId === undefined ? start : startWithId}${signature}"`)
    headers['ASPSP-Signature-Certificate'] = certificate
  }
}
