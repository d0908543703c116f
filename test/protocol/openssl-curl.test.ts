import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readCredentials } from '../../src/sdk/sdk.ts'
import { temporaryFolder } from '../authority.ts'
import { startSandbox } from '../sandbox.ts'

/** Signed calls by those who have none of our code: openssl and curl, and a library of others. */

const sandbox = await startSandbox()
const missing = ['bash', 'curl', 'openssl'].filter((tool) => spawnSync(tool, ['--version']).error)
const skip = missing.length > 0 ? `not installed: ${missing.join(', ')}` : false

const script = `
set -euo pipefail
export LC_ALL=C

# A test certificate, taken out of the JSON.
curl -sSf "$http/sandbox/ca.pem" -o ca.pem
curl -sSf "$url/sandbox/certificates" --cacert ca.pem -H 'Content-Type: application/json' \\
  -d '{"name":"Fjordbudsjett AS","roles":["AISP","PISP"]}' -o issued.json
member() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p' issued.json | sed 's/\\\\n/\\n/g'; }
member certificate > cert.pem
member privateKey > key.pem
id=$(member organizationIdentifier)

# What is signed.
body='{"email":"psd2-operations@fjordbudsjett.example"}'
date=$(date -u '+%a, %d %b %Y %H:%M:%S GMT')
request_id=$(openssl rand -hex 16)
digest="SHA-256=$(printf %s "$body" | openssl dgst -sha256 -binary | openssl base64 -A)"
signing_string=$(printf 'date: %s\\ndigest: %s\\nx-request-id: %s' "$date" "$digest" "$request_id")

# Who signs.
serial=$(openssl x509 -in cert.pem -noout -serial | cut -d= -f2)
issuer=$(openssl x509 -in cert.pem -noout -issuer -nameopt RFC2253 | sed 's/^issuer=//')
signature=$(printf %s "$signing_string" | openssl dgst -sha256 -sign key.pem | openssl base64 -A)

curl -sS --cacert ca.pem -X PUT "$url/v1/tpps/$id/contact-information" -D head.txt -o body.json \\
  -H "Date: $date" -H "Digest: $digest" -H "X-Request-ID: $request_id" \\
  -H 'Content-Type: application/json' \\
  -H "TPP-Signature-Certificate: $(openssl x509 -in cert.pem -outform DER | openssl base64 -A)" \\
  -H "Signature: keyId=\\"SN=$serial,CA=$issuer\\",algorithm=\\"rsa-sha256\\",headers=\\"date digest x-request-id\\",signature=\\"$signature\\"" \\
  --data-binary "$body"
head -n 1 head.txt

# Whether the answer is the bank's.
header() { tr -d '\\r' < head.txt | sed -n "s/^$1: //Ip"; }
header aspsp-signature-certificate | openssl base64 -d -A | openssl x509 -inform DER -out bank.pem
openssl verify -CAfile ca.pem bank.pem
openssl x509 -in bank.pem -noout -pubkey > bank.pub
test "$(header digest)" = "SHA-256=$(openssl dgst -sha256 -binary body.json | openssl base64 -A)"
test "$(header x-request-id)" = "$request_id"
header signature | sed 's/.*signature="\\([^"]*\\)".*/\\1/' | openssl base64 -d -A > signature.bin
printf 'date: %s\\ndigest: %s\\nx-request-id: %s' \\
  "$(header date)" "$(header digest)" "$(header x-request-id)" > answered.txt
openssl dgst -sha256 -verify bank.pub -signature signature.bin answered.txt
`

for (const scheme of ['http', 'https'] as const) {
  test(`openssl and curl make a signed call over ${scheme} and verify the answer`, {
    skip,
  }, async () => {
    const url = scheme === 'http' ? sandbox.httpUrl : sandbox.httpsUrl
    const cwd = temporaryFolder()
    const env = { PATH: process.env.PATH, url, http: sandbox.httpUrl }
    // Not spawnSync: the server lives in this very process.
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd, env })
    assert.match(stdout, /^HTTP\/1\.1 200/m)
    assert.match(stdout, /bank\.pem: OK/)
    assert.match(stdout, /Verified OK/)
    const body = readFileSync(join(cwd, 'body.json'), 'utf8')
    assert.deepEqual(JSON.parse(body), { email: 'psd2-operations@fjordbudsjett.example' })
  })
}

test('curl refuses the sandbox over TLS without its CA', { skip }, async () => {
  const call = promisify(execFile)('curl', ['-sS', `${sandbox.httpsUrl}/health/live`])
  await assert.rejects(call, /SSL certificate problem/)
})

interface HttpSignature {
  sign(request: ReturnType<typeof httpRequest>, options: object): boolean
}
const httpSignature = createRequire(import.meta.url)('http-signature') as HttpSignature

for (const headers of [
  ['date', 'x-request-id'],
  ['(request-target)', 'x-request-id', 'host', 'date'],
]) {
  test(`takes what the library http-signature signs: ${headers.join(' ')}`, async () => {
    const tpp = await sandbox.tpp({ key: 'RSA' })
    await tpp.client.call('PUT', tpp.contact, { body: { email: 'support@tpp.example' } })
    const { keyId, certificate } = readCredentials(tpp.certificate, tpp.privateKey)
    const request = httpRequest(`${sandbox.url}${tpp.contact}`, {
      headers: { 'X-Request-ID': 'http-signature-1', 'TPP-Signature-Certificate': certificate },
    })
    const key = createPrivateKey(tpp.privateKey).export({ type: 'pkcs1', format: 'pem' }).toString()
    httpSignature.sign(request, { key, keyId, headers, authorizationHeaderName: 'Signature' })
    const answered = Promise.withResolvers<number | undefined>()
    request.on('response', (answer) => {
      answer.resume()
      answered.resolve(answer.statusCode)
    })
    request.on('error', answered.reject)
    request.end()
    assert.equal(await answered.promise, 200)
  })
}
