import { after, test } from 'node:test'
import fc from 'fast-check'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemRandom } from '../../src/kernel/random.ts'
import { prepare, readCredentials } from '../../src/sdk/sdk.ts'
import { formatHttpDate } from '../../src/signing/signing.ts'
import { assertRefused, type Refusal } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'
import { type Answer, speak } from '../speak.ts'

/**
 * The checks of a request in their order. A slot is a place where a request can be wrong, a mistake
 * one way of being wrong there; a request with several is refused by the first slot.
 */

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const [expired, stranger, revoked] = await Promise.all([
  sandbox.issue({ defect: 'expired' }),
  sandbox.issue({ defect: 'unknown-ca' }),
  sandbox.issue({ defect: 'revoked' }),
])
const blocked = await sandbox.tpp()
await blocked.client.send(blocked.client.prepare('GET', blocked.contact))
await sandbox.sql('update tpp set blocked = true where id = $1', [blocked.organizationIdentifier])
const roleless = await sandbox.tpp()
await roleless.client.send(roleless.client.prepare('GET', roleless.contact))
await sandbox.sql(`update tpp set roles = '{}', source = 'operator' where id = $1`, [
  roleless.organizationIdentifier,
])
after(() => sandbox.stop())

/** A good request, before the mistakes are made and after it has been signed. */
interface Draft {
  method: string
  target: string
  body: Buffer
  headers: Record<string, string>
  by: { certificate: string; privateKey: string }
  /** What is done to it once it is signed. */
  spoil: ((headers: Record<string, string>) => void)[]
}

interface Mistake extends Refusal {
  name: string
  make(draft: Draft): void
}

const set = (name: string, value: string) => (draft: Draft) => {
  draft.headers[name] = value
}
const spoil = (name: string, value: (before: string) => string) => (draft: Draft) => {
  draft.spoil.push((headers) => {
    headers[name] = value(headers[name] ?? '')
  })
}
const drop = (name: string) => (draft: Draft) => {
  draft.spoil.push((headers) => delete headers[name])
}
const signedBy = (by: Draft['by']) => (draft: Draft) => {
  draft.by = by
}

const mistake = (
  name: string,
  [status, code, says]: readonly [status: number, code: string, says?: RegExp],
  make: Mistake['make'],
): Mistake => ({ name, status, code, make, ...(says && { says }) })

const secondsFromNow = (seconds: number) => formatHttpDate(systemClock.now().add({ seconds }))
const damaged = (text: string) =>
  text.replace(/.(?=.{3}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))

const slots: Record<string, Mistake[]> = {
  '1 request line': [
    mistake('a long query', [414, 'FORMAT_ERROR'], (draft) => {
      draft.target += `?${'x'.repeat(8192)}`
    }),
  ],
  '1 headers': [
    mistake('a large header', [431, 'FORMAT_ERROR'], set('X-Filler', 'x'.repeat(32_768))),
  ],
  '1 body': [
    mistake(
      'a large body',
      [413, 'FORMAT_ERROR'],
      spoil('Content-Length', () => '1048577'),
    ),
  ],
  '2 path': [
    mistake('an unknown path', [404, 'RESOURCE_UNKNOWN'], (draft) => {
      draft.target = draft.target.replace('/v1/tpps/', '/v1/tppz/')
    }),
  ],
  '2 method': [
    mistake('an unknown method', [405, 'SERVICE_INVALID', /GET, PUT, HEAD, OPTIONS/], (draft) => {
      draft.method = 'DELETE'
    }),
  ],
  '3 request id': [
    mistake('none', [400, 'HTTP_HEADER_REQUIRED', /X-Request-ID/], drop('X-Request-ID')),
    mistake('129 characters', [400, 'FORMAT_ERROR', /X-Request-ID.*1 to 128 visible/], (draft) =>
      set('X-Request-ID', 'x'.repeat(129))(draft),
    ),
    mistake('a space', [400, 'FORMAT_ERROR', /X-Request-ID/], set('X-Request-ID', 'a b')),
    mistake('empty', [400, 'FORMAT_ERROR', /X-Request-ID/], set('X-Request-ID', '')),
    mistake('beyond ASCII', [400, 'FORMAT_ERROR', /X-Request-ID/], set('X-Request-ID', 'bl\u00e5')),
  ],
  '4 accept': [
    mistake('XML', [406, 'REQUESTED_FORMATS_INVALID'], set('Accept', 'application/xml')),
    mistake('no JSON', [406, 'REQUESTED_FORMATS_INVALID'], set('Accept', 'application/json;q=0')),
  ],
  '4 content type': [
    mistake('XML', [415, 'FORMAT_ERROR'], set('Content-Type', 'application/xml')),
    mistake('another charset', [415, 'FORMAT_ERROR', /UTF-8/], (draft) =>
      set('Content-Type', 'application/json; charset=iso-8859-1')(draft),
    ),
    mistake('no media type at all', [415, 'FORMAT_ERROR'], set('Content-Type', 'nonsense')),
    mistake('none', [415, 'FORMAT_ERROR', /no Content-Type/], drop('Content-Type')),
    mistake('gzip', [415, 'FORMAT_ERROR', /compressed/], set('Content-Encoding', 'gzip')),
  ],
  '5 certificate': [
    mistake('none', [401, 'CERTIFICATE_MISSING'], drop('TPP-Signature-Certificate')),
    mistake('cut off', [401, 'CERTIFICATE_INVALID'], (draft) =>
      spoil('TPP-Signature-Certificate', (before) => before.slice(0, 400))(draft),
    ),
    mistake('no base64', [401, 'CERTIFICATE_INVALID', /base64/], (draft) =>
      spoil('TPP-Signature-Certificate', () => '%%%')(draft),
    ),
  ],
  '6 date': [
    mistake('none', [400, 'HTTP_HEADER_REQUIRED', /Date/], drop('Date')),
    mistake('another form', [400, 'TIMESTAMP_INVALID'], set('Date', '2026-08-13T10:00:00Z')),
    mistake('far ahead', [400, 'TIMESTAMP_INVALID', /ahead/], (draft) =>
      set('Date', secondsFromNow(300))(draft),
    ),
    mistake('far behind', [400, 'TIMESTAMP_INVALID', /behind/], (draft) =>
      set('Date', secondsFromNow(-300))(draft),
    ),
  ],
  '7 digest': [
    mistake('none', [400, 'HTTP_HEADER_REQUIRED', /Digest/], drop('Digest')),
    mistake('of another body', [400, 'SIGNATURE_INVALID', /digest/i], spoil('Digest', damaged)),
    mistake('by MD5', [400, 'SIGNATURE_INVALID', /algorithm/], set('Digest', 'MD5=abc')),
  ],
  '8 signature': [
    mistake('none', [400, 'SIGNATURE_MISSING'], drop('Signature')),
    mistake('of something else', [400, 'SIGNATURE_INVALID'], (draft) =>
      // In the middle of the number, where another character is another number.
      spoil('Signature', (before) =>
        before.replace(
          /(signature=".{40})(.)/,
          (_, start, char) => start + (char === 'A' ? 'B' : 'A'),
        ),
      )(draft),
    ),
    mistake(
      'no signature',
      [400, 'SIGNATURE_INVALID'],
      spoil('Signature', () => 'true'),
    ),
  ],
  '9 standing': [
    mistake('expired', [401, 'CERTIFICATE_EXPIRED'], signedBy(expired)),
    mistake('unknown CA', [401, 'CERTIFICATE_INVALID', /authority trusted/], signedBy(stranger)),
    mistake('revoked', [401, 'CERTIFICATE_REVOKED'], signedBy(revoked)),
    mistake('blocked', [401, 'CERTIFICATE_BLOCKED'], signedBy(blocked)),
  ],
  '12 headers': [
    mistake('PSU-ID is no UUID', [400, 'FORMAT_ERROR', /PSU-ID/], set('PSU-ID', '01017012345')),
    mistake('no address', [400, 'FORMAT_ERROR', /PSU-IP-Address/], set('PSU-IP-Address', '1.2.3')),
  ],
  '12 body': [
    mistake('no JSON', [400, 'FORMAT_ERROR', /JSON/], (draft) => {
      draft.body = Buffer.from('{"email":')
    }),
    mistake('an unknown member', [400, 'FORMAT_ERROR', /body\/mail/], (draft) => {
      draft.body = Buffer.from('{"mail":"a@b.example"}')
    }),
  ],
}

/** Check 10 refuses whoever holds no role; it has no slot because check 9 shares its place. */
const withoutRole = mistake('no role', [401, 'ROLE_INVALID', /AISP or PISP/], signedBy(roleless))

const explained = (slot: string) => /^[5-9] /.test(slot)

function send(mistakes: readonly Mistake[]): Promise<Answer> {
  const draft: Draft = {
    method: 'PUT',
    target: tpp.contact,
    body: Buffer.from('{"email":"psd2-operations@fjordbudsjett.example"}'),
    headers: {},
    by: tpp,
    spoil: [],
  }
  for (const { make } of mistakes) make(draft)
  const credentials = readCredentials(draft.by.certificate, draft.by.privateKey)
  const { method, target, headers, body } = prepare(
    credentials,
    { clock: systemClock, random: systemRandom },
    draft,
  )
  for (const spoiling of draft.spoil) spoiling(headers)
  return speak(sandbox.url, { method, target, headers, body })
}

test('takes the request that all others are made from', async () => {
  const answer = await send([])
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
})

for (const [slot, mistakes] of Object.entries(slots)) {
  for (const each of mistakes) {
    test(`check ${slot}, ${each.name}: ${each.status} ${each.code}`, async () => {
      assertRefused(await send([each]), { ...each, explained: explained(slot) })
    })
  }
}

test('check 10, no role: 401 ROLE_INVALID, before headers and body are looked at', async () => {
  const later = [...(slots['12 headers'] ?? []), ...(slots['12 body'] ?? [])]
  for (const also of [[], ...later.map((each) => [each])]) {
    assertRefused(await send([withoutRole, ...also]), withoutRole)
  }
})

test('a request wrong in several ways is refused by the first check', async () => {
  const places = Object.entries(slots)
  const oneOf = places.map(([, mistakes]) =>
    fc.option(fc.constantFrom(...mistakes), { nil: undefined, freq: 2 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.tuple(...oneOf), async (chosen) => {
      const first = chosen.findIndex((each) => each !== undefined)
      fc.pre(first >= 0)
      const made = chosen.filter((each) => each !== undefined)
      const place = places[first]?.[0] ?? ''
      assertRefused(await send(made), { ...made[0]!, explained: explained(place) })
    }),
    { numRuns: 300 },
  )
})
