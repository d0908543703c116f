import type { X509Certificate } from 'node:crypto'
import type { BasicConstraints, Certificate } from 'pkijs'
import type { TppCertificate } from './certificate.ts'

/** Whether a certificate leads to an authority this bank trusts; the reason when it does not. */
export type Trust = (
  certificate: TppCertificate,
  at: Temporal.Instant,
) => Verdict | Promise<Verdict>

export type Verdict = { trusted: true; until: number } | { trusted: false; reason: string }

/**
 * Path validation by pkijs, which is slow (milliseconds) and therefore done once for each
 * certificate: that it is trusted is kept with it until the first link of its path expires.
 */
export function createTrust(anchors: readonly X509Certificate[]): Trust {
  const kept = new WeakMap<TppCertificate, Verdict>()
  return (certificate, at) => {
    const known = kept.get(certificate)
    if (known?.trusted && at.epochMilliseconds <= known.until) return known
    return judge(certificate, at)
  }

  async function judge(certificate: TppCertificate, at: Temporal.Instant): Promise<Verdict> {
    const verdict = await validate(certificate, anchors, at).catch(unreadable)
    kept.set(certificate, verdict)
    return verdict
  }
}

/** Node reads some certificates that the validator does not; nothing else throws there. */
const unreadable = (): Verdict => ({
  trusted: false,
  reason: 'A certificate of the chain is not in the form that X.509 demands.',
})

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
    : { trusted: true, until: earliestEnd(certificatePath) }
}

const earliestEnd = (path: readonly Certificate[]): number =>
  Math.min(...path.map(({ notAfter }) => notAfter.value.getTime()))

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
