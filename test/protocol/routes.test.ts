import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { test } from 'node:test'
import { readCredentials } from '../../src/sdk/sdk.ts'
import { signMessage } from '../../src/signing/signing.ts'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'
import { speak } from '../speak.ts'

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const email = 'psd2-operations@fjordbudsjett.example'
await tpp.client.call('PUT', tpp.contact, { body: { email } })

const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }

test('answers 404 RESOURCE_UNKNOWN, signed, for every path that is not in the table', async () => {
  const id = tpp.organizationIdentifier
  const targets = [
    '/unknown',
    '/v1',
    '/v2/accounts',
    '//health/live',
    '/health/live/',
    '/Health/Live',
    '/v1/tpps//contact-information',
    `/v1/tpps/${id}/contact-information/`,
    `/v1/tpps/${id}/contact-information/more`,
    `/v1/tpps/${id}/../${id}/contact-information`,
    '/v1/tpps/%E0%A4%A/contact-information',
    '/v1/tpps/%/contact-information',
    '/%00',
  ]
  for (const target of targets) {
    const answer = await tpp.client.send(tpp.client.prepare('GET', target))
    assertRefused(answer, unknown)
  }
})

test('answers a malformed or foreign id in a path like an unknown one', async () => {
  const ids = [
    'PSDNO-FSA-999999999',
    'x',
    '%00',
    '%F0%9F%98%80',
    'a%2Fb',
    '..',
    'x'.repeat(81),
    "'",
  ]
  for (const id of ids) {
    const target = `/v1/tpps/${id}/contact-information`
    assertRefused(await tpp.client.send(tpp.client.prepare('GET', target)), unknown)
    const put = tpp.client.prepare('PUT', target, { body: { email } })
    assertRefused(await tpp.client.send(put), unknown)
  }
})

const allowed: Record<string, string> = {
  [tpp.contact]: 'GET, PUT, HEAD, OPTIONS',
  '/health/live': 'GET, HEAD, OPTIONS',
  '/openapi.json': 'GET, HEAD, OPTIONS',
  '/': 'GET, HEAD, OPTIONS',
  '/sandbox/certificates': 'POST, OPTIONS',
}

for (const [target, allow] of Object.entries(allowed)) {
  const path = target.replace(tpp.organizationIdentifier, '{tppId}')
  test(`${path} takes ${allow} and answers 405 with Allow to the rest`, async () => {
    const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'QUERY', 'TRACE', 'PROPFIND']
    for (const method of methods.filter((each) => !allow.split(', ').includes(each))) {
      for (const body of ['', '<xml/>']) {
        const answer = await speak(sandbox.url, { method, target: `${target}?any=thing`, body })
        if (method !== 'HEAD') assertRefused(answer, { status: 405, code: 'SERVICE_INVALID' })
        assert.equal(answer.status, 405, method)
        assert.equal(answer.headers.get('allow'), allow)
      }
    }
  })

  test(`OPTIONS ${path} answers 204 with Allow and nothing else`, async () => {
    const headers = { 'X-Request-ID': 'options-1' }
    const answer = await speak(sandbox.url, { method: 'OPTIONS', target, headers })
    assert.equal(answer.status, 204)
    assert.equal(answer.headers.get('allow'), allow)
    assert.equal(answer.headers.get('x-request-id'), 'options-1')
    assert.equal(answer.headers.has('content-length'), false)
    assert.equal(answer.bytes.length, 0)
  })
}

test('answers OPTIONS on an unknown path with 404', async () => {
  assertRefused(await speak(sandbox.url, { method: 'OPTIONS', target: '/unknown' }), unknown)
})

test('answers HEAD like GET, with the headers and without the body', async () => {
  for (const target of [tpp.contact, '/v1/tpps/x/contact-information', '/unknown']) {
    const ask = (method: string) => {
      const headers = { 'X-Request-ID': 'a head and a get'.replaceAll(' ', '-') }
      return speak(sandbox.url, { ...tpp.client.prepare(method, target, { headers }), target })
    }
    const head = await ask('HEAD')
    const get = await ask('GET')
    const same = ['content-type', 'content-length', 'cache-control', 'x-request-id']
    assert.equal(head.status, get.status)
    for (const name of same) assert.equal(head.headers.get(name), get.headers.get(name), name)
    assert.equal(head.bytes.length, 0)
    assert.ok(get.bytes.length > 0)
  }
})

test('the SDK verifies the answer to a HEAD', async () => {
  const answer = await tpp.client.send(tpp.client.prepare('HEAD', tpp.contact))
  assert.equal(answer.body, undefined)
  assert.ok(answer.headers.has('signature'))
})

test('takes (request-target) signed as the method that was sent, HEAD or GET', async () => {
  const rows = [
    ['HEAD', 'head', 200],
    ['GET', 'get', 200],
    ['HEAD', 'get', 400],
    ['GET', 'head', 400],
    ['GET', 'GET', 400],
  ] as const
  const { keyId } = readCredentials(tpp.certificate, tpp.privateKey)
  const key = createPrivateKey(tpp.privateKey)
  for (const [method, signedAs, status] of rows) {
    const { headers } = tpp.client.prepare(method, tpp.contact)
    headers.Signature = signMessage({
      headers: Object.entries(headers),
      requestTarget: `${signedAs} ${tpp.contact}`,
      list: ['(request-target)', 'date', 'x-request-id'],
      ...{ keyId, key },
    })
    const answer = await speak(sandbox.url, { method, target: tpp.contact, headers })
    assert.equal(answer.status, status, `${method} signed as ${signedAs}`)
  }
})

test('every answer repeats X-Request-ID, and none repeats a malformed one', async () => {
  const requests = [
    { method: 'GET', target: '/health/live', status: 200 },
    { method: 'GET', target: '/', status: 200 },
    { method: 'GET', target: '/metrics', status: 200 },
    { method: 'GET', target: '/unknown', status: 404 },
    { method: 'GET', target: '/v1/tpps/%zz/contact-information', status: 404 },
    { method: 'POST', target: '/metrics', status: 405 },
    { method: 'GET', target: tpp.contact, status: 401 },
    { method: 'POST', target: '/sandbox/certificates', status: 400 },
    { method: 'GET', target: '/health/live?x=1', status: 400 },
  ]
  for (const { method, target, status } of requests) {
    const id = `!~${'i'.repeat(126)}`
    const answer = await speak(sandbox.url, { method, target, headers: { 'X-Request-ID': id } })
    assert.equal(answer.status, status, target)
    assert.equal(answer.headers.get('x-request-id'), id)
    const headers = { 'X-Request-ID': `${id}i` }
    const other = await speak(sandbox.url, { method, target, headers })
    assert.equal(other.headers.has('x-request-id'), false)
  }
})

test('no answer may be stored or sniffed', async () => {
  for (const target of ['/health/live', '/unknown', tpp.contact]) {
    const { headers } = tpp.client.prepare('GET', target)
    const answer = await speak(sandbox.url, { method: 'GET', target, headers })
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
})

test('the start page lets nothing run and nobody frame it', async () => {
  const { headers } = await speak(sandbox.url, { method: 'GET', target: '/' })
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; /)
  assert.match(policy, /; form-action 'self'; frame-ancestors 'none'$/)
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
})
