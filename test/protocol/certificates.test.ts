import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../src/kernel/clock.ts'
import { parseCertificateHeader } from '../../src/tpp/tpp.ts'
import { defects } from '../../src/wire/sandbox-certificates.ts'
import { assertRefused, type Refusal } from '../refusal.ts'
import { startSandbox, type Tpp } from '../sandbox.ts'

const sandbox = await startSandbox()
const email = 'psd2-operations@fjordbudsjett.example'
const header = 'TPP-Signature-Certificate'

/** A call whose certificate header is written in another way; the signature does not cover it. */
function callWith({ client, contact }: Tpp, write: (der: Buffer) => string) {
  const request = client.prepare('PUT', contact, { body: { email } })
  request.headers[header] = write(Buffer.from(request.headers[header] ?? '', 'base64'))
  return client.send(request)
}

const call = ({ client, contact }: Tpp) =>
  client.send(client.prepare('PUT', contact, { body: { email } }))

const pemOf = (der: Buffer, lineEnd = '\n') => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const all = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', '']
  return all.join(lineEnd)
}
const base64 = (text: string) => Buffer.from(text).toString('base64')

test('takes the certificate as base64 of DER or of PEM, with spaces where lines were', async () => {
  const tpp = await sandbox.tpp()
  const ways: Record<string, (der: Buffer) => string> = {
    DER: (der) => der.toString('base64'),
    'DER, folded by spaces': (der) => der.toString('base64').replace(/.{64}/g, '$& '),
    'DER, folded by tabs': (der) => der.toString('base64').replace(/.{76}/g, '$&\t'),
    PEM: (der) => base64(pemOf(der)),
    'PEM with CR LF': (der) => base64(pemOf(der, '\r\n')),
    'PEM without its last newline': (der) => base64(pemOf(der).trim()),
    'PEM, folded by spaces': (der) => base64(pemOf(der)).replace(/.{64}/g, '$& '),
  }
  for (const [name, write] of Object.entries(ways)) {
    assert.equal((await callWith(tpp, write)).status, 200, name)
  }
})

test('refuses what is no certificate, and says what it is instead', async () => {
  const tpp = await sandbox.tpp()
  const rows: [write: (der: Buffer) => string, says: RegExp][] = [
    [(der) => pemOf(der, ' '), /Leave out the PEM lines/],
    [(der) => base64(der.toString('base64')), /not a certificate/],
    [(der) => der.toString('base64').slice(0, -40), /not a certificate/],
    [(der) => `${der.toString('base64url')}_`, /not base64/],
    [(der) => encodeURIComponent(pemOf(der)), /Leave out the PEM lines/],
    [(der) => der.toString('hex'), /not base64|not a certificate/],
    [() => base64('-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----'), /not a certificate/],
    [
      () => base64('-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'),
      /one certificate/,
    ],
    [() => 'AAAA', /not a certificate/],
    [() => '', /not a certificate/],
  ]
  for (const [write, says] of rows) {
    const refusal = { status: 401, code: 'CERTIFICATE_INVALID', says, explained: true }
    assertRefused(await callWith(tpp, write), refusal)
  }
})

const defectRefusals: Record<(typeof defects)[number], Omit<Refusal, 'status' | 'explained'>> = {
  expired: { code: 'CERTIFICATE_EXPIRED', says: /expired at 20/ },
  'not-yet-valid': { code: 'CERTIFICATE_INVALID', says: /not valid before 20/ },
  revoked: { code: 'CERTIFICATE_REVOKED', says: /has been revoked/ },
  'no-qcstatement': { code: 'CERTIFICATE_INVALID', says: /has no QCStatements/ },
  'no-organization-identifier': { code: 'CERTIFICATE_INVALID', says: /no organizationIdentifier/ },
  'unknown-ca': { code: 'CERTIFICATE_INVALID', says: /does not lead to an authority trusted here/ },
  'weak-key': { code: 'CERTIFICATE_INVALID', says: /1024/ },
}

for (const defect of defects) {
  const refusal = defectRefusals[defect]
  test(`refuses a certificate with the defect ${defect}: 401 ${refusal.code}`, async () => {
    const tpp = await sandbox.tpp({ defect })
    assertRefused(await callRaw(tpp), { ...refusal, status: 401, explained: true })
    assert.deepEqual(await registered(tpp), [])
  })
}

/** The client cannot sign with a weak key by itself, so its signature is anything. */
async function callRaw(tpp: Tpp) {
  try {
    return await call(tpp)
  } catch {
    const other = await sandbox.tpp()
    const request = other.client.prepare('GET', tpp.contact)
    request.headers[header] = base64(tpp.certificate)
    return other.client.send(request)
  }
}

test('refuses a QWAC, which is for TLS', async () => {
  const tpp = await sandbox.tpp({ kind: 'QWAC' })
  const says = /qualified as website; requests are signed with a seal/
  const refusal = { status: 401, code: 'CERTIFICATE_INVALID', says, explained: true }
  assertRefused(await call(tpp), refusal)
})

test('takes RSA certificates as well as EC ones', async () => {
  for (const key of ['RSA', 'EC']) {
    assert.equal((await call(await sandbox.tpp({ key }))).status, 200, key)
  }
})

interface TppRow {
  roles: string[]
  source: string
  name: string
}
const registered = ({ organizationIdentifier }: Tpp) =>
  sandbox.sql<TppRow>('select roles, source, name from tpp where id = $1', [organizationIdentifier])

test('registers a TPP by its first valid call, and by no refused one', async () => {
  const tpp = await sandbox.tpp({ roles: ['AISP'], name: 'Vestland Betaling AS' })
  const wrong = tpp.client.prepare('PUT', tpp.contact, { body: { email } })
  wrong.headers.Date = new Date(0).toUTCString()
  assertRefused(await tpp.client.send(wrong), {
    ...{ status: 400, code: 'TIMESTAMP_INVALID', explained: true },
  })
  const unsigned = tpp.client.prepare('GET', tpp.contact)
  delete unsigned.headers.Signature
  assert.equal((await tpp.client.send(unsigned)).status, 400)
  assert.deepEqual(await registered(tpp), [])
  assert.equal((await call(tpp)).status, 200)
  const row = { roles: ['AISP'], source: 'first-call', name: 'Vestland Betaling AS' }
  assert.deepEqual(await registered(tpp), [row])
})

test('registers nobody by a call whose only fault is its date', async () => {
  const late = await sandbox.tpp({}, { clock: manualClock('2020-01-01T00:00:00Z') })
  assertRefused(await call(late), {
    ...{ status: 400, code: 'TIMESTAMP_INVALID', explained: true },
  })
  assert.deepEqual(await registered(late), [])
})

test('registers once when the first calls come all at once', async () => {
  const tpp = await sandbox.tpp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(tpp)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await registered(tpp)).length, 1)
})

test('adds the roles of a new certificate to those of the TPP', async () => {
  const first = await sandbox.tpp({ roles: ['AISP'] })
  await call(first)
  const { organizationIdentifier } = first
  await call(await sandbox.tpp({ roles: ['PISP'], organizationIdentifier }))
  assert.deepEqual((await registered(first))[0]?.roles, ['AISP', 'PISP'])
})

test('refuses a blocked TPP at its next call, and takes it again when the block is lifted', async () => {
  const tpp = await sandbox.tpp()
  assert.equal((await call(tpp)).status, 200)
  const setBlocked = (blocked: boolean) =>
    sandbox.sql('update tpp set blocked = $2 where id = $1', [tpp.organizationIdentifier, blocked])
  await setBlocked(true)
  const says = /blocked by the bank/
  const refusal = { status: 401, code: 'CERTIFICATE_BLOCKED', says, explained: true }
  assertRefused(await call(tpp), refusal)
  await setBlocked(false)
  assert.equal((await call(tpp)).status, 200)
})

test('refuses a certificate that is revoked after its first success, and no other of the TPP', async () => {
  const tpp = await sandbox.tpp()
  const { organizationIdentifier } = tpp
  const other = await sandbox.tpp({ organizationIdentifier })
  assert.equal((await call(tpp)).status, 200)
  const { issuerHash, identity } = parseCertificateHeader(base64(tpp.certificate))
  await sandbox.sql('insert into revoked_certificate values ($1, $2, now())', [
    issuerHash,
    identity.serial,
  ])
  const refusal = { status: 401, code: 'CERTIFICATE_REVOKED', explained: true }
  assertRefused(await call(tpp), refusal)
  assert.equal((await call(other)).status, 200)
})

test('knows a TPP by its id with and without PSD', async () => {
  const { client, contact, organizationIdentifier } = await sandbox.tpp()
  await client.call('PUT', contact, { body: { email } })
  for (const id of [organizationIdentifier, organizationIdentifier.slice(3)]) {
    const answer = await client.call('GET', `/v1/tpps/${id}/contact-information`)
    assert.deepEqual(answer.body, { email })
  }
  for (const id of [organizationIdentifier.toLowerCase(), `PSD${organizationIdentifier}`]) {
    const request = client.prepare('GET', `/v1/tpps/${id}/contact-information`)
    assertRefused(await client.send(request), { status: 404, code: 'RESOURCE_UNKNOWN' })
  }
})

test('shows a TPP nothing of another, and lets it change nothing', async () => {
  const [one, two] = [await sandbox.tpp(), await sandbox.tpp()]
  await call(one)
  const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }
  assertRefused(await two.client.send(two.client.prepare('GET', one.contact)), unknown)
  const body = { email: 'support@other.example' }
  assertRefused(await two.client.send(two.client.prepare('PUT', one.contact, { body })), unknown)
  assert.deepEqual((await one.client.call('GET', one.contact)).body, { email })
})
