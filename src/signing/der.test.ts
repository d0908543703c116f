import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { children, childrenOf, DerError, readDer, readOid, readText, tags } from './der.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

function encode(tag: number, content: Buffer): Buffer {
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const digits = length.toString(16)
  const size = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length]), size, content])
}

function encodeOid(text: string): Buffer {
  const [root = 0n, second = 0n, ...rest] = text.split('.').map(BigInt)
  const bytes = [root * 40n + second, ...rest].flatMap((arc) => {
    const groups = [Number(arc & 0x7fn)]
    for (let left = arc >> 7n; left > 0n; left >>= 7n) groups.unshift(Number(left & 0x7fn) | 0x80)
    return groups
  })
  return encode(tags.oid, Buffer.from(bytes))
}

describe('readDer', () => {
  it('reads back what an encoder writes, of any length', () => {
    const bytes = fc.uint8Array({ maxLength: 70_000, size: 'max' })
    fc.assert(
      fc.property(bytes, (content) => {
        const encoded = encode(tags.octetString, Buffer.from(content))
        const value = readDer(encoded)
        assert.deepEqual(value.content, Buffer.from(content))
        assert.deepEqual(value.bytes, encoded)
      }),
      { numRuns: 50 },
    )
  })

  it('refuses what DER does not allow', () => {
    const wrong = {
      nothing: '',
      'no length': '30',
      'cut short': '04 03 01 02',
      'bytes left over': '04 01 01 00',
      'indefinite length': '30 80 00 00',
      'length not in its shortest form': '04 81 05 01 02 03 04 05',
      'length with a leading zero': '04 82 00 80',
      'length of five bytes': '04 85 01 00 00 00 00',
      'tag of several bytes': '1f 81 01 00',
    }
    for (const [name, bytes] of Object.entries(wrong)) {
      assert.throws(() => readDer(hex(bytes)), DerError, name)
    }
  })

  it('throws nothing but DerError, whatever the bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 64 })
    fc.assert(
      fc.property(bytes, (content) => {
        try {
          const value = readDer(Buffer.from(content))
          readText(value)
          readOid(value)
          children(value)
        } catch (error) {
          assert.ok(error instanceof DerError)
        }
      }),
    )
  })
})

describe('readOid', () => {
  it('reads back any OID', () => {
    const arc = fc.bigInt({ min: 0n, max: 2n ** 70n })
    const oid = fc.oneof(
      fc.tuple(fc.constantFrom(0n, 1n), fc.bigInt({ min: 0n, max: 39n }), fc.array(arc)),
      fc.tuple(fc.constant(2n), arc, fc.array(arc)),
    )
    fc.assert(
      fc.property(oid, ([root, second, rest]) => {
        const text = [root, second, ...rest].join('.')
        assert.equal(readOid(readDer(encodeOid(text))), text)
      }),
    )
  })

  it('reads the organizationIdentifier and the PSD2 statement', () => {
    assert.equal(readOid(readDer(hex('06 03 55 04 61'))), '2.5.4.97')
    assert.equal(readOid(readDer(hex('06 06 04 00 81 98 27 02'))), '0.4.0.19495.2')
  })

  it('refuses an empty OID, one cut short, one with a leading zero', () => {
    for (const bytes of ['06 00', '06 01 81', '06 02 80 01']) {
      assert.throws(() => readOid(readDer(hex(bytes))), DerError)
    }
  })
})

describe('readText', () => {
  it('reads the string types of certificates', () => {
    assert.equal(readText(readDer(hex('0c 02 c3 b8'))), 'ø')
    assert.equal(readText(readDer(hex('14 01 f8'))), 'ø')
    assert.equal(readText(readDer(hex('1e 02 00 f8'))), 'ø')
    assert.equal(readText(readDer(hex('13 01 41'))), 'A')
    assert.equal(readText(readDer(hex('16 01 41'))), 'A')
  })

  it('refuses broken text and what is no text', () => {
    for (const bytes of ['0c 01 c3', '1e 01 00', '02 01 05']) {
      assert.throws(() => readText(readDer(hex(bytes))), DerError)
    }
  })
})

describe('childrenOf', () => {
  it('gives the parts of the expected tag only', () => {
    const sequence = readDer(hex('30 06 02 01 05 01 01 ff'))
    assert.deepEqual(
      childrenOf(tags.sequence, sequence).map(({ tag }) => tag),
      [tags.integer, tags.boolean],
    )
    assert.throws(() => childrenOf(tags.set, sequence), DerError)
    assert.throws(() => childrenOf(tags.sequence, undefined), DerError)
    assert.throws(() => children(readDer(hex('02 01 05'))), DerError)
  })
})
