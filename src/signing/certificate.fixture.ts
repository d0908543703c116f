import 'reflect-metadata'
import { KeyObject, webcrypto } from 'node:crypto'
import { type JsonName, X509CertificateGenerator } from '@peculiar/x509'
import { type CertificateIdentity, readCertificateIdentity } from './identity.ts'

export interface TestCertificate {
  der: Buffer
  identity: CertificateIdentity
  publicKey: KeyObject
  key: KeyObject
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
}

export const plainIssuer: JsonName = [
  { C: ['NO'] },
  { O: ['Nordgate Test CA'] },
  { CN: ['Nordgate Test Issuing CA 1'] },
]

/** The library reads quotes and `#` in plain strings in its own way, so these go as DER. */
function utf8(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  return `#0c${bytes.length.toString(16).padStart(2, '0')}${bytes.toString('hex')}`
}

/** Everything that makes a name hard to write down. */
export const hardIssuer: JsonName = [
  { C: ['NO'] },
  { L: ['Tromsø, Nord'] },
  { O: [utf8(' Blåbær "Ære" + Sønn; <AS> \\ ')], OU: [utf8('#7')] },
  { '2.5.4.97': ['PSDNO-FSA-918713867'] },
  { CN: ['=?utf-8?'] },
]

export async function makeKeys(kind: 'rsa' | 'ec'): Promise<webcrypto.CryptoKeyPair> {
  const algorithm = kind === 'rsa' ? rsa : ecdsa
  return (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
}

export async function makeCertificate(
  keys: webcrypto.CryptoKeyPair,
  options: { issuer?: JsonName; serial?: string } = {},
): Promise<TestCertificate> {
  const authority = await makeKeys('ec')
  const certificate = await X509CertificateGenerator.create({
    serialNumber: options.serial ?? '4AD9EA5432EA92D254',
    issuer: options.issuer ?? plainIssuer,
    subject: [{ C: ['NO'] }, { O: ['Test TPP'] }, { CN: ['tpp.example'] }],
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2028-01-01T00:00:00Z'),
    publicKey: keys.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: ecdsa,
  })
  const der = Buffer.from(certificate.rawData)
  return {
    der,
    identity: readCertificateIdentity(der),
    publicKey: KeyObject.from(keys.publicKey),
    key: KeyObject.from(keys.privateKey),
  }
}
