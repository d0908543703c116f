import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sameNameReversed } from './name.ts'
import { type Name, NameError, parseName, printName, sameName } from './signing.ts'

const cn = '2.5.4.3'
const o = '2.5.4.10'
const c = '2.5.4.6'
const organizationIdentifier = '2.5.4.97'

const one = (oid: string, value: string): Name => [[{ oid, value }]]
const wellFormed = fc.string({ unit: 'grapheme' })

const oid = fc.oneof(
  fc.constantFrom(cn, o, c, organizationIdentifier, '2.5.4.4', '0.9.2342.19200300.100.1.25'),
  fc.tuple(fc.nat(2), fc.nat(39), fc.nat()).map((arcs) => arcs.join('.')),
)
const hostile = fc.string({ unit: fc.constantFrom(...' ,+"\\<>;#=aø\u0000\n\u007f') })
const binary = fc.uint8Array({ maxLength: 20 }).map((bytes) => encodeOctets(Buffer.from(bytes)))
const attribute = fc.record({ oid, value: fc.oneof(wellFormed, hostile, binary) })
const name = fc.array(fc.array(attribute, { minLength: 1, maxLength: 3 }), { maxLength: 6 })

function encodeOctets(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([4, bytes.length]), bytes])
}

describe('printName', () => {
  it('prints the last part first and escapes what RFC 2253 says', () => {
    assert.equal(
      printName([...one(c, 'NO'), ...one(o, 'A, B'), ...one(cn, 'x')]),
      'CN=x,O=A\\, B,C=NO',
    )
    assert.equal(printName(one(o, ' a ')), 'O=\\ a\\ ')
    assert.equal(printName(one(o, ' ')), 'O=\\ ')
    assert.equal(printName(one(o, '#a#')), 'O=\\#a#')
    assert.equal(printName(one(o, '+"\\<>;=')), 'O=\\+\\"\\\\\\<\\>\\;=')
    assert.equal(printName(one(o, 'a\r\nb')), 'O=a\\0D\\0Ab')
    assert.equal(printName(one(o, 'Ærlig')), 'O=Ærlig')
    assert.equal(printName(one(organizationIdentifier, 'x')), 'organizationIdentifier=x')
    assert.equal(printName(one('1.2.3', 'x')), '1.2.3=x')
    assert.equal(
      printName([
        [
          { oid: o, value: 'x' },
          { oid: cn, value: 'y' },
        ],
      ]),
      'O=x+CN=y',
    )
    assert.equal(
      printName([[{ oid: '2.5.4.45', value: Buffer.from('030100', 'hex') }]]),
      '2.5.4.45=#030100',
    )
    assert.equal(printName([]), '')
  })

  it('prints what parseName reads back, whatever the name', () => {
    fc.assert(fc.property(name, (value) => sameName(parseName(printName(value)), value)))
  })

  it('prints nothing that a header could not carry', () => {
    fc.assert(
      fc.property(
        name,
        (value) => !/\p{Cc}/u.test(printName(value).replace(/[\u0080-\u009f]/g, '')),
      ),
    )
  })
})

describe('parseName', () => {
  const same: Record<string, string[]> = {
    'CN=a,O=b': [
      'cn=a,o=b',
      'CN = a , O = b',
      'CN=a;O=b',
      ' commonName=a,organizationName=b ',
      'OID.2.5.4.3=a,2.5.4.10=b',
    ],
    'O=A\\, B': ['O="A, B"', 'O=A\\2C B', 'O=A\\2c\\20B', 'O=#0c04412c2042', 'O=#1304412C2042'],
    'organizationIdentifier=PSDNO-FSA-1': [
      '2.5.4.97=PSDNO-FSA-1',
      'OID.2.5.4.97=PSDNO-FSA-1',
      'oid.2.5.4.97=#0c0b5053444e4f2d4653412d31',
      'ORGANIZATIONIDENTIFIER=PSDNO-FSA-1',
    ],
    'O=Ø': ['O=\\C3\\98', 'O="\\c3\\98"', 'O=#0c02c398', 'O=#1401d8', 'O=#1e0200d8'],
    'O=a+CN=b': ['CN=b+O=a', 'CN=b + O=a'],
    'O=': ['O=""', 'O=  '],
    'O=\\ a ': ['O=" a"', 'O=\\20a'],
    'emailAddress=x@y': ['E=x@y', 'EMAILADDRESS=x@y', '1.2.840.113549.1.9.1=x@y'],
    'ST=x,SN=y,GN=z,title=t': ['S=x,surname=y,G=z,T=t'],
    'O=a\\=b\\#c': ['O=a=b#c'],
  }
  for (const [expected, others] of Object.entries(same)) {
    for (const text of others) {
      it(`takes ${text} as ${expected}`, () => {
        assert.ok(sameName(parseName(text), parseName(expected)))
      })
    }
  }

  it('refuses what is no name', () => {
    const wrong = [
      'x',
      'CN',
      'CN=a,',
      ',CN=a',
      'XX=a',
      'CN=a"b',
      'CN="a',
      'CN="a"b',
      'CN=a\\',
      'CN=a\\x',
      'CN=\\ff',
      'CN=#',
      'CN=#0c',
      'CN=#0c0',
      'CN=#0c0141x',
      '3.1=x',
      '2.5.04=x',
      '/C=NO/CN=x',
      `${'a'.repeat(99)}=x`,
    ]
    for (const text of wrong) assert.throws(() => parseName(text), NameError, text)
  })

  it('throws nothing but NameError, whatever the text', () => {
    const nameLike = fc.string({
      unit: fc.constantFrom('CN', 'O', '=', ',', '+', '"', '\\', '#', ' ', '0c', 'ø'),
    })
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), nameLike), (text) => {
        try {
          parseName(text)
        } catch (error) {
          assert.ok(error instanceof NameError)
        }
      }),
    )
  })
})

describe('sameName', () => {
  it('tells order, values and letters apart', () => {
    assert.ok(!sameName(parseName('CN=a,O=b'), parseName('O=b,CN=a')))
    assert.ok(!sameName(parseName('CN=a'), parseName('CN=A')))
    assert.ok(!sameName(parseName('CN=a'), parseName('CN=a,O=b')))
    assert.ok(!sameName(parseName('CN=a+O=b'), parseName('CN=a,O=b')))
    assert.ok(!sameName(parseName('CN=\\#0c0141'), parseName('CN=#040141')))
  })

  it('knows forward order', () => {
    assert.ok(sameNameReversed(parseName('CN=a,O=b'), parseName('O=b,CN=a')))
    assert.ok(!sameNameReversed(parseName('CN=a'), parseName('CN=a')))
  })
})
