import type { Problem } from '../kernel/problem.ts'
import { type Explanation, explainFault, SigningFault } from '../signing/signing.ts'
import type { SignedRequest } from './authenticate.ts'
import type { TppCertificate } from './certificate.ts'

interface Situation {
  request: SignedRequest
  certificate: TppCertificate | undefined
  now: Temporal.Instant
}

/** Why a request was refused at checks 5 to 9, told to developers; production is never given it. */
export type Explain = (fault: SigningFault | Problem, situation: Situation) => Explanation

export const createExplain = (): Explain => (fault, situation) =>
  fault instanceof SigningFault
    ? explainFault(fault, contextOf(situation))
    : {
        check: 'trust',
        reason: fault.message,
        advice: advice[fault.code] ?? '',
        ...(situation.certificate && { expectedKeyId: situation.certificate.identity.keyId }),
      }

const contextOf = ({ request, certificate, now }: Situation) => ({
  method: request.method,
  target: request.target,
  rawHeaders: request.rawHeaders,
  body: request.body,
  now,
  identity: certificate?.identity,
  publicKey: certificate?.publicKey,
})

const newCertificate = 'Issue a new test certificate: POST /sandbox/certificates.'

const advice: Partial<Record<Problem['code'], string>> = {
  CERTIFICATE_INVALID: `The signature itself is right. ${newCertificate}`,
  CERTIFICATE_EXPIRED: `The signature itself is right. ${newCertificate}`,
  CERTIFICATE_REVOKED: `The signature itself is right. ${newCertificate}`,
  CERTIFICATE_BLOCKED: 'The signature itself is right. Ask the bank to lift the block.',
}
