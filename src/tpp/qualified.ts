import type { Role } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import type { TppCertificate } from './certificate.ts'

const organizationIdentifierForm = /^PSD([A-Z]{2}-[A-Z]{2,8})-[^\s\p{C}][^\p{C}]{0,63}$/u

/** Whether this is how PSD2 certificates name a TPP. */
export const isTppId = (text: string): boolean => organizationIdentifierForm.test(text)

/** A seal certificate that eIDAS and PSD2 call qualified, in its time; each refusal says its own. */
export function requireQualified(
  certificate: TppCertificate,
  now: Temporal.Instant,
): { tppId: string; roles: readonly Role[] } {
  requireValidity(certificate, now)
  requireSealUse(certificate)
  const psd2 = certificate.qcStatements?.psd2
  if (!certificate.qcStatements) throw invalid('has no QCStatements, so it is not a qualified one')
  if (!psd2) throw invalid('has QCStatements but none for PSD2 (0.4.0.19495.2)')
  const { organizationIdentifier: tppId } = certificate
  if (tppId === undefined) throw invalid('has no organizationIdentifier (2.5.4.97) in its subject')
  const authority = organizationIdentifierForm.exec(tppId)?.[1]
  if (authority === undefined) {
    throw invalid(
      `has the organizationIdentifier ${tppId.slice(0, 80)}, not PSD<country>-<authority>-<id>`,
    )
  }
  if (authority !== psd2.ncaId) {
    throw invalid(
      `names ${authority} in organizationIdentifier but ${psd2.ncaId.slice(0, 40)} in QCStatements`,
    )
  }
  return { tppId, roles: psd2.roles }
}

function requireValidity({ notBefore, notAfter }: TppCertificate, now: Temporal.Instant): void {
  const at = now.epochMilliseconds
  if (at > notAfter) {
    throw new Problem('CERTIFICATE_EXPIRED', `The certificate expired at ${printTime(notAfter)}.`)
  }
  if (at < notBefore) throw invalid(`is not valid before ${printTime(notBefore)}`)
}

function requireSealUse({ x509, keyUsage, qcStatements }: TppCertificate): void {
  if (x509.ca) throw invalid('is that of an authority and cannot sign requests')
  if (keyUsage && !keyUsage.digitalSignature && !keyUsage.nonRepudiation) {
    throw invalid('must not be used for signatures, says its keyUsage')
  }
  const uses = qcStatements?.uses ?? []
  if (uses.length > 0 && !uses.includes('seal')) {
    throw invalid(`is qualified as ${uses.join(', ')}; requests are signed with a seal (QSealC)`)
  }
}

const invalid = (what: string): Problem =>
  new Problem('CERTIFICATE_INVALID', `The certificate ${what}.`)

const printTime = (epochMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(epochMs).toString()
