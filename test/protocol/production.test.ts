import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTppClient } from '../../src/sdk/sdk.ts'
import { makeAuthority, makeSeal, temporaryFolder, trustFolder } from '../authority.ts'
import { freshDatabase, query } from '../databases.ts'
import { startProduction } from '../production.ts'
import { assertRefused } from '../refusal.ts'
import { type IssuedCertificate, startSandbox } from '../sandbox.ts'
import { compose, speak, speakBytes } from '../speak.ts'

const authority = await makeAuthority({ isRoot: true })
const anchors = trustFolder(authority)
const production = await startProduction({ NORDGATE_TRUST_ANCHORS: anchors })
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }
const email = 'psd2-operations@fjordbudsjett.example'

const register = (issued: IssuedCertificate, roles: string[]) =>
  query(
    production.databaseUrl,
    `insert into tpp (id, name, roles, source, registered_at) values ($1, 'TPP', $2, 'register', now())`,
    [issued.organizationIdentifier, roles],
  )

function clientFor({ certificate, privateKey, organizationIdentifier }: IssuedCertificate) {
  const { url: baseUrl } = production
  // Without a bank key production does not sign its answers.
  const client = createTppClient({ baseUrl, certificate, key: privateKey, verifyAnswers: false })
  after(() => client.close())
  return { client, contact: `/v1/tpps/${organizationIdentifier}/contact-information` }
}

function call(issued: IssuedCertificate) {
  const { client, contact } = clientFor(issued)
  return client.send(client.prepare('PUT', contact, { body: { email } }))
}

test('knows nothing of the sandbox', async () => {
  const seal = await makeSeal(authority)
  await register(seal, ['AISP', 'PISP'])
  const { client } = clientFor(seal)
  const targets: [method: string, target: string][] = [
    ['GET', '/'],
    ['GET', '/sandbox/ca.pem'],
    ['GET', '/sandbox/ca.crl'],
    ['POST', '/sandbox/certificates'],
    ['POST', '/v1/sandbox/initialize'],
    ['GET', '/v1/sandbox/customers'],
    ['GET', '/v1/sandbox/clock'],
    ['POST', '/v1/sandbox/accounts'],
    ['DELETE', '/v1/sandbox/quotas'],
  ]
  for (const [method, target] of targets) {
    assertRefused(await client.send(client.prepare(method, target)), unknown)
    assertRefused(await speak(production.url, { method, target }), unknown)
  }
  const document = await speak(production.url, { method: 'GET', target: '/openapi.json' })
  assert.doesNotMatch(document.bytes.toString(), /\/sandbox/)
})

test('makes no identity of the sandbox', async () => {
  assert.deepEqual(await query(production.databaseUrl, 'select name from sandbox_identity'), [])
})

test('takes a TPP that is in the register', async () => {
  const seal = await makeSeal(authority)
  await register(seal, ['AISP', 'PISP'])
  const answer = await call(seal)
  assert.deepEqual([answer.status, answer.body], [200, { email }])
})

test('refuses a TPP that is not in the register, and does not put it there', async () => {
  const seal = await makeSeal(authority)
  for (let times = 0; times < 2; times++) {
    const says = /not in the register/
    assertRefused(await call(seal), { status: 401, code: 'CERTIFICATE_BLOCKED', says })
  }
  const { organizationIdentifier: id } = seal
  assert.deepEqual(await query(production.databaseUrl, 'select 1 from tpp where id = $1', [id]), [])
})

test('gives a TPP no role that the register does not confirm', async () => {
  const seal = await makeSeal(authority, { roles: ['PSP_AI'] })
  await register(seal, ['PISP'])
  assertRefused(await call(seal), { status: 401, code: 'ROLE_INVALID' })
})

test('explains no refusal at checks 5 to 9', async () => {
  const seal = await makeSeal(authority)
  await register(seal, ['AISP'])
  const stranger = await makeSeal(await makeAuthority({ isRoot: true }))
  const { client, contact } = clientFor(seal)
  const spoilt = (name: string, value?: string) => {
    const request = client.prepare('PUT', contact, { body: { email } })
    if (value === undefined) delete request.headers[name]
    else request.headers[name] = value
    return client.send(request)
  }
  const rows: [answer: ReturnType<typeof call>, status: number, code: string][] = [
    [spoilt('TPP-Signature-Certificate'), 401, 'CERTIFICATE_MISSING'],
    [spoilt('TPP-Signature-Certificate', 'AAAA'), 401, 'CERTIFICATE_INVALID'],
    [spoilt('Date', 'Sun, 06 Nov 1994 08:49:37 GMT'), 400, 'TIMESTAMP_INVALID'],
    [spoilt('Digest', 'SHA-256=abc'), 400, 'SIGNATURE_INVALID'],
    [spoilt('Signature'), 400, 'SIGNATURE_MISSING'],
    [spoilt('X-Request-ID', 'another'), 400, 'SIGNATURE_INVALID'],
    [call(stranger), 401, 'CERTIFICATE_INVALID'],
  ]
  // assertRefused holds the exact members, and an explanation is none of them.
  for (const [answer, status, code] of rows) assertRefused(await answer, { status, code })
})

test('serves plain HTTP to the trusted proxies only', async () => {
  const env = { NORDGATE_TRUST_ANCHORS: anchors, NORDGATE_TRUSTED_PROXIES: '127.0.0.2,10.0.0.0/8' }
  const { url } = await startProduction(env)
  const bytes = compose({ method: 'GET', target: '/health/live' })
  const [fromProxy] = await speakBytes(url, bytes, { localAddress: '127.0.0.2' })
  assert.equal(fromProxy?.status, 200)
  assert.deepEqual(await speakBytes(url, bytes, { localAddress: '127.0.0.1' }), [])
})

test('signs its answers when it is given a key', async () => {
  const bank = await makeSeal(authority, { roles: ['PSP_AS'] })
  const folder = temporaryFolder()
  const [certificate, key] = [join(folder, 'bank.pem'), join(folder, 'bank.key')]
  writeFileSync(certificate, bank.certificate)
  writeFileSync(key, bank.privateKey)
  const { url } = await startProduction({
    NORDGATE_TRUST_ANCHORS: anchors,
    NORDGATE_BANK_CERTIFICATE: certificate,
    NORDGATE_BANK_KEY: key,
  })
  const seal = await makeSeal(authority)
  const client = createTppClient({
    ...{ baseUrl: url, ca: authority.certificate },
    ...{ certificate: seal.certificate, key: seal.privateKey },
  })
  after(() => client.close())
  assertRefused(await client.send(client.prepare('GET', '/unknown')), unknown)
})

const refusedStarts: Record<string, [env: Record<string, string>, says: RegExp]> = {
  'when TLS is off and no proxy is named': [{ NORDGATE_TRUSTED_PROXIES: '' }, /no TLS/],
  'when no trust anchors are named': [{}, /trustAnchors is required/],
  'when its public address is plain HTTP': [
    { NORDGATE_PUBLIC_URL: 'http://psd2.bank.example', NORDGATE_TRUST_ANCHORS: anchors },
    /must be https/,
  ],
  'when the folder of trust anchors is empty': [
    { NORDGATE_TRUST_ANCHORS: temporaryFolder() },
    /no certificate in the folder/,
  ],
}

for (const [when, [env, says]] of Object.entries(refusedStarts)) {
  test(`refuses to start ${when}`, async () => {
    await assert.rejects(startProduction(env), says)
  })
}

test('refuses to start when it trusts a sandbox CA, alone or among others', async () => {
  const { ca } = await startSandbox()
  const sandboxCa = { certificate: ca, privateKey: '' }
  const disguised = await makeAuthority({ organization: 'Nordgate Sandbox' })
  for (const folder of [
    trustFolder(sandboxCa),
    trustFolder(authority, sandboxCa),
    trustFolder(disguised),
  ]) {
    const start = startProduction({ NORDGATE_TRUST_ANCHORS: folder })
    await assert.rejects(start, /must not trust a sandbox CA/)
  }
})

test('does not take certificates of the sandbox CA that its database may hold', async () => {
  const databaseUrl = await freshDatabase()
  const sandbox = await startSandbox({ databaseUrl })
  const tpp = await sandbox.tpp()
  await tpp.client.call('PUT', tpp.contact, { body: { email } })
  await sandbox.stop()
  const { url } = await startProduction({ NORDGATE_TRUST_ANCHORS: anchors }, databaseUrl)
  const client = createTppClient({
    ...{ baseUrl: url, certificate: tpp.certificate, key: tpp.privateKey, verifyAnswers: false },
  })
  after(() => client.close())
  const answer = await client.send(client.prepare('GET', tpp.contact))
  assertRefused(answer, { status: 401, code: 'CERTIFICATE_INVALID', says: /authority trusted/ })
})
