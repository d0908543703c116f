import assert from 'node:assert/strict'
import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { type PreparedRequest, readCredentials } from '../../src/sdk/sdk.ts'
import { digestHeader, formatHttpDate } from '../../src/signing/signing.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'

/** The usual mistakes of a TPP developer, and the words in which the sandbox names each. */

const clock = manualClock('2026-08-13T10:00:00Z')
const sandbox = await startSandbox({ clock })
const tpp = await sandbox.tpp({ key: 'RSA' })
const stranger = await sandbox.issue({ key: 'RSA' })
const { keyId, key } = readCredentials(tpp.certificate, tpp.privateKey)
const body = { email: 'psd2-operations@fjordbudsjett.example' }
const psuId = '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30'

interface Way {
  list?: string[]
  /** The lines that are really signed, when they are not those of the list. */
  signs?: string[]
  values?: Record<string, string>
  separator?: string
  end?: string
  keyId?: string
  algorithm?: string
  key?: typeof key
  encode?: (signature: Buffer) => string
  wrap?: (header: string) => string
}

const usual = ['date', 'digest', 'x-request-id', 'psu-id']

function signedIn(way: Way, change: (request: PreparedRequest) => void = () => {}) {
  const request = tpp.client.prepare('PUT', tpp.contact, { body, headers: { 'PSU-ID': psuId } })
  change(request)
  const sent = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])
  const values: Record<string, string> = { ...Object.fromEntries(sent), ...way.values }
  const list = way.list ?? usual
  const lines = (way.signs ?? list).map((name) => `${name}: ${values[name]}`)
  const text = lines.join(way.separator ?? '\n') + (way.end ?? '')
  const bytes = sign('sha256', Buffer.from(text), way.key ?? key)
  const signature = way.encode ? way.encode(bytes) : bytes.toString('base64')
  const parts = [
    `keyId="${way.keyId ?? keyId}"`,
    `algorithm="${way.algorithm ?? 'rsa-sha256'}"`,
    `headers="${list.join(' ')}"`,
    `signature="${signature}"`,
  ]
  request.headers.Signature = (way.wrap ?? ((header) => header))(parts.join(','))
  return request
}

const serial = new X509Certificate(tpp.certificate).serialNumber
const issuer = keyId.slice(keyId.indexOf(',CA=') + 4)
const forward = issuer.split(',').reverse().join(',')
const withTarget = ['(request-target)', ...usual]
const b64 = (text: string) => Buffer.from(text).toString('base64')
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64')
const withDigest = (digest: (bytes: Buffer) => string) =>
  signedIn({}, (request) => {
    request.headers.Digest = digest(request.body)
  })

const invalid = [400, 'SIGNATURE_INVALID'] as const
const badCertificate = [401, 'CERTIFICATE_INVALID'] as const
type Row = [status: number, code: string, request: () => PreparedRequest, reason: RegExp]

const mistakes: Record<string, Row> = {
  'the lines in another order than listed': [
    ...invalid,
    () => signedIn({ signs: usual.toReversed() }),
    /signed in another order/,
  ],
  'a header that is not listed': [
    ...invalid,
    () => signedIn({ list: ['date', 'x-request-id', 'digest'] }),
    /does not list: `psu-id`/,
  ],
  'a listed header left out': [
    ...invalid,
    () => signedIn({ signs: ['date', 'digest', 'x-request-id'] }),
    /left out of what was signed: `psu-id`/,
  ],
  'a header listed that was not sent': [
    ...invalid,
    () => signedIn({ list: [...usual, 'tpp-redirect-uri'] }),
    /Listed but not sent: `tpp-redirect-uri`/,
  ],
  '(request-target) with the full URL': [
    ...invalid,
    () =>
      signedIn({
        list: withTarget,
        values: { '(request-target)': `put ${sandbox.url}${tpp.contact}` },
      }),
    /\(request-target\) was signed with the full URL/,
  ],
  '(request-target) with the method in upper case': [
    ...invalid,
    () => signedIn({ list: withTarget, values: { '(request-target)': `PUT ${tpp.contact}` } }),
    /method in upper case/,
  ],
  'lines joined by CR LF': [...invalid, () => signedIn({ separator: '\r\n' }), /joined by CR LF/],
  'a newline at the end': [...invalid, () => signedIn({ end: '\n' }), /newline stands at the end/],
  'a body with CR LF, hashed with LF': [
    ...invalid,
    () =>
      signedIn({}, (request) => {
        const text = JSON.stringify(body, null, 2)
        request.body = Buffer.from(text.replaceAll('\n', '\r\n'))
        request.headers.Digest = digestHeader(Buffer.from(text))
      }),
    /body with LF where CR LF was sent/,
  ],
  'a body written anew after it was hashed': [
    ...invalid,
    () =>
      withDigest((bytes) =>
        digestHeader(Buffer.from(JSON.stringify(JSON.parse(`${bytes}`), null, 2))),
      ),
    /body written anew as JSON, with two spaces/,
  ],
  'a digest by MD5': [...invalid, () => withDigest((bytes) => `MD5=${md5(bytes)}`), /named `MD5`/],
  'a digest in hexadecimal': [
    ...invalid,
    () => withDigest((bytes) => `SHA-256=${createHash('sha256').update(bytes).digest('hex')}`),
    /hexadecimal/,
  ],
  'the issuer in forward order': [
    ...invalid,
    () => signedIn({ keyId: `SN=${serial},CA=${forward}` }),
    /order/,
  ],
  'the serial in decimal': [
    ...invalid,
    () => signedIn({ keyId: `SN=${BigInt(`0x${serial}`)},CA=${issuer}` }),
    /decimal/,
  ],
  'the serial in lower case': [
    ...invalid,
    () => signedIn({ keyId: `SN=${serial.toLowerCase()},CA=${issuer}` }),
    /lower-case letters/,
  ],
  '`sha-256` as the algorithm': [
    ...invalid,
    () => signedIn({ algorithm: 'sha-256' }),
    /names the hash alone/,
  ],
  'the algorithm of another kind of key': [
    ...invalid,
    () => signedIn({ algorithm: 'ecdsa-sha256' }),
    /key of the certificate is RSA/,
  ],
  'the key of another certificate': [
    ...invalid,
    () => signedIn({ key: createPrivateKey(stranger.privateKey) }),
    /another key than that of the certificate/,
  ],
  'base64 done twice over the signature': [
    ...invalid,
    () => signedIn({ encode: (bytes) => b64(bytes.toString('base64')) }),
    /twice/,
  ],
  'base64 done twice over the certificate': [
    ...badCertificate,
    () =>
      signedIn({}, ({ headers }) => {
        headers['TPP-Signature-Certificate'] = b64(headers['TPP-Signature-Certificate'] ?? '')
      }),
    /cannot be read/,
  ],
  'RFC 2047 around a part of the header': [
    ...invalid,
    () => signedIn({ wrap: (header) => header.replace(issuer, `=?utf-8?B?${b64(issuer)}?=`) }),
    /part of the header value is encoded/,
  ],
  'RFC 2047 without its end': [
    ...invalid,
    () => signedIn({ wrap: (header) => `=?utf-8?B?${b64(header)}` }),
    /does not end with/,
  ],
  'RFC 2047 in a charset that is not known': [
    ...invalid,
    () => signedIn({ wrap: (header) => `=?utf-16?B?${b64(header)}?=` }),
    /charset `utf-16`/,
  ],
  'the word Signature before the header': [
    ...invalid,
    () => signedIn({ wrap: (header) => `Signature ${header}` }),
    /Signature/,
  ],
  'a Date 61 seconds ahead': [
    ...([400, 'TIMESTAMP_INVALID'] as const),
    () => dated(61),
    /61 seconds ahead of/,
  ],
  'a Date 61 seconds behind': [
    ...([400, 'TIMESTAMP_INVALID'] as const),
    () => dated(-61),
    /61 seconds behind/,
  ],
  'local time written as GMT': [
    ...([400, 'TIMESTAMP_INVALID'] as const),
    () => dated(7200),
    /2 hours ahead: local time/,
  ],
}

function dated(seconds: number) {
  return signedIn({}, ({ headers }) => {
    headers.Date = formatHttpDate(clock.now().add({ seconds }))
  })
}

for (const [what, [status, code, request, reason]] of Object.entries(mistakes)) {
  test(`names the mistake: ${what}`, async () => {
    const answer = await tpp.client.send(request())
    const { explanation } = assertRefused(answer, { status, code, explained: true })
    assert.match(explanation?.reason ?? '', reason)
    assert.ok((explanation?.advice ?? '').length > 10)
  })
}

test('takes the request that the mistakes are made from, also wrapped as RFC 2047 says', async () => {
  const wraps = [
    (header: string) => header,
    (header: string) => `=?utf-8?B?${b64(header)}?=`,
    (header: string) => `=?UTF-8?b?${b64(header)}?=`,
    (header: string) => `=?iso-8859-1?Q?${header.replaceAll('=', '=3D').replaceAll(' ', '_')}?=`,
  ]
  for (const wrap of wraps) {
    assert.equal((await tpp.client.send(signedIn({ wrap }))).status, 200)
  }
  const withAll = signedIn({
    list: withTarget,
    values: { '(request-target)': `put ${tpp.contact}` },
  })
  assert.equal((await tpp.client.send(withAll)).status, 200)
})

test('takes a Date 60 seconds ahead and 60 seconds behind', async () => {
  for (const seconds of [60, -60]) {
    assert.equal((await tpp.client.send(dated(seconds))).status, 200)
  }
})

test('shows what the service built: signing string, keyId, digest, list, clock, difference', async () => {
  const request = signedIn({ end: '\n' }, ({ headers }) => {
    headers.Date = formatHttpDate(clock.now().add({ seconds: 7 }))
  })
  const { headers } = request
  const { explanation } = assertRefused(await tpp.client.send(request), {
    ...{ status: 400, code: 'SIGNATURE_INVALID', explained: true },
  })
  const lines = [
    `date: ${headers.Date}`,
    `digest: ${headers.Digest}`,
    `x-request-id: ${headers['X-Request-ID']}`,
    `psu-id: ${psuId}`,
  ]
  assert.equal(explanation?.check, 'signature')
  assert.equal(explanation?.signingString, lines.join('\n'))
  assert.equal(explanation?.expectedKeyId, keyId)
  assert.deepEqual(explanation?.digest, { expected: headers.Digest, received: headers.Digest })
  assert.deepEqual(explanation?.headersToList, usual)
  assert.equal(explanation?.clockDifferenceSeconds, 7)
  assert.equal(explanation?.firstDifference?.in, 'signing string')
  assert.equal(explanation?.firstDifference?.at, lines.join('\n').length)
})
