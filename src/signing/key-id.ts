import { quote, SigningFault } from './faults.ts'
import { type CertificateIdentity, withoutLeadingZeros } from './identity.ts'
import { type Name, printName, sameName, sameNameReversed } from './name.ts'
import { NameError, parseName } from './name-text.ts'

export interface KeyId {
  serial: string
  issuer: string
}

/** `SN=<serial>,CA=<issuer>`, where the issuer holds commas of its own. */
export function parseKeyId(text: string): KeyId {
  const comma = text.indexOf(',')
  const serial = (comma < 0 ? text : text.slice(0, comma)).trim()
  const issuer = comma < 0 ? '' : text.slice(comma + 1).trimStart()
  if (!serial.startsWith('SN=')) {
    throw new SigningFault('key-id-format', `keyId is ${quote(text)}; it must begin with \`SN=\`.`)
  }
  if (!issuer.startsWith('CA=') || issuer.length === 3) {
    throw new SigningFault('key-id-format', `keyId ${quote(text)} has no \`,CA=\` with an issuer.`)
  }
  return { serial: serial.slice(3), issuer: issuer.slice(3) }
}

/** Far beyond any real name, and short enough that comparing costs nothing worth an attack. */
const longestKeyId = 2048

/** The text of keyId names the certificate; equal texts, the usual case, cost one comparison. */
export function checkKeyId(text: string, identity: CertificateIdentity): void {
  if (text === identity.keyId) return
  if (text.length > longestKeyId) {
    throw new SigningFault('key-id-format', `keyId has more than ${longestKeyId} characters.`)
  }
  try {
    compareKeyId(text, identity)
  } catch (fault) {
    if (!text.includes('\\') || !fitsUnescaped(text, identity)) throw fault
  }
}

/**
 * Most clients put RFC 2253 text between the quotes as it is; some escape it once more, as HTTP
 * does in quoted strings. Both name the same certificate, so both are taken.
 */
function fitsUnescaped(text: string, identity: CertificateIdentity): boolean {
  try {
    compareKeyId(text.replace(/\\(.)/gs, '$1'), identity)
    return true
  } catch {
    return false
  }
}

function compareKeyId(text: string, identity: CertificateIdentity): void {
  const received = parseKeyId(text)
  checkSerial(received.serial, identity.serial)
  checkIssuer(received.issuer, identity)
}

function checkSerial(received: string, expected: string): void {
  if (!/^[0-9A-F]+$/.test(received)) throw serialFault(received)
  const serial = withoutLeadingZeros(received)
  if (serial === expected) return
  if (/^\d{1,60}$/.test(serial) && BigInt(serial) === BigInt(`0x${expected}`)) {
    throw new SigningFault('serial-decimal', `The serial ${quote(received)} is in decimal.`)
  }
  throw new SigningFault(
    'serial-wrong',
    `The serial ${quote(received)} is not that of the certificate, \`${expected}\`.`,
  )
}

function serialFault(received: string): SigningFault {
  const shown = `The serial ${quote(received)}`
  if (/^0x/i.test(received)) return new SigningFault('serial-prefix', `${shown} begins with 0x.`)
  if (received.includes(':')) return new SigningFault('serial-colons', `${shown} has colons.`)
  if (/\s/.test(received)) return new SigningFault('serial-spaces', `${shown} has spaces.`)
  if (/^[0-9a-fA-F]+$/.test(received)) {
    return new SigningFault('serial-lower-case', `${shown} has lower-case letters.`)
  }
  return new SigningFault('serial-not-hex', `${shown} is not hexadecimal.`)
}

function checkIssuer(text: string, identity: CertificateIdentity): void {
  const received = readIssuer(text, identity)
  if (!sameName(received, identity.issuer)) throw issuerFault(text, received, identity)
}

function readIssuer(text: string, identity: CertificateIdentity): Name {
  try {
    return parseName(text)
  } catch (error) {
    if (!(error instanceof NameError)) throw error
    if (text.startsWith('/')) {
      throw new SigningFault('issuer-slashes', `The issuer ${quote(text)} is separated by slashes.`)
    }
    if (fitsDecoded(text, identity.issuer)) throw percentFault()
    throw new SigningFault('issuer-unreadable', `The issuer cannot be read: ${error.message}.`)
  }
}

function issuerFault(text: string, received: Name, identity: CertificateIdentity): SigningFault {
  const { issuer, subject } = identity
  if (sameNameReversed(received, issuer)) {
    return new SigningFault('issuer-forward-order', 'The issuer is written in forward order.')
  }
  if (sameName(received, subject) || sameNameReversed(received, subject)) {
    return new SigningFault('issuer-is-subject', 'CA names the subject of the certificate.')
  }
  if (fitsDecoded(text, issuer)) return percentFault()
  if (fits(Buffer.from(text, 'latin1').toString('utf8'), issuer)) {
    return new SigningFault('issuer-mojibake', 'The UTF-8 of the issuer was read as ISO-8859-1.')
  }
  if (received.length === issuer.length && sameLetters(received, issuer)) {
    return new SigningFault('issuer-case', 'The issuer differs in upper and lower case.')
  }
  return new SigningFault('issuer-wrong', 'CA is not the issuer of the certificate.')
}

const sameLetters = (a: Name, b: Name): boolean =>
  printName(a).toLowerCase() === printName(b).toLowerCase()

function fits(text: string, issuer: Name): boolean {
  try {
    return sameName(parseName(text), issuer)
  } catch {
    return false
  }
}

function fitsDecoded(text: string, issuer: Name): boolean {
  try {
    return text.includes('%') && fits(decodeURIComponent(text), issuer)
  } catch {
    return false
  }
}

const percentFault = (): SigningFault =>
  new SigningFault('issuer-percent-encoded', 'The issuer is URL-encoded.')
