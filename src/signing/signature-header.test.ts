import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  decodeHeader,
  type FaultReason,
  parseSignatureHeader,
  printSignatureHeader,
  SigningFault,
} from './signing.ts'

const right =
  'keyId="SN=1,CA=O=\\"A\\", Inc",algorithm="rsa-sha256",headers="date digest",signature="QUI="'

function refused(value: string, reason: FaultReason): void {
  assert.throws(
    () => parseSignatureHeader(value),
    (error) => error instanceof SigningFault && error.reason === reason,
    `${value.slice(0, 60)} should be refused as ${reason}`,
  )
}

describe('parseSignatureHeader', () => {
  it('reads the four parts, commas and escaped quotes included', () => {
    const parts = {
      keyId: 'SN=1,CA=O=\\"A\\", Inc',
      algorithm: 'rsa-sha256',
      headers: 'date digest',
      signature: 'QUI=',
    }
    assert.deepEqual(parseSignatureHeader(right), parts)
    assert.deepEqual(parseSignatureHeader(right.replace(/",(?=\w)/g, '" ,\t ')), parts)
    assert.equal(printSignatureHeader(parts), right)
  })

  it('refuses each kind of mistake with its own reason', () => {
    refused(`Signature ${right}`, 'scheme-word')
    refused(`signature  ${right}`, 'scheme-word')
    refused(right.replace('"rsa-sha256"', 'rsa-sha256'), 'part-not-quoted')
    refused(right.replace('"rsa-sha256"', "'rsa-sha256'"), 'part-not-quoted')
    refused(`${right},created="1"`, 'part-unknown')
    refused(`created=1402170695,${right}`, 'part-unknown')
    refused(right.replace('keyId', 'keyid'), 'part-unknown')
    refused(`${right}, ${right}`, 'part-twice')
    refused(right.replace('algorithm="rsa-sha256",', ''), 'part-missing')
    refused('', 'part-malformed')
    refused('x', 'part-malformed')
    refused(`${right},`, 'part-malformed')
    refused(right.slice(0, -1), 'part-malformed')
    refused(right.replace(',algorithm', ';algorithm'), 'part-malformed')
    refused(right.replace('\\"A\\"', '"A"'), 'part-malformed')
    refused('signature="x",keyId="y",algorithm="z",headers="w"', 'part-order')
  })

  it('names all the parts that are missing', () => {
    assert.throws(() => parseSignatureHeader('keyId="x"'), /no algorithm, no headers, no signature/)
  })

  it('reads back what printSignatureHeader writes', () => {
    const value = fc.string().map((text) => text.replace(/["\\]/g, '\\$&'))
    const parts = fc.record({ keyId: value, algorithm: value, headers: value, signature: value })
    fc.assert(
      fc.property(parts, (given) => {
        assert.deepEqual(parseSignatureHeader(printSignatureHeader(given)), { ...given })
      }),
    )
  })

  it('throws nothing but its own faults', () => {
    const unit = fc.constantFrom('keyId', 'signature', '=', '"', ',', '\\', ' ', 'x')
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit })), (text) => {
        try {
          parseSignatureHeader(text)
        } catch (error) {
          assert.ok(error instanceof SigningFault)
        }
      }),
    )
  })

  it('takes time in proportion to the length, on 32 kB of anything', () => {
    const hostile = [
      `keyId="${'\\"'.repeat(16_000)}`,
      `keyId="${'\\'.repeat(32_000)}"`,
      '"'.repeat(32_000),
      'keyId="a",'.repeat(3200),
      '='.repeat(32_000),
      `${' '.repeat(32_000)}=`,
      `signature${' '.repeat(32_000)}`,
      'w'.repeat(32_000),
      `=?utf-8?B?${'A'.repeat(32_000)}`,
      '=?utf-8?q?=20?= '.repeat(2000),
      `=?${'?'.repeat(32_000)}`,
    ]
    for (const header of hostile) {
      const milliseconds = fastestOf(5, () =>
        assert.throws(() => parseSignatureHeader(decodeHeader(header)), SigningFault),
      )
      // A regular expression that backtracks takes over 100 ms here.
      assert.ok(milliseconds < 20, `${header.slice(0, 12)} took ${milliseconds} ms`)
    }
  })
})

/** The fastest run is that of the code; the others are also those of a busy machine. */
function fastestOf(runs: number, action: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const start = process.hrtime.bigint()
    action()
    return Number(process.hrtime.bigint() - start) / 1e6
  })
  return Math.min(...times)
}
