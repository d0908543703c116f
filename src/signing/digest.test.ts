import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { checkDigest, digestHeader, type FaultReason, SigningFault } from './signing.ts'

const body = Buffer.from('{"hello": "world"}')

function refused(value: string | undefined, reason: FaultReason, bytes = body): void {
  assert.throws(
    () => checkDigest(value, bytes),
    (error) => error instanceof SigningFault && error.reason === reason && error.check === 'digest',
    `${value} should be refused as ${reason}`,
  )
}

describe('digestHeader', () => {
  it('prints the published digests', () => {
    assert.equal(digestHeader(body), 'SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=')
    assert.equal(
      digestHeader(Buffer.alloc(0)),
      'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
    )
  })
})

describe('checkDigest', () => {
  it('takes SHA-256 and SHA-512 in any case, alone or together, beside unknown ones', () => {
    const both = `${digestHeader(body)},${digestHeader(body, 'SHA-512')}`
    checkDigest(both, body)
    checkDigest(both.replaceAll('SHA', 'sha').replace(',', ' , '), body)
    checkDigest(`MD5=abc, ${digestHeader(body)}`, body)
  })

  it('asks for none when there is no body, and checks one that is there', () => {
    checkDigest(undefined, Buffer.alloc(0))
    checkDigest(digestHeader(Buffer.alloc(0)), Buffer.alloc(0))
    refused(digestHeader(body), 'digest-mismatch', Buffer.alloc(0))
    refused(undefined, 'digest-missing')
  })

  it('refuses every known digest that does not fit', () => {
    const other = Buffer.from('other')
    refused(digestHeader(other), 'digest-mismatch')
    refused(`${digestHeader(body)}, ${digestHeader(other, 'SHA-512')}`, 'digest-mismatch')
  })

  it('tells the wrong forms apart', () => {
    const hex = createHash('sha256').update(body).digest('hex')
    refused('', 'digest-format')
    refused(digestHeader(body).slice(8), 'digest-format')
    refused(`${digestHeader(body)},`, 'digest-format')
    refused('MD5=abc', 'digest-algorithm')
    refused(`SHA256=${digestHeader(body).slice(8)}`, 'digest-algorithm')
    refused(`SHA-256=${hex}`, 'digest-length')
    refused(digestHeader(body).slice(0, -1), 'digest-length')
    refused('SHA-256=', 'digest-length')
  })

  it('takes its own digest of any bytes, and of no others', () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((content) => Buffer.from(content))
    fc.assert(
      fc.property(bytes, bytes, fc.constantFrom('SHA-256', 'SHA-512'), (one, two, algorithm) => {
        checkDigest(digestHeader(one, algorithm), one)
        if (!one.equals(two)) refused(digestHeader(one, algorithm), 'digest-mismatch', two)
      }),
    )
  })

  it('throws nothing but its own faults', () => {
    const unit = fc.constantFrom('SHA-256', '=', ',', ' ', 'QUJD', 'ø')
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit })), (text) => {
        try {
          checkDigest(text, body)
        } catch (error) {
          assert.ok(error instanceof SigningFault)
        }
      }),
    )
  })
})
