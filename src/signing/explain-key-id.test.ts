import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  hardIssuer,
  makeCertificate,
  makeKeys,
  type TestCertificate,
} from './certificate.fixture.ts'
import { type Attempt, explainAttempt, printed, sentLines } from './refusal.fixture.ts'
import type { Explanation } from './signing.ts'

let plain: TestCertificate
let hard: TestCertificate

before(async () => {
  const keys = await makeKeys('ec')
  plain = await makeCertificate(keys)
  hard = await makeCertificate(keys, { issuer: hardIssuer })
})

async function explained(attempt: Partial<Attempt>): Promise<Explanation> {
  const explanation = await explainAttempt({ certificate: plain, ...attempt })
  assert.ok(explanation, 'the request was accepted')
  return explanation
}

describe('the explanation of keyId', () => {
  const issuer = 'CN=Nordgate Test Issuing CA 1,O=Nordgate Test CA,C=NO'
  const cases: Record<string, [keyId: string, says: RegExp, advises: RegExp]> = {
    'forward order': [
      'SN=4AD9EA5432EA92D254,CA=C=NO,O=Nordgate Test CA,CN=Nordgate Test Issuing CA 1',
      /forward order/,
      /Reverse/,
    ],
    'decimal serial': [`SN=${0x4ad9ea5432ea92d254n},CA=${issuer}`, /decimal/, /hexadecimal/],
    'lower-case serial': [`SN=4ad9ea5432ea92d254,CA=${issuer}`, /lower-case/, /upper case/],
    'serial with 0x': [`SN=0x4AD9EA5432EA92D254,CA=${issuer}`, /0x/, /0x/],
    'serial with colons': [`SN=4A:D9:EA:54:32:EA:92:D2:54,CA=${issuer}`, /colons/, /colons/],
    'serial with spaces': [`SN=4AD9 EA54,CA=${issuer}`, /spaces/, /spaces/],
    'serial not hexadecimal': [`SN=XYZ,CA=${issuer}`, /not hexadecimal/, /0-9 and A-F/],
    'serial of another certificate': [
      `SN=4A,CA=${issuer}`,
      /not that of the cert/,
      /TPP-Signature/,
    ],
    'subject for issuer': [
      'SN=4AD9EA5432EA92D254,CA=CN=tpp.example,O=Test TPP,C=NO',
      /subject/,
      /authority/,
    ],
    'no CA': ['SN=4AD9EA5432EA92D254', /no `,CA=`/, /SN=<serial/],
    'no SN': [issuer, /must begin with `SN=`/, /SN=<serial/],
    slashes: [
      'SN=4AD9EA5432EA92D254,CA=/C=NO/O=Nordgate Test CA/CN=Nordgate Test Issuing CA 1',
      /slashes/,
      /commas/,
    ],
    'URL-encoded issuer': [
      `SN=4AD9EA5432EA92D254,CA=${issuer.replaceAll(' ', '%20')}`,
      /URL-encoded/,
      /URL-encode/,
    ],
    'wholly URL-encoded issuer': [
      `SN=4AD9EA5432EA92D254,CA=${encodeURIComponent(issuer)}`,
      /URL-encoded/,
      /URL-encode/,
    ],
    'other case': [`SN=4AD9EA5432EA92D254,CA=${issuer.replace('Test', 'TEST')}`, /case/, /exactly/],
    'another issuer': ['SN=4AD9EA5432EA92D254,CA=CN=Other', /not the issuer/, /TPP-Signature/],
    'unreadable issuer': ['SN=4AD9EA5432EA92D254,CA=CN=A, Inc', /cannot be read/, /RFC 2253/],
  }
  for (const [mistake, [keyId, says, advises]] of Object.entries(cases)) {
    it(`finds: ${mistake}`, async () => {
      const explanation = await explained({ parts: { keyId } })
      assert.match(explanation.reason, says)
      assert.match(explanation.advice, advises)
      assert.equal(explanation.expectedKeyId, `SN=4AD9EA5432EA92D254,CA=${issuer}`)
      assert.equal(explanation.receivedKeyId, keyId)
      assert.equal(explanation.firstDifference?.in, 'keyId')
    })
  }

  it('finds UTF-8 that was read as ISO-8859-1', async () => {
    const keyId = Buffer.from(hard.identity.keyId, 'utf8').toString('latin1')
    const wrap = (header: string) => `=?utf-8?B?${Buffer.from(header, 'utf8').toString('base64')}?=`
    const explanation = await explained({ certificate: hard, parts: { keyId }, wrap })
    assert.match(explanation.reason, /read as ISO-8859-1/)
  })
})

describe('the explanation of RFC 2047', () => {
  const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
  const cases: Record<string, [wrap: (header: string) => string, says: RegExp]> = {
    'not wrapped': [(header) => Buffer.from(header).toString('latin1'), /beyond ASCII/],
    'unknown charset': [(header) => `=?utf-16?B?${base64(header)}?=`, /charset/],
    'unknown encoding': [(header) => `=?utf-8?X?${base64(header)}?=`, /neither B nor Q/],
    'bad base64': [(header) => `=?utf-8?B?${base64(header)}*?=`, /no valid base64/],
    'no end': [(header) => `=?utf-8?B?${base64(header)}`, /does not end with/],
    'a part only': [
      (header) =>
        header.replace(/keyId="(.*?[^\\])"/s, (_, id) => `keyId="=?utf-8?B?${base64(id)}?="`),
      /Only a part/,
    ],
    'wrong charset named': [
      (header) => `=?utf-8?B?${Buffer.from(header, 'latin1').toString('base64')}?=`,
      /not UTF-8/,
    ],
    'bad Q': [(header) => `=?utf-8?Q?${encodeURIComponent(header)}=?=`, /two hexadecimal digits/],
  }
  for (const [mistake, [wrap, says]] of Object.entries(cases)) {
    it(`finds: ${mistake}`, async () => {
      const explanation = await explained({ certificate: hard, wrap })
      assert.match(explanation.reason, says)
      assert.equal(explanation.signingString, printed(sentLines.slice(1)))
    })
  }
})
