// The library keeps its converters in a container that must exist before it is loaded.
import 'reflect-metadata'
import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import * as x509 from '@peculiar/x509'

/**
 * Issuing with @peculiar/x509, which takes a while to load: this file is imported only when the
 * sandbox really makes a certificate or a revocation list.
 */
export interface Issuer {
  certificate: string
  privateKey: string
}

export interface CertificateRequest {
  serial: string
  subject: SubjectPart[]
  publicKey: KeyObject
  notBefore: Temporal.Instant
  notAfter: Temporal.Instant
  extensions: x509.Extension[]
}

export type SubjectPart = [attribute: 'C' | 'O' | 'CN' | '2.5.4.97', value: string]

/** `ca` signs for itself; anything else is signed by the CA it names. */
export async function issue(request: CertificateRequest, issuer: Issuer | { self: KeyObject }) {
  const self = 'self' in issuer
  const authority = self ? undefined : new x509.X509Certificate(issuer.certificate)
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: request.serial,
    subject: nameOf(request.subject),
    issuer: authority?.subjectName ?? nameOf(request.subject),
    notBefore: new Date(request.notBefore.epochMilliseconds),
    notAfter: new Date(request.notAfter.epochMilliseconds),
    publicKey: request.publicKey.export({ type: 'spki', format: 'der' }),
    signingKey: signingKey(self ? issuer.self : createPrivateKey(issuer.privateKey)),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      ...request.extensions,
      await x509.SubjectKeyIdentifierExtension.create(subjectKey(request.publicKey)),
      ...(authority ? [await x509.AuthorityKeyIdentifierExtension.create(authority)] : []),
    ],
  })
  return `${certificate.toString('pem')}\n`
}

export async function revocationList(
  issuer: Issuer,
  revoked: { serial: string; at: Temporal.Instant }[],
  period: { from: Temporal.Instant; to: Temporal.Instant },
): Promise<Buffer> {
  const crl = await x509.X509CrlGenerator.create({
    issuer: new x509.X509Certificate(issuer.certificate).subjectName,
    thisUpdate: new Date(period.from.epochMilliseconds),
    nextUpdate: new Date(period.to.epochMilliseconds),
    // Readers such as pkijs refuse an entry without a reason.
    entries: revoked.map(({ serial, at }) => ({
      serialNumber: serial,
      revocationDate: new Date(at.epochMilliseconds),
      reason: x509.X509CrlReason.cessationOfOperation,
    })),
    signingKey: signingKey(createPrivateKey(issuer.privateKey)),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
  })
  return Buffer.from(crl.rawData)
}

const generate = promisify(generateKeyPair)

export async function newKey(kind: 'RSA' | 'RSA-1024' | 'EC') {
  return kind === 'EC'
    ? generate('ec', { namedCurve: 'P-256' })
    : generate('rsa', { modulusLength: kind === 'RSA' ? 2048 : 1024 })
}

export const privateKeyPem = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

export const extensions = {
  authority: () => [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ],
  endEntity: () => [new x509.BasicConstraintsExtension(false, undefined, true)],
  revocation: (crlUrl: string) => [new x509.CRLDistributionPointsExtension([crlUrl])],
  seal: () => [
    new x509.KeyUsagesExtension(
      x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
      true,
    ),
  ],
  tls: (purposes: ('serverAuth' | 'clientAuth')[], names: string[]) => [
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension(purposes.map((use) => x509.ExtendedKeyUsage[use])),
    ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names.map(altName))] : []),
  ],
  raw: (oid: string, content: Buffer) => [new x509.Extension(oid, false, content)],
}

const altName = (name: string): { type: 'ip' | 'dns'; value: string } => ({
  type: /^[\d.]+$|:/.test(name) ? 'ip' : 'dns',
  value: name,
})

// Values as objects, because as plain text the library would parse quotes and escapes in them.
const nameOf = (subject: SubjectPart[]): x509.Name =>
  new x509.Name(
    subject.map(([attribute, value]) => ({
      [attribute]: [attribute === 'C' ? { printableString: value } : { utf8String: value }],
    })),
  )

const signingKey = (key: KeyObject): CryptoKey =>
  key.toCryptoKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])

function subjectKey(key: KeyObject): x509.PublicKey {
  return new x509.PublicKey(key.export({ type: 'spki', format: 'der' }))
}
