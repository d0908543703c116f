import { algorithmOf, SigningFault } from '../signing/signing.ts'
import { CertificateError, parseCertificateHeader, type TppCertificate } from './certificate.ts'

/** Check 5: the header is there and holds a certificate with a key that can be used here. */
export type CertificateReader = (header: string | undefined) => TppCertificate

export interface CacheCounts {
  hit(): void
  miss(): void
}

/** Parsed certificates are kept by the text of their header, the least recently used going first. */
export function createCertificateReader(max: number, counts: CacheCounts): CertificateReader {
  const kept = new Map<string, TppCertificate>()
  return (header) => {
    if (header === undefined) {
      throw new SigningFault('certificate-missing', 'There is no TPP-Signature-Certificate header.')
    }
    const known = kept.get(header)
    if (known) {
      counts.hit()
      kept.delete(header)
      kept.set(header, known)
      return known
    }
    counts.miss()
    const certificate = read(header)
    if (kept.size >= max) kept.delete(kept.keys().next().value ?? '')
    kept.set(header, certificate)
    return certificate
  }
}

function read(header: string): TppCertificate {
  try {
    const certificate = parseCertificateHeader(header)
    algorithmOf(certificate.publicKey)
    return certificate
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    const text = `TPP-Signature-Certificate cannot be read. ${error.message}`
    throw new SigningFault('certificate-unreadable', text)
  }
}
