import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  buildSigningString,
  checkKeyId,
  checkSignature,
  decodeBase64,
  parseName,
  parseSignatureHeader,
  readCertificateIdentity,
  readHeaderPairs,
  requestTarget,
  sameName,
  signMessage,
} from './signing.ts'

interface ToolRequest {
  method: string
  path?: string
  url?: string
  headers?: Record<string, string>
  getHeader?(name: string): string | undefined
  setHeader?(name: string, value: string): void
}

/** What we use of the package, which comes without types. */
interface HttpSignature {
  sign(request: ToolRequest, options: Record<string, unknown>): boolean
  parseRequest(request: ToolRequest, options: Record<string, unknown>): object
  verifySignature(parsed: object, publicKeyPem: string): boolean
}

const httpSignature = createRequire(import.meta.url)('http-signature') as HttpSignature
const noOpenssl = spawnSync('openssl', ['version']).status === 0 ? false : 'there is no openssl'

const config = `
[req]
distinguished_name = name
prompt = no
utf8 = yes
string_mask = utf8only
[name]
C = NO
L = Tromsø, Nord
O = \\ Blåbær + \\"Sønn\\"\\; <AS>
+OU = \\#7
organizationIdentifier = PSDNO-FSA-918713867
x.1.2.3.4 = unknown type
emailAddress = ca@example.com
CN = Test CA
`

let folder = ''
const file = (name: string): string => join(folder, name)
const openssl = (...parts: string[]): Buffer => execFileSync('openssl', parts, { stdio: 'pipe' })

function makeOpensslCertificate(name: string, ...newKey: string[]): void {
  const serial = ['-set_serial', '0x00d9ea5432ea92d254', '-days', '10']
  const files = ['-keyout', file(`${name}.key`), '-out', file(`${name}.der`), '-outform', 'DER']
  const how = ['-newkey', ...newKey, '-nodes', '-utf8', '-config', file('req.cnf')]
  openssl('req', '-x509', ...how, ...serial, ...files)
}

const identityOf = (name: string) => readCertificateIdentity(readFileSync(file(`${name}.der`)))
const keyOf = (name: string): KeyObject => createPrivateKey(readFileSync(file(`${name}.key`)))

/** `RFC2253` writes every letter beyond ASCII as `\C3\98`, so that no RFC 2047 is needed. */
function issuerBy(nameopt: string): string {
  const input = ['-in', file('rsa.der'), '-inform', 'DER', '-noout']
  const printed = openssl('x509', ...input, '-issuer', '-nameopt', nameopt).toString('utf8')
  return printed.trim().replace(/^issuer= ?/, '')
}

before(() => {
  if (noOpenssl) return
  folder = mkdtempSync(join(tmpdir(), 'signing-'))
  writeFileSync(file('req.cnf'), config)
  makeOpensslCertificate('rsa', 'rsa:2048')
  makeOpensslCertificate('ec', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256')
})

after(() => rmSync(folder, { recursive: true, force: true }))

const pairs: [string, string][] = [
  ['Date', 'Sat, 14 Nov 2026 10:00:00 GMT'],
  ['X-Request-ID', '99391c7e-ad88-49ec-a2ad-99ddcb1f7721'],
  ['PSU-ID', '0b1d3b54-5a3c-4b3e-8f5a-6a2f6d0f4f11'],
]
const list = ['(request-target)', 'date', 'x-request-id', 'psu-id']
const target = requestTarget('GET', '/v1/accounts?withBalance=true')

describe('openssl', { skip: noOpenssl }, () => {
  it('prints the serial and the issuer that we expect', () => {
    const { serial, issuer, keyId } = identityOf('rsa')
    const printed = openssl('x509', '-in', file('rsa.der'), '-inform', 'DER', '-noout', '-serial')
    assert.equal(printed.toString().trim(), `serial=${serial}`)
    assert.equal(
      keyId,
      'SN=D9EA5432EA92D254,CA=CN=Test CA,emailAddress=ca@example.com,1.2.3.4=unknown type,' +
        'organizationIdentifier=PSDNO-FSA-918713867,' +
        'OU=\\#7+O=\\ Blåbær \\+ \\"Sønn\\"\\; \\<AS\\>,L=Tromsø\\, Nord,C=NO',
    )
    assert.ok(sameName(parseName(issuerBy('RFC2253')), issuer))
    assert.ok(sameName(parseName(issuerBy('RFC2253,-esc_msb,utf8')), issuer))
    checkKeyId(`SN=${serial},CA=${issuerBy('RFC2253')}`, identityOf('rsa'))
  })

  it('agrees with Node on the serial', () => {
    const certificate = new X509Certificate(readFileSync(file('rsa.der')))
    assert.equal(certificate.serialNumber, identityOf('rsa').serial)
  })

  for (const name of ['rsa', 'ec']) {
    it(`verifies what we sign with ${name}`, () => {
      const { keyId } = identityOf(name)
      const header = signMessage({
        headers: pairs,
        requestTarget: target,
        keyId,
        key: keyOf(name),
        list,
      })
      const text = decoded(header)
      const message = { headers: readHeaderPairs(pairs), requestTarget: target }
      writeFileSync(file('text'), buildSigningString(list, message))
      writeFileSync(file('signature'), decodeBase64(parseSignatureHeader(text).signature) ?? '')
      const publicKey = createPublicKey(keyOf(name)).export({ type: 'spki', format: 'pem' })
      writeFileSync(file('public.pem'), publicKey)
      const verify = ['-verify', file('public.pem'), '-signature', file('signature')]
      assert.match(openssl('dgst', '-sha256', ...verify, file('text')).toString(), /Verified OK/)
    })

    it(`signs with ${name} what we verify`, async () => {
      const headers = readHeaderPairs(pairs)
      writeFileSync(file('text'), buildSigningString(list, { headers, requestTarget: target }))
      const signature = openssl('dgst', '-sha256', '-sign', file(`${name}.key`), file('text'))
      const identity = identityOf(name)
      const keyId = `SN=${identity.serial},CA=${issuerBy('RFC2253')}`
      const algorithm = name === 'rsa' ? 'rsa-sha256' : 'ecdsa-sha256'
      const value = `keyId="${keyId}",algorithm="${algorithm}",headers="${list.join(' ')}",signature="${signature.toString('base64')}"`
      await checkSignature({
        headers: readHeaderPairs([...pairs, ['Signature', value]]),
        requestTarget: target,
        identity,
        publicKey: createPublicKey(keyOf(name)),
      })
    })
  }
})

const decoded = (header: string): string =>
  header.startsWith('=?utf-8?B?') ? Buffer.from(header.slice(10, -2), 'base64').toString() : header

describe('http-signature', { skip: noOpenssl }, () => {
  it('signs what we verify', async () => {
    const identity = identityOf('rsa')
    const sent = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]))
    const request: ToolRequest = {
      method: 'GET',
      path: '/v1/accounts?withBalance=true',
      getHeader: (name) => sent.get(name.toLowerCase()),
      setHeader: (name, value) => sent.set(name.toLowerCase(), value),
    }
    const key = readFileSync(file('rsa.key'), 'utf8')
    const keyId = `SN=${identity.serial},CA=${issuerBy('RFC2253')}`
    httpSignature.sign(request, { key, keyId, algorithm: 'rsa-sha256', headers: list })
    const signature = sent.get('authorization')?.replace(/^Signature /, '') ?? ''
    await checkSignature({
      headers: readHeaderPairs([...pairs, ['Signature', signature]]),
      requestTarget: target,
      identity,
      publicKey: createPublicKey(key),
    })
  })

  it('verifies what we sign', () => {
    const key = keyOf('rsa')
    const value = signMessage({ headers: pairs, requestTarget: target, keyId: 'test', key, list })
    const request: ToolRequest = {
      method: 'GET',
      url: '/v1/accounts?withBalance=true',
      headers: {
        ...Object.fromEntries(readHeaderPairs(pairs)),
        authorization: `Signature ${value}`,
      },
    }
    const parsed = httpSignature.parseRequest(request, { headers: list, clockSkew: 1e12 })
    const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
    assert.ok(httpSignature.verifySignature(parsed, pem))
  })
})
