import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { before, describe, it } from 'node:test'
import {
  hardIssuer,
  makeCertificate,
  makeKeys,
  type TestCertificate,
} from './certificate.fixture.ts'
import {
  checkSignature,
  decodeHeader,
  digestHeader,
  encodeHeader,
  type FaultReason,
  readHeaderPairs,
  requestTarget,
  SigningFault,
  signMessage,
} from './signing.ts'

type Pair = [name: string, value: string]

const body = Buffer.from('{"instructedAmount":{"currency":"NOK","amount":"12.50"}}')
const sent: Pair[] = [
  ['Date', 'Sat, 14 Nov 2026 10:00:00 GMT'],
  ['X-Request-ID', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721'],
  ['Digest', digestHeader(body)],
  ['PSU-ID', '0b1d3b54-5a3c-4b3e-8f5a-6a2f6d0f4f11'],
  ['TPP-Redirect-URI', 'https://tpp.example/back?x=1'],
]

let rsa: TestCertificate
let ec: TestCertificate

before(async () => {
  rsa = await makeCertificate(await makeKeys('rsa'))
  ec = await makeCertificate(await makeKeys('ec'), { issuer: hardIssuer })
})

interface Changes {
  headers?: Pair[]
  signature?: (value: string) => string
  certificate?: TestCertificate
}

function check(changes: Changes = {}, list?: string[]): Promise<void> {
  const certificate = changes.certificate ?? rsa
  const target = requestTarget('POST', '/v1/payments/x?y=%20z')
  const { key, identity, publicKey } = certificate
  const signature = signMessage({
    headers: sent,
    requestTarget: target,
    keyId: identity.keyId,
    key,
    ...(list ? { list } : {}),
  })
  const headers = readHeaderPairs([
    ...(changes.headers ?? sent),
    ['Signature', changes.signature?.(signature) ?? signature],
  ])
  return checkSignature({ headers, requestTarget: target, identity, publicKey })
}

const refused = (promise: Promise<void>, reason: FaultReason) =>
  assert.rejects(promise, (error) => {
    assert.ok(error instanceof SigningFault, String(error))
    assert.equal(error.reason, reason)
    return true
  })

const all = ['date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri']
const changed = (name: string, value: string): Pair[] =>
  sent.map(([n, v]) => [n, n === name ? value : v])

describe('checkSignature', () => {
  it('accepts what signMessage makes, with RSA and with P-256', async () => {
    await check()
    await check({ certificate: ec })
  })

  it('accepts any order of the list, and more headers than required', async () => {
    await check({}, ['(request-target)', ...all.toReversed()])
  })

  it('refuses any change of a signed value', async () => {
    for (const [name, value] of sent) {
      await refused(check({ headers: changed(name, `${value}x`) }), 'signature-mismatch')
    }
  })

  it('takes values without the white space around them, and no other', async () => {
    await check({ headers: changed('PSU-ID', ` \t${sent[3]?.[1]}  `) })
    await refused(
      check({ headers: changed('PSU-ID', `${sent[3]?.[1]}\u00a0`) }),
      'signature-mismatch',
    )
  })

  it('joins the values of a header that comes twice', async () => {
    const twice: Pair[] = [...sent, ['X-Extra', 'a'], ['X-Extra', 'b']]
    const { key, identity, publicKey } = rsa
    const list = [...all, 'x-extra']
    const joined: Pair[] = [...sent, ['X-Extra', 'a, b']]
    const signature = signMessage({ headers: joined, keyId: identity.keyId, key, list })
    const headers = readHeaderPairs([...twice, ['Signature', signature]])
    await checkSignature({ headers, identity, publicKey })
  })

  it('signs the bytes of a UTF-8 value as they travel', async () => {
    const bytes = Buffer.from('https://tpp.example/à', 'utf8').toString('latin1')
    const { key, identity, publicKey } = rsa
    const pairs: Pair[] = changed('TPP-Redirect-URI', bytes)
    const signature = signMessage({ headers: pairs, keyId: identity.keyId, key })
    const headers = readHeaderPairs([...pairs, ['Signature', signature]])
    await checkSignature({ headers, identity, publicKey })
  })

  it('refuses a missing header', async () => {
    const { identity, publicKey } = rsa
    const message = { headers: readHeaderPairs(sent), identity, publicKey }
    await refused(checkSignature(message), 'signature-missing')
  })

  it('names every required header that is not listed', async () => {
    await assert.rejects(check({}, ['date', 'x-request-id']), /digest psu-id tpp-redirect-uri/)
    await refused(check({}, ['date', 'x-request-id']), 'list-incomplete')
  })

  it('refuses a listed header that was not sent', async () => {
    const without = sent.filter(([name]) => name !== 'PSU-ID')
    await refused(check({ headers: without }), 'list-absent')
  })

  it('refuses another algorithm than that of the key', async () => {
    for (const name of ['ecdsa-sha256', 'rsa-sha512', 'RSA-SHA256', 'hs2019', '']) {
      const signature = (value: string) => value.replace('rsa-sha256', name)
      await refused(check({ signature }), 'algorithm-wrong')
    }
  })

  it('refuses a signature that is not plain base64', async () => {
    const signature = (value: string) => value.replace('signature="', 'signature="=')
    await refused(check({ signature }), 'signature-base64')
  })

  it('refuses bytes that are no signature at all', async () => {
    const bytes = ['', 'AAAA', Buffer.alloc(256, 255).toString('base64'), 'MAYCAQECAQE=']
    for (const text of bytes) {
      const signature = (value: string) => value.replace(/signature=".*"/, `signature="${text}"`)
      await refused(check({ signature }), 'signature-mismatch')
      const inner = (value: string) => encodeHeader(signature(decodeHeader(value)))
      await refused(check({ certificate: ec, signature: inner }), 'signature-mismatch')
    }
  })

  it('refuses the certificate of another key', async () => {
    const other = await makeCertificate(await makeKeys('rsa'))
    const certificate = { ...rsa, key: other.key }
    await refused(check({ certificate }), 'signature-mismatch')
  })

  it('refuses keys of other kinds and sizes', async () => {
    const { publicKey: curve } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
    const { publicKey: short } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const { publicKey: edwards } = generateKeyPairSync('ed25519')
    await refused(check({ certificate: { ...rsa, publicKey: curve } }), 'key-unsupported')
    await refused(check({ certificate: { ...rsa, publicKey: short } }), 'key-too-short')
    await refused(check({ certificate: { ...rsa, publicKey: edwards } }), 'key-unsupported')
  })

  it('refuses (request-target) in an answer, which has none', async () => {
    const { key, identity, publicKey } = rsa
    const list = ['(request-target)', ...all]
    const options = { headers: sent, keyId: identity.keyId, key, list }
    const signature = signMessage({ ...options, requestTarget: 'get /' })
    const headers = readHeaderPairs([...sent, ['Signature', signature]])
    await refused(checkSignature({ headers, identity, publicKey }), 'list-absent')
  })
})

describe('signMessage', () => {
  it('wraps the value as RFC 2047 says when the issuer has letters beyond ASCII', () => {
    const value = signMessage({ headers: sent, keyId: ec.identity.keyId, key: ec.key })
    assert.match(value, /^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/)
  })

  it('refuses to sign what a header cannot carry', () => {
    const headers = changed('PSU-ID', 'snø ☃')
    assert.throws(() => signMessage({ headers, keyId: 'SN=1,CA=CN=x', key: ec.key }), SigningFault)
  })
})
