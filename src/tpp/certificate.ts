import { hash, type KeyObject, X509Certificate } from 'node:crypto'
import {
  type CertificateIdentity,
  childrenOf,
  expectTag,
  readCertificateIdentity,
  readDer,
  readOid,
  tags,
} from '../signing/signing.ts'
import { type QcStatements, qcStatementsOid, readQcStatements } from './qc-statements.ts'

/** A signing certificate taken apart once, so that a request pays only for its signature. */
export interface TppCertificate {
  x509: X509Certificate
  der: Buffer
  fingerprint: string
  identity: CertificateIdentity
  /** SHA-256 of the issuer's DER name; with the serial it names the certificate. */
  issuerHash: string
  publicKey: KeyObject
  notBefore: number
  notAfter: number
  organizationIdentifier: string | undefined
  organizationName: string | undefined
  qcStatements: QcStatements | undefined
  keyUsage: KeyUsage | undefined
  /** Sent along in the header; used to find the way to a trust anchor. */
  intermediates: X509Certificate[]
}

export interface KeyUsage {
  digitalSignature: boolean
  nonRepudiation: boolean
}

const oids = {
  organizationIdentifier: '2.5.4.97',
  organizationName: '2.5.4.10',
  keyUsage: '2.5.29.15',
}

const extensionsTag = 0xa3
const chainMax = 5

export class CertificateError extends Error {}

/** Takes apart the value of TPP-Signature-Certificate: base64 of DER, or of PEM with its chain. */
export function parseCertificateHeader(value: string): TppCertificate {
  const [leaf, ...chain] = certificatesIn(decodeBase64(value))
  if (!leaf || chain.length > chainMax) {
    throw new CertificateError(`It must hold one certificate and at most ${chainMax} of its chain.`)
  }
  try {
    return readCertificate(leaf, chain.map(open))
  } catch (error) {
    if (error instanceof CertificateError) throw error
    throw new CertificateError('It is not a certificate in the form that X.509 demands.')
  }
}

function decodeBase64(value: string): Buffer {
  const text = value.replace(/\s+/g, '')
  if (text.startsWith('-----BEGIN')) {
    throw new CertificateError('Leave out the PEM lines, or encode the whole PEM file in base64.')
  }
  const bytes = Buffer.from(text, 'base64')
  const unpadded = text.replace(/={0,2}$/, '')
  if (bytes.toString('base64').replace(/=+$/, '') !== unpadded) {
    throw new CertificateError('It is not base64.')
  }
  return bytes
}

function certificatesIn(bytes: Buffer): Buffer[] {
  if (!bytes.subarray(0, 5).equals(Buffer.from('-----'))) return [bytes]
  const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g
  const found = [...bytes.toString('latin1').matchAll(block)]
  return found.map(([, base64 = '']) => Buffer.from(base64, 'base64'))
}

function open(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch {
    throw new CertificateError('It is not a certificate in the form that X.509 demands.')
  }
}

function readCertificate(der: Buffer, intermediates: X509Certificate[]): TppCertificate {
  const x509 = open(der)
  const identity = readCertificateIdentity(der)
  const fields = toBeSigned(der)
  const issuerName = fields[fields[0]?.tag === 0xa0 ? 3 : 2]
  const extensions = readExtensions(fields.find(({ tag }) => tag === extensionsTag)?.content)
  const qcExtension = extensions.get(qcStatementsOid)
  return {
    x509,
    der,
    fingerprint: x509.fingerprint256,
    identity,
    issuerHash: hash('sha256', issuerName?.bytes ?? Buffer.alloc(0)),
    publicKey: x509.publicKey,
    notBefore: x509.validFromDate.getTime(),
    notAfter: x509.validToDate.getTime(),
    organizationIdentifier: subjectValue(identity, oids.organizationIdentifier),
    // Nobody reads control characters, and PostgreSQL takes no U+0000.
    organizationName: subjectValue(identity, oids.organizationName)?.replace(/\p{C}/gu, ''),
    qcStatements: qcExtension && readQcStatements(qcExtension),
    keyUsage: readKeyUsage(extensions.get(oids.keyUsage)),
    intermediates,
  }
}

function toBeSigned(der: Buffer) {
  const [certificate] = childrenOf(tags.sequence, readDer(der))
  return childrenOf(tags.sequence, certificate)
}

function readExtensions(content: Buffer | undefined): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  if (!content) return found
  for (const extension of childrenOf(tags.sequence, readDer(content))) {
    const parts = childrenOf(tags.sequence, extension)
    found.set(readOid(parts[0]), expectTag(tags.octetString, parts.at(-1)).content)
  }
  return found
}

function readKeyUsage(extension: Buffer | undefined): KeyUsage | undefined {
  if (!extension) return undefined
  // The first content byte counts unused bits, the second holds the first eight uses.
  const bits = expectTag(tags.bitString, readDer(extension)).content[1] ?? 0
  return { digitalSignature: (bits & 0x80) !== 0, nonRepudiation: (bits & 0x40) !== 0 }
}

function subjectValue({ subject }: CertificateIdentity, oid: string): string | undefined {
  for (const rdn of subject) {
    for (const attribute of rdn)
      if (attribute.oid === oid && typeof attribute.value === 'string') return attribute.value
  }
  return undefined
}
