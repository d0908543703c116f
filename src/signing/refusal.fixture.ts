import { type KeyObject, sign } from 'node:crypto'
import type { TestCertificate } from './certificate.fixture.ts'
import {
  checkDate,
  checkDigest,
  checkSignature,
  digestHeader,
  type Explanation,
  explainFault,
  printSignatureHeader,
  readRawHeaders,
  requestTarget,
  type SignatureParts,
  SigningFault,
} from './signing.ts'

export type Line = readonly [name: string, value: string]

export const method = 'POST'
export const target = '/v1/payments/norwegian-domestic-credit-transfers?note=a%20b'
export const body = Buffer.from('{"amount":"12.50","name":"Blåbær"}', 'utf8')
export const now = Temporal.Instant.from('2026-11-14T10:00:00Z')

export const sentLines: readonly Line[] = [
  ['(request-target)', requestTarget(method, target)],
  ['date', 'Sat, 14 Nov 2026 10:00:00 GMT'],
  ['digest', digestHeader(body)],
  ['x-request-id', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721'],
  ['psu-id', '0b1d3b54-5a3c-4b3e-8f5a-6a2f6d0f4f11'],
  ['tpp-redirect-uri', 'https://tpp.example/back?x=1&y=Ab%20c'],
]

export const printed = (lines: readonly Line[]): string =>
  lines.map(([name, value]) => `${name}: ${value}`).join('\n')

/** A request as a client with a mistake would send it. */
export interface Attempt {
  certificate: TestCertificate
  /** What is signed: the lines in another way than the service puts them together. */
  signed?: (lines: readonly Line[]) => string | Buffer
  sign?: (text: Buffer, key: KeyObject) => Buffer
  /** The text between the quotes of `signature`. */
  encode?: (signature: Buffer) => string
  parts?: Partial<SignatureParts>
  wrap?: (header: string) => string
  headers?: Record<string, string>
  names?: Record<string, string>
  body?: Buffer
  now?: Temporal.Instant
}

export function rawHeadersOf(attempt: Attempt): string[] {
  const values = new Map(sentLines.slice(1))
  for (const [name, value] of Object.entries(attempt.headers ?? {})) values.set(name, value)
  const lines: Line[] = sentLines.map(([name, value]) => [name, values.get(name) ?? value])
  const { certificate } = attempt
  const text = Buffer.from(attempt.signed?.(lines) ?? printed(lines))
  const makeSignature = attempt.sign ?? ((data, key) => sign('sha256', data, key))
  const signature = makeSignature(text, certificate.key)
  const header = printSignatureHeader({
    keyId: certificate.identity.keyId,
    algorithm: certificate.publicKey.asymmetricKeyType === 'rsa' ? 'rsa-sha256' : 'ecdsa-sha256',
    headers: lines.map(([name]) => name).join(' '),
    signature: attempt.encode?.(signature) ?? signature.toString('base64'),
    ...attempt.parts,
  })
  const sent = [...values].flatMap(([name, value]) => [attempt.names?.[name] ?? name, value])
  return ['Host', 'api.bank.example', ...sent, 'Signature', attempt.wrap?.(header) ?? header]
}

/** Runs the checks as the service does; undefined when the request is accepted. */
export async function explainAttempt(attempt: Attempt): Promise<Explanation | undefined> {
  const rawHeaders = rawHeadersOf(attempt)
  const headers = readRawHeaders(rawHeaders)
  const { identity, publicKey } = attempt.certificate
  const at = attempt.now ?? now
  const received = attempt.body ?? body
  try {
    checkDate(headers.get('date'), at)
    checkDigest(headers.get('digest'), received)
    const message = { headers, requestTarget: requestTarget(method, target) }
    await checkSignature({ ...message, identity, publicKey })
    return undefined
  } catch (fault) {
    if (!(fault instanceof SigningFault)) throw fault
    const context = { method, target, rawHeaders, body: received, now: at, identity, publicKey }
    return explainFault(fault, context)
  }
}
