import assert from 'node:assert/strict'
import { constants, hash, privateEncrypt, sign } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { makeCertificate, makeKeys, type TestCertificate } from './certificate.fixture.ts'
import {
  type Attempt,
  body,
  explainAttempt,
  type Line,
  printed,
  sentLines,
  target,
} from './refusal.fixture.ts'
import type { Explanation } from './signing.ts'

let rsa: TestCertificate
let otherRsa: TestCertificate
let ec: TestCertificate

before(async () => {
  rsa = await makeCertificate(await makeKeys('rsa'))
  otherRsa = await makeCertificate(await makeKeys('rsa'))
  ec = await makeCertificate(await makeKeys('ec'))
})

const withTarget = (value: string) => (lines: readonly Line[]) =>
  printed(lines.map(([name, own]) => [name, name.startsWith('(') ? value : own]))

const withValue =
  (changed: string, change: (value: string) => string) => (lines: readonly Line[]) =>
    printed(lines.map(([name, value]) => [name, name === changed ? change(value) : value]))

const joined =
  (separator: string, colon = ': ', end = '') =>
  (lines: readonly Line[]) =>
    lines.map(([name, value]) => name + colon + value).join(separator) + end

const named = (rename: (name: string) => string) => (lines: readonly Line[]) =>
  printed(lines.map(([name, value]) => [rename(name), value]))

const path = '/v1/payments/norwegian-domestic-credit-transfers'
const names = { 'x-request-id': 'X-Request-ID', 'psu-id': 'PSU-ID' }

/** Signed text that a client with the mistake makes, and what the explanation must say. */
const texts: Record<string, [signed: NonNullable<Attempt['signed']>, says: RegExp]> = {
  'reversed order': [(lines) => printed(lines.toReversed()), /another order/],
  'alphabetical order': [(lines) => printed(lines.toSorted()), /another order/],
  'any other order': [
    (lines) => printed([2, 0, 5, 1, 4, 3].map((place) => lines[place] ?? ['', ''])),
    /another order/,
  ],
  'full URL': [withTarget(`post https://api.bank.example${target}`), /full URL/],
  'full URL without method': [withTarget(`https://api.bank.example${target}`), /full URL/],
  'upper-case method': [withTarget(`POST ${target}`), /method in upper case/],
  'no query': [withTarget(`post ${path}`), /without the query/],
  'no method': [withTarget(target), /without the method/],
  'decoded query': [withTarget(`post ${decodeURIComponent(target)}`), /decoded or encoded/],
  'slash at the end': [withTarget(`post ${path}/?note=a%20b`), /slash at the end/],
  'no version in the path': [withTarget(`post ${target.slice(3)}`), /first part of the path/],
  'newline at the end': [joined('\n', ': ', '\n'), /newline stands at the end/],
  'CR LF between lines': [joined('\r\n'), /joined by CR LF/],
  'CR LF after every line': [joined('\r\n', ': ', '\r\n'), /ends in CR LF/],
  'no space after the colon': [joined('\n', ':'), /no space after the colon/],
  'two spaces after the colon': [joined('\n', ':  '), /Two spaces/],
  'equals sign': [joined('\n', '='), /joined by `=`/],
  'literal backslash n': [joined('\\n'), /backslash/],
  'joined by spaces': [joined(' '), /joined by spaces/],
  'joined by commas': [joined(','), /joined by commas/],
  'joined by nothing': [joined(''), /joined by nothing/],
  'capital names': [named((name) => name.toUpperCase()), /capital letters/],
  'names as sent': [
    named((name) => (names as Record<string, string>)[name] ?? name),
    /names were signed as they are sent/,
  ],
  'values only': [(lines) => lines.map(([, value]) => value).join('\n'), /Only the values/],
  'hashed twice': [(lines) => hash('sha256', printed(lines), 'buffer'), /hashed twice/],
  'hash as hex': [(lines) => hash('sha256', printed(lines), 'hex'), /hexadecimal text/],
  'hash as base64': [(lines) => hash('sha256', printed(lines), 'base64'), /as base64 text/],
  'text in base64': [(lines) => Buffer.from(printed(lines)).toString('base64'), /in base64 before/],
  'body signed': [() => body, /body was signed/],
  'digest signed': [(lines) => lines[2]?.[1] ?? '', /digest was signed instead/],
  'no digest line': [(lines) => printed(lines.toSpliced(2, 1)), /left out.*`digest`/],
  'no x-request-id line': [(lines) => printed(lines.toSpliced(3, 1)), /left out.*`x-request-id`/],
  'host signed, not listed': [
    (lines) => printed([...lines, ['host', 'api.bank.example']]),
    /More was signed.*`host`/,
  ],
  'digest without prefix': [
    withValue('digest', (value) => value.slice(8)),
    /without its `SHA-256=/,
  ],
  'digest prefix in lower case': [
    withValue('digest', (value) => value.replace('SHA', 'sha')),
    /algorithm in lower case/,
  ],
  'digest in hex': [
    withValue('digest', () => `SHA-256=${hash('sha256', body, 'hex')}`),
    /digest was signed as hexadecimal/,
  ],
  'encoded value': [withValue('tpp-redirect-uri', encodeURIComponent), /URL-encoded.*tpp-redirect/],
  'decoded value': [withValue('tpp-redirect-uri', decodeURIComponent), /URL-decoded.*tpp-redirect/],
  'value in lower case': [
    withValue('tpp-redirect-uri', (value) => value.toLowerCase()),
    /lower case: `tpp-redirect-uri`/,
  ],
  'value in upper case': [
    withValue('psu-id', (value) => value.toUpperCase()),
    /upper case: `psu-id`/,
  ],
  'all values in lower case': [
    (lines) => printed(lines.map(([name, value]) => [name, value.toLowerCase()])),
    /All values were signed in lower case/,
  ],
  'value in quotes': [withValue('psu-id', (value) => `"${value}"`), /in quotes: `psu-id`/],
  'value not trimmed': [withValue('psu-id', (value) => `${value} `), /space after it: `psu-id`/],
  'clock asked twice': [
    withValue('date', (value) => value.replace(':00 G', ':01 G')),
    /Another Date/,
  ],
  'date in ISO form': [withValue('date', () => '2026-11-14T10:00:00Z'), /Another Date/],
}

describe('the explanation of a signature over another text', () => {
  for (const [mistake, [signed, says]] of Object.entries(texts)) {
    it(`finds: ${mistake}`, async () => {
      const explanation = await explainAttempt({ certificate: rsa, signed, names })
      assert.match(explanation?.reason ?? 'accepted', says)
      assert.equal(explanation?.signingString, printed(sentLines))
    })
  }

  it('finds most of them for an EC key too, one verification at a time', async () => {
    const unreached: string[] = []
    for (const [mistake, [signed, says]] of Object.entries(texts)) {
      const explanation = await explainAttempt({ certificate: ec, signed, names })
      if (!says.test(explanation?.reason ?? '')) unreached.push(mistake)
    }
    assert.deepEqual(unreached, ['any other order'])
  })

  it('shows where the texts part', async () => {
    const signed = withTarget(`post ${path}`)
    const explanation = await explainAttempt({ certificate: rsa, signed })
    assert.deepEqual(explanation?.firstDifference, {
      in: 'signing string',
      at: '(request-target): post '.length + path.length,
      expected: `?note=a%20b\n${printed(sentLines.slice(1))}`.slice(0, 60),
      received: `\n${printed(sentLines.slice(1))}`.slice(0, 60),
    })
  })

  it('finds two mistakes at once', async () => {
    const signed = (lines: readonly Line[]) =>
      joined('\r\n')(lines.map(([n, v]) => [n, n.startsWith('(') ? `POST ${target}` : v]))
    const explanation = await explainAttempt({ certificate: rsa, signed })
    assert.match(explanation?.reason ?? '', /upper case.*CR LF/)
  })

  it('says so when no usual mistake explains it', async () => {
    const signed = () => 'something else'
    const withRsa = await explainAttempt({ certificate: rsa, signed })
    assert.match(withRsa?.reason ?? '', /right key over another text/)
    const withEc = await explainAttempt({ certificate: ec, signed })
    assert.match(withEc?.reason ?? '', /another key, or over another text/)
  })
})

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }

describe('the explanation of the signature itself', () => {
  const cases: Record<string, [attempt: () => Partial<Attempt>, says: RegExp]> = {
    'certificate of another key': [
      () => ({ sign: (text) => sign('sha256', text, otherRsa.key) }),
      /another key than that of the certificate/,
    ],
    'double base64': [
      () => ({ encode: (bytes) => Buffer.from(bytes.toString('base64')).toString('base64') }),
      /base64 twice/,
    ],
    hex: [() => ({ encode: (bytes) => bytes.toString('hex') }), /hexadecimal text, not base64/],
    'base64 of hex': [
      () => ({ encode: (bytes) => Buffer.from(bytes.toString('hex')).toString('base64') }),
      /hexadecimal text that was encoded/,
    ],
    base64url: [
      () => ({
        encode: (bytes) => bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
      }),
      /base64url/,
    ],
    'no padding': [
      () => ({ encode: (bytes) => bytes.toString('base64').replaceAll('=', '') }),
      /lacks its padding/,
    ],
    'white space': [
      () => ({ encode: (bytes) => bytes.toString('base64').replace(/.{76}/g, '$& ') }),
      /white space/,
    ],
    'URL-encoded': [
      () => ({ encode: (bytes) => encodeURIComponent(bytes.toString('base64')) }),
      /URL-encoded/,
    ],
    'SHA-1': [() => ({ sign: (text, key) => sign('sha1', text, key) }), /made with SHA1/],
    'SHA-512': [() => ({ sign: (text, key) => sign('sha512', text, key) }), /made with SHA512/],
    PSS: [() => ({ sign: (text, key) => sign('sha256', text, { key, ...pss }) }), /RSA-PSS/],
    'bare hash': [
      () => ({ sign: (text, key) => privateEncrypt(key, hash('sha256', text, 'buffer')) }),
      /without the DigestInfo/,
    ],
    'cut short': [
      () => ({ encode: (bytes) => bytes.subarray(0, 99).toString('base64') }),
      /not 256 bytes/,
    ],
  }
  for (const [mistake, [attempt, says]] of Object.entries(cases)) {
    it(`finds: ${mistake}`, async () => {
      const explanation = await explainAttempt({ certificate: rsa, ...attempt() })
      assert.match(explanation?.reason ?? 'accepted', says)
      assert.doesNotMatch(explanation?.reason ?? '', /another text/)
    })
  }

  it('finds: spaces for plus signs', async () => {
    const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('+', ' ')
    let explanation: Explanation | undefined
    // A signature may happen to have no plus sign; the next one then has.
    for (let id = 0; !explanation; id++) {
      const headers = { 'x-request-id': `id-${id}` }
      explanation = await explainAttempt({ certificate: rsa, encode, headers })
    }
    assert.match(explanation.reason, /became spaces/)
  })

  it('finds raw r and s of an EC key', async () => {
    const explanation = await explainAttempt({
      certificate: ec,
      sign: (text, key) => sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' }),
    })
    assert.match(explanation?.reason ?? 'accepted', /^The signature is the raw pair r and s/)
    assert.doesNotMatch(explanation?.reason ?? '', /another text/)
  })
})
