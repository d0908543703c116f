import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { redact } from './redact.ts'

const digits = (count: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((d) => d.join(''))
const letters = (count: number) =>
  fc
    .array(fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), { minLength: count, maxLength: count })
    .map((l) => l.join(''))

/** Anything may stand around: noise of all scripts, neighbours that look alike, pieces of JSON. */
const around = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'0123456789 .-+/%@=AbNO"\n'), maxLength: 60 }),
  fc.uuid().map((uuid) => `${uuid} `),
  fc.constantFrom(
    '',
    '"account":"',
    'konto ',
    'fnr=',
    'https://bank.example/v1/accounts/',
    'é',
    '%20',
  ),
)

const gap = fc.constantFrom(' ', '.', '-', '\u00a0', '\u202f', '+', '%20')
const elevenDigits = fc.oneof(
  digits(11),
  fc.tuple(digits(4), digits(2), digits(5), gap).map(([a, b, c, g]) => [a, b, c].join(g)),
  fc.tuple(digits(6), digits(5), gap).map(([a, b, g]) => `${a}${g}${b}`),
)

const countries = fc.constantFrom(
  { country: 'NO', bban: digits(11) },
  { country: 'DE', bban: digits(18) },
  { country: 'GB', bban: fc.tuple(letters(4), digits(14)).map((parts) => parts.join('')) },
  { country: 'NL', bban: fc.tuple(letters(4), digits(10)).map((parts) => parts.join('')) },
  { country: 'SE', bban: digits(20) },
)
const iban = countries.chain(({ country, bban }) =>
  fc
    .record({ check: digits(2), bban, spaced: fc.boolean(), lower: fc.boolean() })
    .map(({ check, bban, spaced, lower }) => {
      const compact = `${country}${check}${bban}`
      const text = spaced ? compact.replace(/(.{4})(?=.)/g, '$1 ') : compact
      return lower ? text.toLowerCase() : text
    }),
)

function neverComesThrough(secret: fc.Arbitrary<string>) {
  fc.assert(
    fc.property(around, secret, around, (before, hidden, after) => {
      assert.ok(!redact(before + hidden + after).includes(hidden))
    }),
    { numRuns: 3000 },
  )
}

test('a national id or account number never comes through, whatever surrounds it', () => {
  neverComesThrough(elevenDigits)
})

test('an IBAN never comes through, compact or spaced, in either case', () => {
  neverComesThrough(iban)
})

test('an e-mail address never comes through', () => {
  neverComesThrough(fc.emailAddress({ size: 'small' }))
  assert.equal(redact('from=kari%40bank.example&x'), 'from=[email]&x')
})

test('a signature or certificate in base64 never comes through', () => {
  const long = fc.uint8Array({ minLength: 48, maxLength: 300 })
  neverComesThrough(long.map((bytes) => Buffer.from(bytes).toString('base64')))
  neverComesThrough(long.map((bytes) => Buffer.from(bytes).toString('base64url')))
})

test('a PEM block never comes through, whole or cut off', () => {
  const pem = '-----BEGIN PRIVATE KEY-----\nMIGH\nAgEA\n-----END PRIVATE KEY-----'
  assert.equal(redact(`key ${pem} end`), 'key [pem] end')
  assert.equal(redact(`key ${pem.slice(0, 36)}`), 'key [pem]')
})

test('a UUID survives, whatever its digits are', () => {
  const hexOrDigits = fc.oneof(
    fc.uuid(),
    fc
      .tuple(digits(8), digits(4), digits(4), digits(4), digits(12))
      .map((groups) => groups.join('-')),
  )
  const text = fc.constantFrom(
    '',
    ' ',
    '/v1/consents/',
    '"',
    '/authorisations/',
    'konto 12345678901 ',
  )
  fc.assert(
    fc.property(text, hexOrDigits, text, hexOrDigits, (before, first, between, second) => {
      const out = redact(`${before}${first}/${between}${second}`)
      assert.ok(out.includes(first) && out.includes(second), out)
    }),
  )
})

test('ordinary words and numbers are left alone', () => {
  const word = fc.oneof(
    fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzæøå'),
      minLength: 1,
      maxLength: 20,
    }),
    fc.constantFrom(
      'HTTP',
      'row42',
      'utf16',
      'sha256',
      '/v1/accounts',
      'PSDNO-FSA-123456789',
      '200',
    ),
    fc.constantFrom('2026-01-31T12:00:00.123456789Z', '127.0.0.1:8443', '1234.56', 'A-1', '23505'),
  )
  const sentence = fc.array(word, { maxLength: 30 }).map((words) => words.join(', '))
  fc.assert(fc.property(sentence, (text) => assert.equal(redact(text), text)))
  const line = 'row42 with this value from utf16 when there were some node26 that fail'
  assert.equal(redact(line), line)
})

test('a hostile text costs no more than a long one', () => {
  const texts = [
    'a',
    '1 ',
    '12 ',
    'ab12 ',
    'ab12 cd3f ',
    '%4',
    'a@',
    'a.',
    '-----BEGIN X-----',
    '@a.1',
  ]
  for (const piece of texts) {
    const started = performance.now()
    redact(piece.repeat(50_000))
    assert.ok(performance.now() - started < 2000, piece)
  }
})
