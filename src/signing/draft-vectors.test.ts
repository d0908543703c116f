import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  buildSigningString,
  checkDigest,
  decodeBase64,
  parseHttpDate,
  readRawHeaders,
  requestTarget,
} from './signing.ts'

/** The test values of draft-cavage-http-signatures, appendix C. */
const publicKey = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDCFENGw33yGihy92pDjZQhl0C3
6rPJj+CvfSC8+q28hxA161QFNUd13wuCTUcq0Qd2qsBe/2hFyc2DCJJg0h1L78+6
Z4UMR7EOcpfdUE9Hf3m/hs+FUR45uBJeDK1HSFHD8bHKD6kv8FPGfJTotc+2xjJw
oYi+1hqp1fIekaxsyQIDAQAB
-----END PUBLIC KEY-----`)

const message = {
  requestTarget: requestTarget('POST', '/foo?param=value&pet=dog'),
  headers: readRawHeaders([
    ...['Host', 'example.com', 'Date', 'Sun, 05 Jan 2014 21:31:40 GMT'],
    ...['Content-Type', 'application/json', 'Content-Length', '18'],
    ...['Digest', 'SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE='],
  ]),
}

const vectors: Record<string, [list: string, signature: string]> = {
  'C.1 default test': [
    'date',
    'SjWJWbWN7i0wzBvtPl8rbASWz5xQW6mcJmn+ibttBqtifLN7Sazz6m79cNfwwb8DMJ5cou1s7uEGKKCs+FLEEaDV5lp7q25WqS+lavg7T8hc0GppauB6hbgEKTwblDHYGEtbGmtdHgVCk9SuS13F0hZ8FD0k/5OxEPXe5WozsbM=',
  ],
  'C.2 basic test': [
    '(request-target) host date',
    'qdx+H7PHHDZgy4y/Ahn9Tny9V3GP6YgBPyUXMmoxWtLbHpUnXS2mg2+SbrQDMCJypxBLSPQR2aAjn7ndmw2iicw3HMbe8VfEdKFYRqzic+efkb3nndiv/x1xSHDJWeSWkx3ButlYSuBskLu6kd9Fswtemr3lgdDEmn04swr2Os0=',
  ],
  'C.3 all headers test': [
    '(request-target) host date content-type digest content-length',
    'vSdrb+dS3EceC9bcwHSo4MlyKS59iFIrhgYkz8+oVLEEzmYZZvRs8rgOp+63LEM3v+MFHB32NfpB2bEKBIvB1q52LaEUHFv120V01IL+TAD48XaERZFukWgHoBTLMhYS2Gb51gWxpeIq8knRmPnYePbF5MOkR0Zkly4zKH7s1dE=',
  ],
}

describe('the published test values', () => {
  for (const [name, [list, signature]] of Object.entries(vectors)) {
    it(`verify over our signing string: ${name}`, () => {
      const signingString = Buffer.from(buildSigningString(list.split(' '), message), 'latin1')
      const bytes = decodeBase64(signature) ?? Buffer.alloc(0)
      assert.ok(verify('sha256', signingString, publicKey, bytes))
      assert.ok(
        !verify('sha256', Buffer.concat([signingString, Buffer.from('\n')]), publicKey, bytes),
      )
    })
  }

  it('have a true digest and a true date', () => {
    checkDigest(message.headers.get('digest'), Buffer.from('{"hello": "world"}'))
    const date = parseHttpDate(
      message.headers.get('date') ?? '',
      Temporal.Instant.from('2026-11-14T10:00:00Z'),
    )
    assert.equal(date.toString(), '2014-01-05T21:31:40Z')
  })
})
