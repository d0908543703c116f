import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startSandbox } from '../sandbox.ts'
import { speak, speakBytes } from '../speak.ts'

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const email = 'psd2-operations@fjordbudsjett.example'

interface Line {
  level: string
  msg: string
  requestId?: string
  tpp?: string
  operation?: string
  status?: number
  code?: string
  check?: string
  durationMs?: number
}

const lines = (): Line[] => sandbox.log.map((line) => JSON.parse(line))
const linesOf = (id: string) => lines().filter(({ requestId }) => requestId === id)

/** The line is written when the answer has left, which may be a moment after it has arrived. */
async function lineOf(id: string): Promise<Line> {
  for (let turns = 0; linesOf(id).length === 0 && turns < 10_000; turns++) await nextTurn()
  const found = linesOf(id)
  assert.equal(found.length, 1, `${found.length} lines for ${id}`)
  return found[0]!
}

test('writes one line for each request, with request id, TPP, operation, code and duration', async () => {
  const { client, contact, organizationIdentifier } = tpp
  await client.call('PUT', contact, { body: { email }, headers: { 'X-Request-ID': '10c-1' } })
  const done = await lineOf('10c-1')
  assert.equal(done.msg, 'request')
  assert.equal(done.level, 'info')
  assert.equal(done.tpp, organizationIdentifier)
  assert.equal(done.operation, 'register-contact-information')
  assert.equal(done.status, 200)
  assert.equal(done.code, undefined)
  assert.ok((done.durationMs ?? -1) >= 0)
})

test('names code and check of a refusal', async () => {
  const { client, contact, organizationIdentifier } = tpp
  const rows: [
    id: string,
    spoil: (headers: Record<string, string>) => void,
    line: Partial<Line>,
  ][] = [
    [
      '10c-2',
      (headers) => delete headers.Signature,
      { code: 'SIGNATURE_MISSING', check: 'signature' },
    ],
    ['10c-3', (headers) => delete headers.Date, { code: 'HTTP_HEADER_REQUIRED', check: 'date' }],
    [
      '10c-4',
      (headers) => Object.assign(headers, { 'PSU-Context': 'x' }),
      { code: 'FORMAT_ERROR', check: 'input', tpp: organizationIdentifier },
    ],
    ['10c-5', (headers) => Object.assign(headers, { Accept: 'a/b' }), { check: 'format' }],
  ]
  for (const [id, spoil, expected] of rows) {
    const request = client.prepare('GET', contact, { headers: { 'X-Request-ID': id } })
    spoil(request.headers)
    await client.send(request)
    assert.partialDeepStrictEqual(await lineOf(id), expected)
  }
})

test('writes one line also for what no operation takes', async () => {
  const rows: [id: string, method: string, target: string, status: number, check: string][] = [
    ['10c-10', 'GET', '/unknown', 404, 'route'],
    ['10c-11', 'GET', '/%zz', 404, 'route'],
    ['10c-12', 'PATCH', '/metrics', 405, 'route'],
    ['10c-13', 'GET', `/${'x'.repeat(9000)}`, 414, 'size'],
  ]
  for (const [id, method, target, status, check] of rows) {
    await speak(sandbox.url, { method, target, headers: { 'X-Request-ID': id } })
    assert.partialDeepStrictEqual(await lineOf(id), { status, check })
  }
})

test('writes one line also for what is not HTTP', async () => {
  const found = () => lines().filter(({ msg }) => msg === 'not a request')
  await speakBytes(sandbox.url, 'nonsense\r\n\r\n')
  assert.deepEqual(
    found().map(({ level, status, code }) => ({ level, status, code })),
    [{ level: 'info', status: 400, code: 'FORMAT_ERROR' }],
  )
})

test('writes 499 for a caller that hangs up before the answer', async () => {
  const head = 'POST /sandbox/certificates HTTP/1.1\r\nHost: a\r\nX-Request-ID: 10c-20\r\n'
  await speakBytes(sandbox.url, `${head}Content-Length: 10\r\n\r\n{`, { patienceMs: 0 })
  assert.equal((await lineOf('10c-20')).status, 499)
})

test('never holds a signature, certificate, key, address, name or 11-digit number', async () => {
  const secrets = {
    identity: '01017012345',
    account: '86011117947',
    iban: 'NO9386011117947',
    address: 'kari.nordmann@fjordbudsjett.example',
    name: 'Kari Nordmann Hemmelig',
  }
  const before = sandbox.log.length
  const issued = await sandbox.tpp({ name: secrets.name })
  const { client, contact } = issued
  const headers = {
    'X-PSU-IDENTITY': secrets.identity,
    'PSU-User-Agent': secrets.name,
    'TPP-Redirect-URI': `https://tpp.example/?who=${secrets.address}`,
    'TPP-Brand-Logging-Information': secrets.name,
  }
  const ids = Object.values(secrets).map(
    (secret, at) => `10c-3${at}-${secret.replaceAll(' ', '-')}`,
  )
  const sent: string[] = []
  for (const id of ids) {
    for (const secret of Object.values(secrets)) {
      const path = `/v1/tpps/${encodeURIComponent(secret)}/contact-information?q=${secret.replaceAll(' ', '+')}`
      for (const [method, target, body] of [
        ['PUT', contact, { email: secret }],
        ['PUT', contact, { [secret]: secret }],
        ['PUT', contact, Buffer.from(`{"email":"${secret}`)],
        ['GET', path, undefined],
        ['GET', `/${encodeURIComponent(secret)}`, undefined],
      ] as const) {
        const all = { ...headers, 'X-Request-ID': id }
        const request = client.prepare(method, target, { body, headers: all })
        sent.push(/signature="([^"]+)"/.exec(request.headers.Signature ?? '')?.[1] ?? '')
        await client.send(request)
      }
    }
  }
  const wrong = client.prepare('GET', contact, {
    headers: { ...headers, 'X-Request-ID': '10c-39' },
  })
  wrong.headers.Date = secrets.identity
  await client.send(wrong)
  await lineOf('10c-39')
  const text = sandbox.log.slice(before).join('')
  assert.ok(sandbox.log.length - before > 100)
  for (const secret of [secrets.identity, secrets.account, secrets.iban, secrets.address]) {
    assert.ok(!text.includes(secret), secret)
  }
  assert.doesNotMatch(text, /Kari|Nordmann|Hemmelig/)
  assert.doesNotMatch(text, /(?<![0-9a-f-])\d{11}(?![0-9a-f-])/)
  for (const signature of sent) assert.ok(!text.includes(signature.slice(0, 20)))
  const key = issued.privateKey.split('\n')[1] ?? ''
  const certificate = issued.certificate.split('\n')[1] ?? ''
  for (const secret of [key, certificate]) assert.ok(!text.includes(secret.slice(0, 24)))
})
