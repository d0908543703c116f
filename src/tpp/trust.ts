import { X509Certificate } from 'node:crypto'
import type { BasicConstraints, Certificate } from 'pkijs'
import type { TppCertificate } from './certificate.ts'

/** Whether a certificate leads to an authority this bank trusts; the reason when it does not. */
export type Trust = (certificate: TppCertificate, at: Temporal.Instant) => Promise<Verdict>

export type Verdict = { trusted: true } | { trusted: false; reason: string }

/**
 * Path validation by pkijs, which is slow (milliseconds) and therefore done once for each
 * certificate: the verdict is kept with the certificate while no link of its chain can expire.
 */
export function createTrust(anchors: readonly X509Certificate[]): Trust {
  const kept = new WeakMap<TppCertificate, { verdict: Promise<Verdict>; until: number }>()
  return (certificate, at) => {
    const known = kept.get(certificate)
    if (known && at.epochMilliseconds <= known.until) return known.verdict
    const verdict = validate(certificate, anchors, at)
    kept.set(certificate, { verdict, until: earliestEnd(certificate, anchors) })
    return verdict
  }
}

function earliestEnd(
  { intermediates, notAfter }: TppCertificate,
  anchors: readonly X509Certificate[],
) {
  const ends = [...intermediates, ...anchors].map((link) => link.validToDate.getTime())
  return Math.min(notAfter, ...ends)
}

async function validate(
  { der, intermediates }: TppCertificate,
  anchors: readonly X509Certificate[],
  at: Temporal.Instant,
): Promise<Verdict> {
  const { Certificate, CertificateChainValidationEngine } = await import('pkijs')
  const decode = (bytes: Buffer) => Certificate.fromBER(new Uint8Array(bytes))
  const engine = new CertificateChainValidationEngine({
    trustedCerts: anchors.map(({ raw }) => decode(raw)),
    // The engine takes the last one for the certificate in question.
    certs: [...intermediates.map(({ raw }) => decode(raw)), decode(der)],
    checkDate: new Date(at.epochMilliseconds),
  })
  const { result, resultMessage, certificatePath = [] } = await engine.verify()
  if (!result) return { trusted: false, reason: resultMessage }
  return isTooDeep(certificatePath)
    ? { trusted: false, reason: 'An authority of the chain may not have another below it.' }
    : { trusted: true }
}

const basicConstraintsOid = '2.5.29.19'

/** pathLenConstraint (RFC 5280 section 4.2.1.9), which the engine leaves to its caller. */
function isTooDeep(path: readonly Certificate[]): boolean {
  return path.some(({ extensions = [] }, place) => {
    const found = extensions.find(({ extnID }) => extnID === basicConstraintsOid)
    const { pathLenConstraint: most } = (found?.parsedValue ?? {}) as Partial<BasicConstraints>
    // Between the leaf, at place 0, and this one stand so many authorities.
    return typeof most === 'number' && place - 1 > most
  })
}

const begin = '-----BEGIN CERTIFICATE-----'

/** All certificates of a PEM file, which may hold several. */
export const certificatesInPem = (pem: string): X509Certificate[] =>
  pem
    .split(begin)
    .slice(1)
    .map((rest) => new X509Certificate(`${begin}${rest}`))
