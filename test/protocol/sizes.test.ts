import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefused } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'
import { speak, speakBytes } from '../speak.ts'

const sandbox = await startSandbox()
const kib = 1024

const requestId = 'size-1'
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' }
const lineTooLong = { status: 414, code: 'FORMAT_ERROR', says: /request line/ }
const headersTooLarge = { status: 431, code: 'FORMAT_ERROR', says: /headers/ }
const bodyTooLarge = { status: 413, code: 'FORMAT_ERROR', says: /body/ }

/** A target that makes the request line this long. */
const targetFor = (line: number) => `/${'x'.repeat(line - 'GET / HTTP/1.1'.length)}`

/** Headers of exactly this size, counted with `: ` and the end of line. */
function headersOf(size: number): [string, string][] {
  const fixed: [string, string][] = [
    ['Host', 'localhost'],
    ['Connection', 'close'],
    ['X-Request-ID', requestId],
  ]
  const taken = fixed.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  return [...fixed, ['X-Filler', 'x'.repeat(size - taken - 'X-Filler: \r\n'.length)]]
}

test('takes a request line of 8 KiB and refuses one byte more', async () => {
  const ask = (line: number) =>
    speak(sandbox.url, { method: 'GET', target: targetFor(line), headers: headersOf(kib) })
  assertRefused(await ask(8 * kib), unknown)
  const refused = await ask(8 * kib + 1)
  assertRefused(refused, lineTooLong)
  assert.equal(refused.headers.get('x-request-id'), requestId)
})

test('refuses a request line beyond 8 KiB also when its path cannot be decoded', async () => {
  const target = `${targetFor(8 * kib - 2)}%zz`
  assertRefused(await speak(sandbox.url, { method: 'GET', target }), lineTooLong)
})

test('takes headers of 32 KiB and refuses one byte more', async () => {
  const ask = (size: number) =>
    speak(sandbox.url, { method: 'GET', target: '/unknown', headers: headersOf(size) })
  assertRefused(await ask(32 * kib), unknown)
  const refused = await ask(32 * kib + 1)
  assertRefused(refused, headersTooLarge)
  assert.equal(refused.headers.get('x-request-id'), requestId)
})

test('counts two thousand small headers like one large one', async () => {
  const headers = Array.from({ length: 2000 }, (_, at): [string, string] => [
    `X-${at}`,
    'small value',
  ])
  const ask = { method: 'GET', target: '/unknown', headers }
  assertRefused(await speak(sandbox.url, ask), headersTooLarge)
})

test('reads a header that comes after fifteen hundred others', async () => {
  const many = Array.from({ length: 1500 }, (_, at): [string, string] => [`X-${at}`, 'small'])
  const headers: [string, string][] = [...many, ['X-Request-ID', requestId]]
  const answer = await speak(sandbox.url, { method: 'GET', target: '/unknown', headers })
  assertRefused(answer, unknown)
  assert.equal(answer.headers.get('x-request-id'), requestId)
})

for (const size of [50 * kib, 200 * kib]) {
  test(`refuses ${size} bytes of request line, which no HTTP parser takes`, async () => {
    const ask = { method: 'GET', target: targetFor(size) }
    const answer = await speak(sandbox.url, ask)
    // Past the first packets nobody can tell the request line from a header.
    const refusal = answer.status === 414 ? lineTooLong : headersTooLarge
    assertRefused(answer, refusal)
    if (size === 50 * kib) assert.equal(answer.status, 414)
  })

  test(`refuses ${size} bytes of one header, which no HTTP parser takes`, async () => {
    const headers = headersOf(size)
    const ask = { method: 'GET', target: '/health/live', headers }
    assertRefused(await speak(sandbox.url, ask), headersTooLarge)
  })
}

const order = { method: 'POST', target: '/sandbox/certificates' }
const json: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['X-Request-ID', requestId],
]

test('takes a body of 1 MiB and refuses one byte more by its Content-Length', async () => {
  const ask = (size: number) =>
    speak(sandbox.url, { ...order, headers: json, body: Buffer.alloc(size, ' ') })
  assertRefused(await ask(kib * kib), { status: 400, code: 'FORMAT_ERROR', says: /JSON/ })
  const refused = await ask(kib * kib + 1)
  assertRefused(refused, bodyTooLarge)
  assert.equal(refused.headers.get('x-request-id'), requestId)
})

test('takes a chunked body of 1 MiB and refuses one byte more', async () => {
  const ask = (size: number) => {
    const headers: [string, string][] = [...json, ['Transfer-Encoding', 'chunked']]
    return speak(sandbox.url, { ...order, headers, body: chunked(size) })
  }
  assertRefused(await ask(kib * kib), { status: 400, code: 'FORMAT_ERROR', says: /JSON/ })
  const refused = await ask(kib * kib + 1)
  assertRefused(refused, bodyTooLarge)
  assert.equal(refused.headers.get('x-request-id'), requestId)
})

test('refuses a large body before any of it has arrived', async () => {
  const headers = { ...Object.fromEntries(json), 'Content-Length': String(kib * kib + 1) }
  assertRefused(await speak(sandbox.url, { ...order, headers }), bodyTooLarge)
})

test('refuses a body on GET and HEAD', async () => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await speak(sandbox.url, { method, target: '/health/live', body: '{}' })
    assert.equal(answer.status, 400)
    if (method === 'GET') {
      assertRefused(answer, {
        status: 400,
        code: 'FORMAT_ERROR',
        says: /GET request takes no body/,
      })
    }
  }
})

test('refuses what is not HTTP, with the error body', async () => {
  const unreadable = {
    'no request line': 'hello\r\n\r\n',
    'a header without a colon': 'GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n',
    'a space before the colon': 'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
    'a control character in a value': 'GET / HTTP/1.1\r\nHost: a\r\nX-A: \u0000\r\n\r\n',
    'two lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    'length and chunks':
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'no Host': 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n',
    'two Hosts': 'GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
  }
  for (const [what, bytes] of Object.entries(unreadable)) {
    const [answer] = await speakBytes(sandbox.url, bytes)
    assert.ok(answer, what)
    assertRefused(answer, { status: 400, code: 'FORMAT_ERROR' })
  }
})

test('passes over an expectation it does not know', async () => {
  const headers = { Expect: 'miracles' }
  const answer = await speak(sandbox.url, { method: 'GET', target: '/health/live', headers })
  assert.equal(answer.status, 200)
})

function chunked(size: number): Buffer {
  const parts: Buffer[] = []
  for (let left = size; left > 0; left -= 64 * kib) {
    const part = Buffer.alloc(Math.min(left, 64 * kib), ' ')
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
