import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createSignAnswer } from '../../src/http/http.ts'
import { manualClock, systemClock } from '../../src/kernel/clock.ts'
import { AnswerNotTrusted, createTppClient, type TppClientOptions } from '../../src/sdk/sdk.ts'
import { digestHeader, formatHttpDate, readRawHeaders } from '../../src/signing/signing.ts'
import { makeAuthority, makeSeal, temporaryFolder } from '../authority.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'
import { type Answer, speak } from '../speak.ts'

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const email = 'psd2-operations@fjordbudsjett.example'
await tpp.client.call('PUT', tpp.contact, { body: { email } })

interface Told {
  status: number
  headers: Record<string, string>
  body: Buffer
}

type Lie = (told: Told) => Told

/** Stands between the SDK and the bank, and hands on whatever the lie makes of each answer. */
let lie: Lie = (told) => told
const middleman = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    const headers = [...readRawHeaders(request.rawHeaders)].filter(
      ([name]) => name !== 'connection',
    )
    const { method = '', url: target = '' } = request
    const body = Buffer.concat(chunks)
    const told = lie(toldIn(await speak(sandbox.url, { method, target, headers, body })))
    response.writeHead(told.status, told.headers).end(told.body)
  })
})
await new Promise<void>((listening) => middleman.listen(0, '127.0.0.1', listening))
after(() => middleman.close())
const baseUrl = `http://127.0.0.1:${(middleman.address() as AddressInfo).port}`

function toldIn({ status, headers, bytes: body }: Answer): Told {
  const kept = [...headers].filter(([name]) => name !== 'connection')
  return { status, headers: Object.fromEntries(kept), body }
}

function clientWith(options: Partial<TppClientOptions> = {}) {
  const { certificate, privateKey: key } = tpp
  const client = createTppClient({ baseUrl, certificate, key, ca: sandbox.ca, ...options })
  after(() => client.close())
  return client
}

const ask = (told: Lie, options?: Partial<TppClientOptions>) => {
  lie = told
  return clientWith(options).call('GET', tpp.contact)
}

const notTrusted = (says: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AnswerNotTrusted, String(error))
  assert.match(error.message, says)
  return true
}

/** An answer signed anew by somebody else, as if they were the bank. */
const signedBy =
  (seal: { certificate: string; privateKey: string }, date?: string): Lie =>
  (told) => {
    const { digest: _, signature: __, 'aspsp-signature-certificate': ___, ...rest } = told.headers
    const { date: sent = '', 'x-request-id': id = '', ...others } = rest
    const headers: Record<string, string> = { ...others, Date: date ?? sent, 'X-Request-ID': id }
    createSignAnswer(seal)(headers, told.body)
    return { ...told, headers }
  }

test('takes an answer as the bank gave it', async () => {
  assert.deepEqual((await ask((told) => told)).body, { email })
})

test('refuses an answer whose body was changed', async () => {
  const flipped: Lie = (told) => {
    const body = Buffer.from(told.body)
    body.writeUInt8(body.readUInt8(12) ^ 1, 12)
    return { ...told, body }
  }
  await assert.rejects(ask(flipped), notTrusted(/digest/i))
})

test('refuses an answer whose body and digest were changed', async () => {
  const body = Buffer.from('{"email":"someone@else.example"}')
  const changed: Lie = (told) => {
    const swapped = { digest: digestHeader(body), 'content-length': String(body.length) }
    return { ...told, headers: { ...told.headers, ...swapped }, body }
  }
  await assert.rejects(ask(changed), notTrusted(/signature does not fit/))
})

test('refuses an answer that is not signed', async () => {
  const unsigned: Lie = ({ headers: { signature: _, ...headers }, ...told }) => ({
    ...told,
    headers,
  })
  await assert.rejects(ask(unsigned), notTrusted(/not signed/))
})

test('refuses an answer that the bank gave to another request', async () => {
  let earlier: Told | undefined
  await ask((told) => {
    earlier = told
    return told
  })
  await assert.rejects(
    ask((told) => earlier ?? told),
    notTrusted(/answers another request/),
  )
})

test('refuses an answer from which the request id was taken', async () => {
  const nameless: Lie = ({ headers: { 'x-request-id': _, ...headers }, ...told }) => ({
    ...told,
    headers,
  })
  await assert.rejects(ask(nameless), notTrusted(/x-request-id/))
})

test('refuses a signed refusal without request id when the id was fit to be repeated', async () => {
  const nameless = await speak(sandbox.url, { method: 'GET', target: tpp.contact })
  assert.equal(nameless.headers.get('x-request-id'), undefined)
  await assert.rejects(
    ask(() => toldIn(nameless)),
    notTrusted(/which request/),
  )
})

test('refuses an answer signed with the certificate of a TPP', async () => {
  const other = await sandbox.issue({ name: 'Nordgate Sandbox Bank Two' })
  await assert.rejects(ask(signedBy(other)), notTrusted(/PSP_AS/))
})

test('refuses an answer signed by a bank of another authority', async () => {
  const stranger = await makeSeal(await makeAuthority({ isRoot: true }), { roles: ['PSP_AS'] })
  await assert.rejects(ask(signedBy(stranger)), notTrusted(/not issued by the given authority/))
})

test('tells two banks of one authority apart by name', async () => {
  const authority = await makeAuthority({ isRoot: true })
  const ours = await makeSeal(authority, { roles: ['PSP_AS'], name: 'Fjordbanken' })
  const other = await makeSeal(authority, { roles: ['PSP_AS'], name: 'Viddebanken' })
  const ca = `${sandbox.ca}${authority.certificate}`
  for (const bank of ['Fjordbanken', ours.organizationIdentifier]) {
    assert.equal((await ask(signedBy(ours), { ca, bank })).status, 200)
    await assert.rejects(ask(signedBy(other), { ca, bank }), notTrusted(/not that of/))
  }
  assert.equal((await ask(signedBy(other), { ca })).status, 200)
})

test('takes a bank without QCStatements when it is named', async () => {
  const authority = await makeAuthority({ isRoot: true })
  const plain = await makeSeal(authority, { name: 'Fjordbanken', extensions: [] })
  const ca = authority.certificate
  assert.equal((await ask(signedBy(plain), { ca, bank: 'Fjordbanken' })).status, 200)
  await assert.rejects(ask(signedBy(plain), { ca }), notTrusted(/PSP_AS/))
})

test('refuses an answer that is dated long ago, or in the future', async () => {
  const authority = await makeAuthority({ isRoot: true })
  const bank = await makeSeal(authority, { roles: ['PSP_AS'] })
  const ca = authority.certificate
  for (const minutes of [-3, 3]) {
    const date = formatHttpDate(systemClock.now().add({ minutes }))
    await assert.rejects(ask(signedBy(bank, date), { ca }), notTrusted(/seconds away/))
  }
})

test('refuses an answer under a certificate that was not valid when it was made', async () => {
  const authority = await makeAuthority({ isRoot: true })
  const bank = await makeSeal(authority, { roles: ['PSP_AS'] })
  // A refusal, since of those the date alone is not held against them.
  lie = signedBy(bank, 'Sun, 06 Nov 1994 08:49:37 GMT')
  const client = clientWith({ ca: authority.certificate })
  await assert.rejects(client.call('GET', '/v1/unknown'), notTrusted(/not valid at that time/))
})

test('takes the refusal of a request whose id cannot be repeated', async () => {
  lie = (told) => told
  const client = clientWith()
  const request = client.prepare('GET', tpp.contact, { headers: { 'X-Request-ID': 'two words' } })
  assertRefused(await client.send(request), { status: 400, code: 'FORMAT_ERROR' })
  delete request.headers['X-Request-ID']
  assertRefused(await client.send(request), { status: 400, code: 'HTTP_HEADER_REQUIRED' })
})

test('takes the refusal that says that its own clock is wrong', async () => {
  lie = (told) => told
  const client = clientWith({ clock: manualClock('2020-01-01T00:00:00Z') })
  const answer = await client.send(client.prepare('GET', tpp.contact))
  const code = 'TIMESTAMP_INVALID'
  assertRefused(answer, { status: 400, code, explained: true })
})

test('the example of docs/signing.md works in a folder that has installed the checkout', async () => {
  const [, example = ''] =
    /```ts\n([\s\S]*?)```/.exec(readFileSync('docs/signing.md', 'utf8')) ?? []
  const folder = temporaryFolder()
  // What npm does when it is given a folder.
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('.'), join(folder, 'node_modules', 'nordgate'))
  const files = {
    'tpp-certificate.pem': tpp.certificate,
    'tpp-key.pem': tpp.privateKey,
    'sandbox-ca.pem': sandbox.ca,
    'first.mts': example.replace('http://127.0.0.1:8080', sandbox.url),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const run = promisify(execFile)(process.execPath, ['first.mts'], { cwd: folder })
  assert.match((await run).stdout, /customerNumber/)
})

test('takes headers of the caller in any case, and sends each once', async () => {
  const id = 'of-the-caller'
  const answer = await tpp.client.call('GET', tpp.contact, { headers: { 'x-request-id': id } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('x-request-id'), id)
})
