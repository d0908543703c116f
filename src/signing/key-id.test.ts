import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import {
  hardIssuer,
  makeCertificate,
  makeKeys,
  type TestCertificate,
} from './certificate.fixture.ts'
import {
  checkKeyId,
  type FaultReason,
  parseKeyId,
  readCertificateIdentity,
  SigningFault,
} from './signing.ts'

let plain: TestCertificate
let hard: TestCertificate

before(async () => {
  const keys = await makeKeys('ec')
  plain = await makeCertificate(keys)
  hard = await makeCertificate(keys, { issuer: hardIssuer, serial: '00ABC' })
})

const issuer = 'CN=Nordgate Test Issuing CA 1,O=Nordgate Test CA,C=NO'
const serial = '4AD9EA5432EA92D254'

function refused(keyId: string, reason: FaultReason): void {
  assert.throws(
    () => checkKeyId(keyId, plain.identity),
    (error) => error instanceof SigningFault && error.reason === reason,
    `${keyId} should be refused as ${reason}`,
  )
}

describe('readCertificateIdentity', () => {
  it('gives serial, names and the keyId to expect', () => {
    assert.equal(plain.identity.serial, serial)
    assert.equal(plain.identity.keyId, `SN=${serial},CA=${issuer}`)
    assert.equal(hard.identity.serial, 'ABC')
    assert.equal(
      hard.identity.keyId,
      'SN=ABC,CA=CN==?utf-8?,organizationIdentifier=PSDNO-FSA-918713867,' +
        'O=\\ Blåbær \\"Ære\\" \\+ Sønn\\; \\<AS\\> \\\\\\ +OU=\\#7,L=Tromsø\\, Nord,C=NO',
    )
  })

  it('refuses a negative serial and bytes that are no certificate', () => {
    const at = plain.der.indexOf(Buffer.from(serial, 'hex'))
    const negative = Buffer.from(plain.der)
    negative[at] = 0x8a
    assert.throws(() => readCertificateIdentity(negative), /negative/)
    assert.throws(() => readCertificateIdentity(Buffer.from('no certificate')))
    assert.throws(() => readCertificateIdentity(plain.der.subarray(0, -1)))
  })
})

describe('checkKeyId', () => {
  it('takes the text that we print, and others that mean the same', () => {
    for (const { identity } of [plain, hard]) checkKeyId(identity.keyId, identity)
    checkKeyId(
      `SN=00${serial}, CA=cn=Nordgate Test Issuing CA 1, o="Nordgate Test CA", c=NO`,
      plain.identity,
    )
    checkKeyId(
      `SN=${serial},CA=2.5.4.3=#0c1a4e6f7264676174652054657374204973737569${'6e67204341'}2031,O=Nordgate Test CA,C=NO`,
      plain.identity,
    )
    checkKeyId(hard.identity.keyId.replace('organizationIdentifier', 'OID.2.5.4.97'), hard.identity)
  })

  it('takes text that was escaped once more for the quotes around it', () => {
    const escaped = hard.identity.keyId.replace(/["\\]/g, '\\$&')
    checkKeyId(escaped, hard.identity)
  })

  it('tells the wrong ways to write a serial apart', () => {
    refused(`SN=${serial.toLowerCase()},CA=${issuer}`, 'serial-lower-case')
    refused(`SN=${BigInt(`0x${serial}`)},CA=${issuer}`, 'serial-decimal')
    refused(`SN=0x${serial},CA=${issuer}`, 'serial-prefix')
    refused(`SN=4A:D9,CA=${issuer}`, 'serial-colons')
    refused(`SN=4A D9,CA=${issuer}`, 'serial-spaces')
    refused(`SN=G,CA=${issuer}`, 'serial-not-hex')
    refused(`SN=,CA=${issuer}`, 'serial-not-hex')
    refused(`SN=1${serial},CA=${issuer}`, 'serial-wrong')
    refused(`SN=1234,CA=${issuer}`, 'serial-wrong')
  })

  it('refuses what is no keyId', () => {
    for (const text of [
      '',
      'x',
      `CA=${issuer}`,
      `SN=${serial}`,
      `SN=${serial},CA=`,
      `sn=${serial},ca=${issuer}`,
    ]) {
      refused(text, 'key-id-format')
    }
    refused(`SN=${serial},CA=${'CN=x,'.repeat(500)}CN=y`, 'key-id-format')
  })

  it('throws nothing but its own faults', () => {
    const text = fc.string({
      unit: fc.constantFrom('SN=', ',CA=', 'CN=', 'A1', ',', '\\', '"', '%', '+', ' ', 'ø'),
    })
    fc.assert(
      fc.property(fc.oneof(fc.string(), text), (keyId) => {
        try {
          checkKeyId(keyId, hard.identity)
        } catch (error) {
          assert.ok(error instanceof SigningFault)
        }
      }),
    )
  })
})

describe('parseKeyId', () => {
  it('leaves all commas after the first to the issuer', () => {
    assert.deepEqual(parseKeyId('SN=1A,CA=CN=a,CA=b,O=c'), {
      serial: '1A',
      issuer: 'CN=a,CA=b,O=c',
    })
  })
})
