import { createPrivateKey, X509Certificate } from 'node:crypto'
import { digestHeader, readCertificateIdentity, signMessage } from '../signing/signing.ts'

/** Adds the bank's signature over date, digest and request id to the headers of an answer. */
export type SignAnswer = (headers: Record<string, string>, body: Buffer) => void

export function createSignAnswer(seal: { certificate: string; privateKey: string }): SignAnswer {
  const { raw } = new X509Certificate(seal.certificate)
  const { keyId } = readCertificateIdentity(raw)
  const key = createPrivateKey(seal.privateKey)
  const certificate = raw.toString('base64')
  return (headers, body) => {
    headers.Digest = digestHeader(body)
    const signed: [string, string][] = [
      ['date', headers.Date ?? ''],
      ['digest', headers.Digest],
    ]
    const requestId = headers['X-Request-ID']
    if (requestId !== undefined) signed.push(['x-request-id', requestId])
    const list = signed.map(([name]) => name)
    headers.Signature = signMessage({ headers: signed, keyId, key, list })
    headers['ASPSP-Signature-Certificate'] = certificate
  }
}
