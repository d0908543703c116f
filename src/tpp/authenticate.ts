import type { Caller } from '../kernel/caller.ts'
import { Problem, type ProblemCode } from '../kernel/problem.ts'
import {
  checkDate,
  checkDigest,
  checkSignature,
  type FaultReason,
  type MessageHeaders,
  requestTarget,
  SigningFault,
} from '../signing/signing.ts'
import type { TppCertificate } from './certificate.ts'
import type { CertificateReader } from './certificate-reader.ts'
import type { Explain } from './explain.ts'
import { requireQualified } from './qualified.ts'
import type { ReadStanding } from './standing.ts'
import type { Trust } from './trust.ts'

/** The checks of this room, by name and in order. */
export type Check = 'certificate' | 'date' | 'digest' | 'signature' | 'trust'

export interface SignedRequest {
  method: string
  target: string
  headers: MessageHeaders
  rawHeaders: readonly string[]
  body: Buffer
}

export type Tpp = Pick<Caller, 'tppId' | 'tppName' | 'roles'>

/** How far it came with a request, which arrived then in real time: certificates and the Date header never follow a sandbox clock. */
export interface Progress {
  readonly at: Temporal.Instant
  check: string
  tppId: string | undefined
  provenTppId?: string | undefined
}

/** Says who is calling, off nothing but raw bytes, or refuses; `progress` tells how far it came. */
export type Authenticate = (request: SignedRequest, progress: Progress) => Promise<Tpp>

export interface AuthenticateParts {
  certificates: CertificateReader
  trust: Trust
  standing: ReadStanding
  /** The same, but never makes an entry. */
  knownStanding: ReadStanding
  /** Given in the sandbox only. */
  explain?: Explain
}

export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  return async (request, progress) => {
    const { method, target, headers, body } = request
    const { at: now } = progress
    let certificate: TppCertificate | undefined
    try {
      progress.check = 'certificate' satisfies Check
      const sent = headers.get('tpp-signature-certificate')
      certificate = parts.certificates.read(sent)
      progress.check = 'date' satisfies Check
      checkDate(headers.get('date'), now)
      progress.check = 'digest' satisfies Check
      checkDigest(headers.get('digest'), body)
      progress.check = 'signature' satisfies Check
      const { identity, publicKey } = certificate
      const signed = { headers, requestTarget: requestTarget(method, target), identity, publicKey }
      await checkSignature(signed)
      progress.tppId = certificate.organizationIdentifier
      progress.check = 'trust' satisfies Check
      const tpp = await admit(certificate, parts, now)
      parts.certificates.keep(sent, certificate)
      progress.provenTppId = tpp.tppId
      return tpp
    } catch (error) {
      if (certificate && parts.explain && ['date', 'digest'].includes(progress.check)) {
        progress.provenTppId = await whoseAnyway(request, certificate, parts, now)
      }
      throw refusal(error, (fault) => parts.explain?.(fault, { request, certificate, now }))
    }
  }
}

/**
 * Whose call it was, although its date or digest was refused: known when everything else about it
 * holds. A certificate alone proves nothing, since anybody may send one that is not theirs.
 */
async function whoseAnyway(
  { method, target, headers }: SignedRequest,
  certificate: TppCertificate,
  parts: AuthenticateParts,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const { identity, publicKey } = certificate
  try {
    await checkSignature({
      headers,
      requestTarget: requestTarget(method, target),
      identity,
      publicKey,
    })
    // Refused is refused: it registers nobody.
    const standing = parts.knownStanding
    return (await admit(certificate, { ...parts, standing }, now)).tppId
  } catch {
    return undefined
  }
}

/** Check 9: a qualified seal, from a trusted authority, of a TPP in good standing. */
async function admit(
  certificate: TppCertificate,
  { trust, standing }: AuthenticateParts,
  now: Temporal.Instant,
): Promise<Tpp> {
  const { tppId, roles } = requireQualified(certificate, now)
  const verdict = await trust(certificate, now)
  if (!verdict.trusted) {
    throw new Problem(
      'CERTIFICATE_INVALID',
      `The certificate does not lead to an authority trusted here: ${verdict.reason}`,
    )
  }
  const { roles: registered, blocked, revoked } = await standing(certificate, now)
  if (revoked) throw new Problem('CERTIFICATE_REVOKED', 'The certificate has been revoked.')
  if (registered === null) {
    throw new Problem('CERTIFICATE_BLOCKED', `${tppId} is not in the register of TPPs.`)
  }
  if (blocked) throw new Problem('CERTIFICATE_BLOCKED', `${tppId} has been blocked by the bank.`)
  return {
    tppId,
    tppName: certificate.organizationName ?? tppId,
    roles: roles.filter((role) => registered.includes(role)),
  }
}

const codes: Partial<Record<FaultReason, ProblemCode>> = {
  'certificate-missing': 'CERTIFICATE_MISSING',
  'date-missing': 'HTTP_HEADER_REQUIRED',
  'digest-missing': 'HTTP_HEADER_REQUIRED',
  'signature-missing': 'SIGNATURE_MISSING',
}

const codesByCheck = {
  certificate: 'CERTIFICATE_INVALID',
  date: 'TIMESTAMP_INVALID',
  digest: 'SIGNATURE_INVALID',
  signature: 'SIGNATURE_INVALID',
} as const

function refusal(error: unknown, explain: (fault: SigningFault | Problem) => unknown): unknown {
  if (error instanceof SigningFault) {
    const code = codes[error.reason] ?? codesByCheck[error.check]
    return new Problem(code, error.text, { explanation: explain(error) })
  }
  if (error instanceof Problem && error.code.startsWith('CERTIFICATE_')) {
    return new Problem(error.code, error.message, { explanation: explain(error) })
  }
  return error
}
