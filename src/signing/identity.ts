import { childrenOf, DerError, expectTag, readDer, tags } from './der.ts'
import { type Name, printName, readName } from './name.ts'

export interface CertificateIdentity {
  /** Upper-case hexadecimal without leading zeros. */
  serial: string
  issuer: Name
  subject: Name
  /** The keyId that a message signed with this certificate carries. */
  keyId: string
}

const versionTag = 0xa0

/** Reads from a certificate what names it; nothing is verified here. */
export function readCertificateIdentity(der: Buffer): CertificateIdentity {
  const [toBeSigned] = childrenOf(tags.sequence, readDer(der))
  const fields = childrenOf(tags.sequence, toBeSigned)
  if (fields[0]?.tag === versionTag) fields.shift()
  const [serialNumber, , issuerName, , subjectName] = fields
  const serial = printSerial(expectTag(tags.integer, serialNumber).content)
  const issuer = readName(issuerName)
  return { serial, issuer, subject: readName(subjectName), keyId: printKeyId(serial, issuer) }
}

function printSerial(content: Buffer): string {
  const first = content[0]
  if (first === undefined) throw new DerError('the serial number is empty')
  if (first >= 0x80) throw new DerError('the serial number is negative')
  return withoutLeadingZeros(content.toString('hex').toUpperCase())
}

export function withoutLeadingZeros(digits: string): string {
  let start = 0
  while (start < digits.length - 1 && digits[start] === '0') start++
  return digits.slice(start)
}

const printKeyId = (serial: string, issuer: Name): string => `SN=${serial},CA=${printName(issuer)}`
