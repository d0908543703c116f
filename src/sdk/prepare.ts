import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import type { Clock } from '../kernel/clock.ts'
import type { Random } from '../kernel/random.ts'
import {
  buildSigningString,
  digestHeader,
  formatHttpDate,
  headersToSign,
  readCertificateIdentity,
  readHeaderPairs,
  requestTarget,
  signMessage,
} from '../signing/signing.ts'

/** A certificate and its key, ready to sign. */
export interface Credentials {
  certificate: string
  keyId: string
  key: KeyObject
}

export function readCredentials(certificatePem: string, key: string | KeyObject): Credentials {
  const { raw } = new X509Certificate(certificatePem)
  const { keyId } = readCertificateIdentity(raw)
  return {
    certificate: raw.toString('base64'),
    keyId,
    key: typeof key === 'string' ? createPrivateKey(key) : key,
  }
}

export interface CallOptions {
  /** Sent as JSON; a Buffer is sent as it is. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
}

/** A request that is signed and can be sent, at most 60 seconds from now. */
export interface PreparedRequest {
  method: string
  /** Path and query. */
  target: string
  headers: Record<string, string>
  body: Buffer
  signingString: string
}

export function prepare(
  { certificate, keyId, key }: Credentials,
  { clock, random }: { clock: Clock; random: Random },
  call: { method: string; target: string } & CallOptions,
): PreparedRequest {
  const body = bytesOf(call.body)
  const usual = {
    Accept: 'application/json',
    Date: formatHttpDate(clock.now()),
    'X-Request-ID': random.uuid(),
    ...(body.length > 0 && { 'Content-Type': 'application/json', Digest: digestHeader(body) }),
  }
  const headers: Record<string, string> = {
    ...withoutThose(usual, call.headers),
    ...call.headers,
    'TPP-Signature-Certificate': certificate,
  }
  const pairs = Object.entries(headers)
  // The interface does not ask for the target; signed, a request cannot be turned into another.
  const target = requestTarget(call.method, call.target)
  const list = ['(request-target)', ...headersToSign(pairs.map(([name]) => name.toLowerCase()))]
  // Whether the key will do is for the bank to say, so that its refusal can be tried out.
  const algorithm = key.asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : 'rsa-sha256'
  headers.Signature = signMessage({
    headers: pairs,
    requestTarget: target,
    keyId,
    key,
    list,
    algorithm,
  })
  const signingString = buildSigningString(list, {
    headers: readHeaderPairs(pairs),
    requestTarget: target,
  })
  return { method: call.method, target: call.target, headers, body, signingString }
}

/** The caller's own take their place, in whatever case they are written. */
function withoutThose(usual: object, given: CallOptions['headers'] = {}) {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()))
  return Object.fromEntries(
    Object.entries(usual).filter(([name]) => !names.has(name.toLowerCase())),
  )
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0)
  return Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
}
