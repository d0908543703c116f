import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { readHeaderPairs, type SigningFault, signMessage } from './signing.ts'
import { checkSignature } from './verify.ts'

const { publicKey, privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keyId = 'SN=1,CA=CN=Test'
const identity = { serial: '1', issuer: [], subject: [], keyId }

const pairs = (id: string): [string, string][] => [
  ['date', 'Sun, 06 Nov 1994 08:49:37 GMT'],
  ['x-request-id', id],
]
const signatureOf = (id: string) => signMessage({ headers: pairs(id), keyId, key })
const check = (id: string, signature: string) =>
  checkSignature({
    headers: readHeaderPairs([...pairs(id), ['signature', signature]]),
    identity,
    publicKey,
  })

/** The second of each pair comes when its start is known. */
const spoilt: [what: string, (header: string) => string, reason: SigningFault['reason']][] = [
  ['a signature of something else', () => signatureOf('other'), 'signature-mismatch'],
  ['no closing quote', (header) => header.slice(0, -1), 'part-malformed'],
  ['a part after it', (header) => `${header},x="y"`, 'part-unknown'],
  ['a quote within it', (header) => header.replace(/(.{20})$/, '"$1'), 'part-malformed'],
  ['what is no base64', (header) => header.replace(/.{5}"$/, '-----"'), 'signature-base64'],
  ['another keyId', (header) => header.replace('SN=1', 'SN=2'), 'serial-wrong'],
  ['another list', (header) => header.replace('date x-', 'x-'), 'list-incomplete'],
]

for (const [what, spoil, reason] of spoilt) {
  test(`refuses ${what} alike, before and after a true header of the same start`, async () => {
    await assert.rejects(check('a', spoil(signatureOf('a'))), { reason })
    await check('b', signatureOf('b'))
    await assert.rejects(check('c', spoil(signatureOf('c'))), { reason })
    await check('d', signatureOf('d'))
  })
}

test('asks for a header that came along later, although the start is known', async () => {
  await check('e', signatureOf('e'))
  const headers = readHeaderPairs([...pairs('f'), ['psu-id', 'x'], ['signature', signatureOf('f')]])
  await assert.rejects(checkSignature({ headers, identity, publicKey }), {
    reason: 'list-incomplete',
  })
})
