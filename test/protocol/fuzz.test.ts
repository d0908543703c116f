import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import { commonHeaders, signingHeaders } from '../../src/wire/headers.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'
import { type Answer, compose, speakBytes } from '../speak.ts'

/**
 * Whatever comes in: never a 500, every refusal has the error body, and the server still answers
 * afterwards. On a failure fast-check prints the seed and the path that bring the case back.
 */

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const rsa = await sandbox.tpp({ key: 'RSA' })
const email = 'psd2-operations@fjordbudsjett.example'
await tpp.client.call('PUT', tpp.contact, { body: { email } })

const runs = (numRuns: number) => ({ numRuns, interruptAfterTimeLimit: 20_000 })

/** Several at once: some wait until they are given up, and the server has more callers than one. */
const crowd = <T>(each: fc.Arbitrary<T>) => fc.array(each, { minLength: 10, maxLength: 30 })

/** A request that was cut off is given up by us; the server answers or hangs up. */
async function send(bytes: Buffer, method = 'GET', patienceMs = 100): Promise<Answer[]> {
  const answers = await speakBytes(sandbox.url, bytes, { method, patienceMs })
  for (const answer of answers) judge(answer, method)
  return answers
}

function judge(answer: Pick<Answer, 'status' | 'headers' | 'body'>, method = 'GET'): void {
  const { status, body } = answer
  assert.ok(status < 500, `${status} ${JSON.stringify(body)}`)
  if (status < 400 || method === 'HEAD') return
  const { code = '', explanation } = body as { code?: string; explanation?: unknown }
  assert.notEqual(code, 'SYSTEM_ERROR')
  assertRefused(answer, { status, code, explained: explanation !== undefined })
}

afterEach(async () => {
  assert.deepEqual((await tpp.client.call('GET', tpp.contact)).body, { email })
  const faults = sandbox.log.filter((line) => line.includes('"level":"error"'))
  assert.deepEqual(faults, [])
})

const bytes = (max: number) => fc.uint8Array({ minLength: 1, maxLength: max })

type Mutation = (whole: Buffer) => Buffer
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const at = (whole: Buffer, where: number) => Math.floor(where * whole.length)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.nat(255)).map(
    ([where, value]): Mutation =>
      (whole) => {
        const copy = Buffer.from(whole)
        copy[at(whole, where)] = value
        return copy
      },
  ),
  fc.tuple(place, bytes(20)).map(
    ([where, more]): Mutation =>
      (whole) =>
        Buffer.concat([
          whole.subarray(0, at(whole, where)),
          more,
          whole.subarray(at(whole, where)),
        ]),
  ),
  fc.tuple(place, fc.nat(80)).map(
    ([where, length]): Mutation =>
      (whole) =>
        Buffer.concat([
          whole.subarray(0, at(whole, where)),
          whole.subarray(at(whole, where) + length),
        ]),
  ),
  fc.tuple(place, fc.nat(300)).map(
    ([where, length]): Mutation =>
      (whole) => {
        const end = at(whole, where) + length
        return Buffer.concat([whole.subarray(0, end), whole.subarray(at(whole, where))])
      },
  ),
)

const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 })
const mutate = (whole: Buffer, changes: Mutation[]) =>
  changes.reduce((sofar, change) => change(sofar), whole)

test('takes signed requests with bytes changed, added, removed and doubled', async () => {
  await fc.assert(
    fc.asyncProperty(crowd(fc.tuple(mutations, fc.boolean())), async (all) => {
      const sent = all.map(([changes, isRsa]) => {
        const { client, contact } = isRsa ? rsa : tpp
        const request = client.prepare('PUT', contact, { body: { email } })
        return send(mutate(compose(request), changes))
      })
      await Promise.all(sent)
    }),
    runs(40),
  )
})

test('takes signed requests with whole headers dropped, doubled and exchanged', async () => {
  const names = ['Date', 'Digest', 'Signature', 'TPP-Signature-Certificate', 'X-Request-ID']
  const name = fc.constantFrom(...names, 'Content-Type', 'Accept', 'Host', 'Content-Length')
  const change = fc.tuple(fc.constantFrom('drop', 'double', 'swap'), name, name)
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const { method, target, headers, body } = tpp.client.prepare('PUT', tpp.contact, {
        body: { email },
      })
      let list: [string, string][] = Object.entries(headers)
      for (const [kind, one, two] of changes) {
        const value = list.find(([each]) => each === two)?.[1] ?? ''
        if (kind === 'drop') list = list.filter(([each]) => each !== one)
        if (kind === 'double') list.push([one, headers[one] ?? '0'])
        if (kind === 'swap') list = list.map(([each, own]) => [each, each === one ? value : own])
      }
      await send(compose({ method, target, headers: list, body }))
    }),
    runs(500),
  )
})

test('takes requests that end anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(place, async (where) => {
      const request = tpp.client.prepare('PUT', tpp.contact, { body: { email } })
      const whole = compose(request)
      await send(whole.subarray(0, at(whole, where)), 'PUT', 0)
    }),
    runs(300),
  )
})

const latin1 = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
})
const headerName = fc.oneof(
  fc.constantFrom(...[...signingHeaders, ...commonHeaders].map(({ name }) => name)),
  fc.constantFrom('Accept', 'Content-Type', 'Content-Encoding', 'Transfer-Encoding', 'Expect'),
  fc.constantFrom('Content-Length', 'Host', 'Connection', 'Upgrade', 'TE', 'Trailer', 'Range'),
  fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/),
)
const headerValue = fc.oneof(
  latin1,
  fc.constantFrom('', 'chunked', 'close', 'keep-alive', '100-continue', '0', '-1', 'gzip', 'a/b'),
  fc.stringMatching(/^keyId="[ -~]{0,40}",algorithm="[a-z0-9-]{0,12}",headers="[ -~]{0,20}"$/),
  fc.stringMatching(/^=\?(utf-8|x)\?[BQ]\?[A-Za-z0-9+/=_]{0,40}\?=$/),
)
const segment = fc.oneof(
  fc.constantFrom('v1', 'tpps', 'contact-information', 'sandbox', 'certificates', 'health', 'live'),
  fc.constantFrom('..', '.', '%2e%2e', '%00', '%', '%zz', '%C3%28', ';', '*', ':tppId', '{tppId}'),
  fc.stringMatching(/^[!-"$-.0->@-~]{1,20}$/),
)
const query = fc.stringMatching(/^(\?[!-~]{0,30})?$/)
const target = fc
  .tuple(fc.array(segment, { maxLength: 6 }), query)
  .map(([segments, rest]) => `/${segments.join('/')}${rest}`)
const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'QUERY')

test('takes any method, path, headers and body', async () => {
  const headers = fc.array(fc.tuple(headerName, headerValue), { maxLength: 8 })
  const body = fc.oneof(
    fc.constant(Buffer.alloc(0)),
    bytes(200).map((each) => Buffer.from(each)),
  )
  const request = fc.record({ method, target, headers, body })
  await fc.assert(
    fc.asyncProperty(crowd(request), async (all) => {
      await Promise.all(all.map((made) => send(compose(made), made.method)))
    }),
    runs(60),
  )
})

test('takes bytes that are no HTTP at all', async () => {
  await fc.assert(
    fc.asyncProperty(bytes(300), async (random) => {
      await send(Buffer.from(random), 'GET', 0)
    }),
    runs(200),
  )
})

test('takes certificates with bytes changed, added and removed', async () => {
  await fc.assert(
    fc.asyncProperty(mutations, async (changes) => {
      const request = tpp.client.prepare('GET', tpp.contact)
      const header = request.headers['TPP-Signature-Certificate'] ?? ''
      const der = mutate(Buffer.from(header, 'base64'), changes)
      request.headers['TPP-Signature-Certificate'] = der.toString('base64')
      judge(await tpp.client.send(request))
    }),
    runs(500),
  )
})

test('takes any text for Signature, Digest and Date', async () => {
  const name = fc.constantFrom('Signature', 'Digest', 'Date')
  await fc.assert(
    fc.asyncProperty(name, headerValue, async (header, value) => {
      const request = tpp.client.prepare('PUT', tpp.contact, { body: { email } })
      request.headers[header] = value
      await send(compose(request), 'PUT')
    }),
    runs(400),
  )
})

test('takes any JSON as a body, signed and unsigned', async () => {
  const members = fc.dictionary(fc.constantFrom('email', 'name', 'roles', 'key'), fc.jsonValue())
  const json = fc.oneof(
    fc.json(),
    members.map((value) => JSON.stringify(value)),
  )
  const unsigned = { method: 'POST', target: '/sandbox/certificates' }
  const headers = { 'Content-Type': 'application/json' }
  await fc.assert(
    fc.asyncProperty(json, async (body) => {
      judge(
        await rsa.client.send(rsa.client.prepare('PUT', rsa.contact, { body: Buffer.from(body) })),
      )
      await send(compose({ ...unsigned, headers, body }), 'POST', 10_000)
    }),
    runs(300),
  )
})
