import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeHeader, encodeHeader, type FaultReason, SigningFault } from './signing.ts'

const base64 = (text: string, charset: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, charset).toString('base64')

function refused(value: string, reason: FaultReason): void {
  assert.throws(
    () => decodeHeader(value),
    (error) => error instanceof SigningFault && error.reason === reason,
    `${value} should be refused as ${reason}`,
  )
}

describe('decodeHeader', () => {
  it('lets plain values through untouched', () => {
    for (const value of ['', 'keyId="SN=1,CA=O=?x?"', ' a  b ', 'a=?b?=']) {
      assert.equal(decodeHeader(value), value)
    }
  })

  it('reads charset and encoding in any case, B and Q, of any length', () => {
    const text = `keyId="Blåbær",${'x'.repeat(500)}`
    assert.equal(decodeHeader(`=?utf-8?B?${base64(text)}?=`), text)
    assert.equal(decodeHeader(`=?UTF-8?b?${base64(text)}?=`), text)
    assert.equal(decodeHeader(`=?ISO-8859-1?B?${base64(text, 'latin1')}?=`), text)
    assert.equal(decodeHeader(`=?utf-8*nb?B?${base64(text)}?=`), text)
    assert.equal(decodeHeader('=?utf-8?q?Bl=C3=a5b=C3=A6r_og_s=C3=B8t?='), 'Blåbær og søt')
    assert.equal(decodeHeader('=?iso-8859-1?Q?Bl=E5b=E6r?='), 'Blåbær')
  })

  it('joins words, even when a letter is split between them', () => {
    assert.equal(decodeHeader('=?utf-8?Q?a_?= =?utf-8?Q?b?='), 'a b')
    assert.equal(decodeHeader('=?utf-8?Q?=C3?=\t=?utf-8?B?uA==?='), 'ø')
    assert.equal(decodeHeader('=?utf-8?Q?=C3=B8?= =?iso-8859-1?Q?=F8?='), 'øø')
  })

  it('tells the ways to wrap wrongly apart', () => {
    refused('keyId="Ø"', 'header-not-ascii')
    refused('=?utf-8?B?QUJD', 'rfc2047-unfinished')
    refused('=?utf-8', 'rfc2047-unfinished')
    refused('=?utf-8?B?QUJD?', 'rfc2047-unfinished')
    refused('=?utf-7?B?QUJD?=', 'rfc2047-charset')
    refused('=?utf-8?C?QUJD?=', 'rfc2047-encoding')
    refused('=?utf-8?B?QUJ?=', 'rfc2047-base64')
    refused('=?utf-8?B?QU-_?=', 'rfc2047-base64')
    refused('=?utf-8?Q?a=4?=', 'rfc2047-q')
    refused('=?utf-8?B?2A==?=', 'rfc2047-bytes')
    refused('keyId="=?utf-8?B?QUJD?="', 'rfc2047-partial')
    refused('=?utf-8?B?QUJD?=,algorithm="x"', 'rfc2047-partial')
    refused('=?utf-8?B?QUJD?= algorithm="x"', 'rfc2047-partial')
    refused('=?utf-8?q?x?= '.repeat(101), 'rfc2047-words')
  })

  it('reads back what encodeHeader writes', () => {
    const value = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })).filter((text) => {
      const looksEncoded = text.includes('=?')
      return !looksEncoded
    })
    fc.assert(fc.property(value, (text) => decodeHeader(encodeHeader(text)) === text))
  })

  it('throws nothing but its own faults', () => {
    const wordLike = fc.string({
      unit: fc.constantFrom('=?', '?=', '?', 'utf-8', 'B', 'q', '=', ' ', 'QUJD', 'ø'),
    })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), wordLike), (text) => {
        try {
          decodeHeader(text)
        } catch (error) {
          assert.ok(error instanceof SigningFault)
        }
      }),
    )
  })
})
