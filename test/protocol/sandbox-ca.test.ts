import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkServerIdentity, connect } from 'node:tls'
import { manualClock } from '../../src/kernel/clock.ts'
import { temporaryFolder } from '../authority.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'
import { speak } from '../speak.ts'

const sandbox = await startSandbox()
const folder = temporaryFolder()
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const skip = spawnSync('openssl', ['version']).error ? 'openssl is not installed' : false
const openssl = (...args: string[]) =>
  execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

/** Fetches what a certificate names, as a relying party would. */
async function download(url: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  get(url, { ca: sandbox.ca, agent: false }, (answer) => {
    const chunks: Buffer[] = []
    assert.equal(answer.headers['content-type'], 'application/pkix-crl')
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', () => resolve(Buffer.concat(chunks)))
  }).on('error', reject)
  return promise
}

const ca = file('ca.pem', sandbox.ca)

test('openssl verifies a test certificate against the CA and shows its PSD2 statement', {
  skip,
}, async () => {
  for (const key of ['RSA', 'EC']) {
    const issued = await sandbox.issue({ key, roles: ['AISP'] })
    const path = file(`${key}.pem`, issued.certificate)
    assert.match(openssl('verify', '-x509_strict', '-CAfile', ca, path), /: OK/)
    const text = openssl('x509', '-in', path, '-noout', '-text')
    assert.match(text, /qcStatements/)
    assert.match(text, /PSP_AI.*Finanstilsynet.*NO-FSA/s)
    assert.doesNotMatch(text, /PSP_PI/)
    assert.match(text, new RegExp(`organizationIdentifier ?= ?${issued.organizationIdentifier}`))
    assert.match(text, /Digital Signature, Non Repudiation/)
  }
})

test('openssl does not verify a certificate of an unknown CA or an expired one', {
  skip,
}, async () => {
  for (const defect of ['unknown-ca', 'expired']) {
    const path = file(`${defect}.pem`, (await sandbox.issue({ defect })).certificate)
    assert.throws(
      () => openssl('verify', '-CAfile', ca, path),
      /unable to get local issuer|expired/,
    )
  }
})

test('the CRL at the address in a certificate is the CA’s and lists exactly the revoked', {
  skip,
}, async () => {
  const good = await sandbox.issue()
  const revoked = await sandbox.issue({ defect: 'revoked' })
  const [goodPath, revokedPath] = [
    file('good.pem', good.certificate),
    file('revoked.pem', revoked.certificate),
  ]
  const described = openssl('x509', '-in', revokedPath, '-noout', '-text')
  const address = /URI:(\S+ca\.crl)/.exec(described)?.[1] ?? ''
  assert.equal(address, `${sandbox.publicUrl}/sandbox/ca.crl`)
  const crl = file('ca.crl', await download(address))
  const checked = spawnSync('openssl', [
    'crl',
    '-inform',
    'DER',
    '-in',
    crl,
    '-CAfile',
    ca,
    '-text',
  ])
  assert.match(checked.stderr.toString(), /verify OK/)
  const listed = checked.stdout.toString()
  assert.ok(listed.includes(new X509Certificate(revoked.certificate).serialNumber))
  assert.ok(!listed.includes(new X509Certificate(good.certificate).serialNumber))
  const pem = join(folder, 'crl.pem')
  openssl('crl', '-inform', 'DER', '-in', crl, '-out', pem)
  const verify = (path: string) =>
    openssl('verify', '-crl_check', '-CRLfile', pem, '-CAfile', ca, path)
  assert.match(verify(goodPath), /: OK/)
  assert.throws(() => verify(revokedPath), /certificate revoked/)
})

test('TLS is by a certificate of the CA for the names it is reached by', async () => {
  const { port } = new URL(sandbox.httpsUrl ?? '')
  for (const servername of ['localhost', '127.0.0.1']) {
    const socket = connect({
      ...{ host: '127.0.0.1', port: Number(port), ca: sandbox.ca },
      checkServerIdentity: (_, certificate) => checkServerIdentity(servername, certificate),
    })
    await once(socket, 'secureConnect')
    assert.equal(socket.authorized, true)
    socket.destroy()
  }
})

test('TLS gets a new certificate when it is to have other names, and keeps it otherwise', async () => {
  const fingerprintAt = async (names: string, databaseUrl: string) => {
    const started = await startSandbox({ databaseUrl, env: { NORDGATE_TLS_NAMES: names } })
    const { port } = new URL(started.httpsUrl ?? '')
    const socket = connect({
      ...{ host: '127.0.0.1', port: Number(port), ca: sandbox.ca },
      checkServerIdentity: (_, certificate) =>
        checkServerIdentity(names.split(',').at(-1) ?? '', certificate),
    })
    await once(socket, 'secureConnect')
    const { fingerprint256 } = socket.getPeerCertificate()
    socket.destroy()
    await started.stop()
    return fingerprint256
  }
  const { databaseUrl } = sandbox
  const first = await fingerprintAt('localhost,sandbox.bank.example', databaseUrl)
  assert.equal(await fingerprintAt('localhost,sandbox.bank.example', databaseUrl), first)
  assert.notEqual(await fingerprintAt('localhost,other.bank.example', databaseUrl), first)
})

test('issues exactly so many certificates a minute, however many ask at once', async () => {
  const clock = manualClock('2026-08-13T10:00:00Z')
  const env = { NORDGATE_CERTIFICATES_PER_MINUTE: '2' }
  const small = await startSandbox({ clock, env })
  const order = {
    method: 'POST',
    target: '/sandbox/certificates',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Fjordbudsjett AS', roles: ['AISP'], key: 'EC' }),
  }
  const tenAtOnce = () => Promise.all(Array.from({ length: 10 }, () => speak(small.url, order)))
  for (const round of [1, 2]) {
    const answers = await tenAtOnce()
    const issued = answers.filter(({ status }) => status === 201)
    assert.equal(issued.length, 2, `round ${round}`)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertRefused(answer, {
        status: 429,
        code: 'ACCESS_EXCEEDED',
        says: /2 certificates a minute/,
      })
      assert.equal(answer.headers.get('retry-after'), '60')
    }
    clock.advance('PT59S')
    const early = await speak(small.url, order)
    assert.equal(early.status, 429)
    assert.equal(early.headers.get('retry-after'), '1')
    clock.advance('PT1S')
  }
})

test('refuses an order that is malformed, naming what is wrong', async () => {
  const rows: [order: object, says: RegExp][] = [
    [{}, /body\/name: is required.*body\/roles: is required/],
    [{ name: '', roles: ['AISP'] }, /body\/name/],
    [{ name: 'A', roles: [] }, /body\/roles/],
    [{ name: 'A', roles: ['AISP', 'AISP'] }, /body\/roles/],
    [{ name: 'A', roles: ['ASPSP'] }, /body\/roles\/0/],
    [{ name: 'A', roles: ['AISP'], defect: 'none' }, /body\/defect/],
    [{ name: 'A', roles: ['AISP'], kind: 'QSIG' }, /body\/kind/],
    [{ name: 'A', roles: ['AISP'], organizationIdentifier: 'NO-1' }, /organizationIdentifier/],
    [{ name: 'A', roles: ['AISP'], days: 1 }, /body\/days: is not a known member/],
  ]
  for (const [order, says] of rows) {
    const answer = await speak(sandbox.url, {
      method: 'POST',
      target: '/sandbox/certificates',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(order),
    })
    assertRefused(answer, { status: 400, code: 'FORMAT_ERROR', says })
  }
})
