import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { extensions } from '../../src/sandbox/ca/x509.ts'
import { type Authority, makeAuthority, makeSeal, trustFolder } from '../authority.ts'
import { assertRefused } from '../refusal.ts'
import { type IssuedCertificate, startSandbox } from '../sandbox.ts'

const root = await makeAuthority({ isRoot: true })
const intermediate = await makeAuthority({ name: 'Nordic Trust QSealC CA 1', issuer: root })
const sandbox = await startSandbox({ env: { NORDGATE_TRUST_ANCHORS: trustFolder(root) } })

/** A call by this certificate, with these behind it in the header. */
function call(issued: IssuedCertificate, ...chain: Authority[]) {
  const { client, contact } = sandbox.as(issued)
  const body = { email: 'psd2-operations@fjordbudsjett.example' }
  const request = client.prepare('PUT', contact, { body })
  const pem = [issued, ...chain].map(({ certificate }) => certificate).join('')
  request.headers['TPP-Signature-Certificate'] = Buffer.from(pem).toString('base64')
  return client.send(request)
}

const invalid = (says: RegExp) => ({
  ...{ status: 401, code: 'CERTIFICATE_INVALID', says, explained: true },
})
const untrusted = invalid(/does not lead to an authority trusted here/)

test('takes a certificate of an authority in the folder of trust anchors', async () => {
  assert.equal((await call(await makeSeal(root))).status, 200)
})

test('takes a certificate of an authority below, when the chain is sent along', async () => {
  const seal = await makeSeal(intermediate)
  assert.equal((await call(seal, intermediate)).status, 200)
  assert.equal((await call(seal, intermediate, root)).status, 200)
})

test('refuses a certificate whose chain is not sent along', async () => {
  assertRefused(await call(await makeSeal(intermediate)), untrusted)
})

test('refuses a chain that ends in an authority of the caller’s own', async () => {
  const own = await makeAuthority({ isRoot: true })
  const below = await makeAuthority({ issuer: own })
  assertRefused(await call(await makeSeal(below), below, own), untrusted)
})

test('refuses a certificate that a TPP has issued with its own', async () => {
  const seal = await makeSeal(root)
  assert.equal((await call(seal)).status, 200)
  assertRefused(await call(await makeSeal(seal), seal), untrusted)
})

test('refuses an authority below one that may have none below', async () => {
  const tooDeep = await makeAuthority({ name: 'Too deep', issuer: intermediate })
  assertRefused(await call(await makeSeal(tooDeep), tooDeep, intermediate), untrusted)
})

test('refuses a certificate of an authority that has expired', async () => {
  const old = await makeAuthority({ name: 'Old', issuer: root, expired: true })
  assertRefused(await call(await makeSeal(old), old), untrusted)
})

test('refuses a certificate that only names a trusted authority as its issuer', async () => {
  const { privateKey } = await makeAuthority()
  const impostor = { certificate: root.certificate, privateKey }
  assertRefused(await call(await makeSeal(impostor)), untrusted)
})

test('refuses a chain of more than five', async () => {
  const many = Array.from({ length: 6 }, () => intermediate)
  assertRefused(await call(await makeSeal(intermediate), ...many), invalid(/at most 5/))
})

test('refuses a chain that one reader takes and the next does not, each time anew', async () => {
  const seal = await makeSeal(intermediate)
  const der = Buffer.from(new X509Certificate(intermediate.certificate).raw)
  const curve = der.indexOf(Buffer.from('06082a8648ce3d030107', 'hex'))
  der[curve + 1] = 0
  const pem = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
  for (let turn = 0; turn < 2; turn++) {
    const answer = await call(seal, { ...intermediate, certificate: pem })
    assert.equal(answer.status, 401)
  }
})

test('refuses the certificate of an authority as that of a caller', async () => {
  const organizationIdentifier = 'PSDNO-FSA-912345678'
  const issued = { ...intermediate, organizationIdentifier, chain: '' }
  assertRefused(await call(issued), invalid(/that of an authority/))
})

const plain = [...extensions.endEntity(), ...extensions.seal()]
const noPsd2 = Buffer.from('300a3008060604008e460101', 'hex')
const unqualified: Record<string, [Parameters<typeof makeSeal>[1], RegExp]> = {
  'without QCStatements': [{ extensions: plain }, /no QCStatements/],
  'with QCStatements but none for PSD2': [
    { extensions: [...plain, ...extensions.raw('1.3.6.1.5.5.7.1.3', noPsd2)] },
    /none for PSD2/,
  ],
  'with QCStatements that are no DER': [
    { extensions: [...plain, ...extensions.raw('1.3.6.1.5.5.7.1.3', Buffer.from('30', 'hex'))] },
    /not a certificate in the form that X.509 demands/,
  ],
  'of another authority in its name than in its QCStatements': [
    { organizationIdentifier: 'PSDSE-FINA-44059', ncaId: 'NO-FSA' },
    /names SE-FINA in organizationIdentifier but NO-FSA/,
  ],
  'with an organizationIdentifier of another form': [
    { organizationIdentifier: 'VATNO-912345678' },
    /VATNO-912345678, not PSD/,
  ],
  'whose key is not for signatures': [
    { extensions: [...extensions.endEntity(), ...(await onlyKeyAgreement())] },
    /keyUsage/,
  ],
}

for (const [what, [options, says]] of Object.entries(unqualified)) {
  test(`refuses a certificate ${what}`, async () => {
    assertRefused(await call(await makeSeal(root, options)), invalid(says))
  })
}

test('refuses a certificate with roles of a bank only: 401 ROLE_INVALID', async () => {
  const seal = await makeSeal(root, { roles: ['PSP_AS'] })
  const refusal = { status: 401, code: 'ROLE_INVALID', says: /holds none/ }
  assertRefused(await call(seal), refusal)
})

test('takes foreign letters and quotes in the names of a certificate', async () => {
  const authority = { name: 'Ægir, "Tillit" + Sønner=1', organization: 'Blåbær\\AS', isRoot: true }
  const foreign = await makeAuthority({ ...authority, issuer: root })
  const seal = await makeSeal(foreign, { name: 'Ægir "Bank" <Øst> AS\u0000' })
  const answer = await call(seal, foreign)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
})

async function onlyKeyAgreement() {
  const { KeyUsageFlags, KeyUsagesExtension } = await import('@peculiar/x509')
  return [new KeyUsagesExtension(KeyUsageFlags.keyAgreement, true)] as typeof plain
}
