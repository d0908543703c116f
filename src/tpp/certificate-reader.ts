import { algorithmOf, SigningFault } from '../signing/signing.ts'
import { CertificateError, parseCertificateHeader, type TppCertificate } from './certificate.ts'

export interface CertificateReader {
  /** Check 5: the header is there and holds a certificate with a key that can be used here. */
  read(header: string | undefined): TppCertificate
  /** For later calls; only of a caller who has proven everything, so that no other can fill it. */
  keep(header: string | undefined, certificate: TppCertificate): void
}

export interface CacheCounts {
  hit(): void
  miss(): void
}

/** Parsed certificates are kept by the text of their header, the least recently used going first. */
export function createCertificateReader(max: number, counts: CacheCounts): CertificateReader {
  const kept = new Map<string, TppCertificate>()
  let latest: string | undefined
  return {
    read: (header) => {
      if (header === undefined) {
        const text = 'There is no TPP-Signature-Certificate header.'
        throw new SigningFault('certificate-missing', text)
      }
      const known = kept.get(header)
      counts[known ? 'hit' : 'miss']()
      return known ?? parse(header)
    },
    keep: (header = '', certificate) => {
      if (header === latest) return
      latest = header
      // Taken out and put in again, it is the last to go.
      kept.delete(header)
      if (kept.size >= max) kept.delete(kept.keys().next().value ?? '')
      kept.set(header, certificate)
    },
  }
}

function parse(header: string): TppCertificate {
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
