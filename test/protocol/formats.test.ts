import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { commonHeaders, signingHeaders } from '../../src/wire/headers.ts'
import { assertRefused, type Refusal } from '../refusal.ts'
import { startSandbox } from '../sandbox.ts'
import { type HeaderList, speak } from '../speak.ts'

const sandbox = await startSandbox()
const tpp = await sandbox.tpp()
const email = 'psd2-operations@fjordbudsjett.example'
const malformed = (says: RegExp): Refusal => ({ status: 400, code: 'FORMAT_ERROR', says })

function put(body: unknown, headers: Record<string, string> = {}) {
  return tpp.client.send(tpp.client.prepare('PUT', tpp.contact, { body, headers }))
}

test('answers when Accept allows JSON, and 406 when it does not', async () => {
  const rows: [accept: string, allowed: boolean][] = [
    ['*/*', true],
    ['application/*', true],
    ['application/json', true],
    ['APPLICATION/JSON', true],
    ['application/json; charset=utf-8', true],
    ['application/json;q=0.1, text/html', true],
    ['text/html, */*;q=0.1', true],
    ['application/json;q=0', false],
    ['application/xml', false],
    ['text/html, application/xml;q=0.9', false],
    ['application/problem+json', false],
  ]
  for (const [accept, allowed] of rows) {
    const answer = await put({ email }, { Accept: accept })
    if (allowed) assert.equal(answer.status, 200, accept)
    else assertRefused(answer, { status: 406, code: 'REQUESTED_FORMATS_INVALID', says: /json/ })
  }
})

test('gives metrics to a scraper and refuses whoever wants them as JSON', async () => {
  const scraper =
    'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1'
  for (const accept of [scraper, 'text/plain;version=0.0.4', 'text/plain', '*/*']) {
    const ask = { method: 'GET', target: '/metrics', headers: { Accept: accept } }
    assert.equal((await speak(sandbox.url, ask)).status, 200, accept)
  }
  const ask = { method: 'GET', target: '/metrics', headers: { Accept: 'application/json' } }
  assertRefused(await speak(sandbox.url, ask), { status: 406, code: 'REQUESTED_FORMATS_INVALID' })
})

test('takes a body that is JSON in UTF-8 by its Content-Type, and 415 for the rest', async () => {
  const rows: [contentType: string, taken: boolean][] = [
    ['application/json', true],
    ['application/json;charset=utf-8', true],
    ['Application/JSON; Charset="UTF-8"', true],
    ['application/json; charset=latin1', false],
    ['application/json; charset=utf-16', false],
    ['application/xml', false],
    ['text/json', false],
    ['text/plain', false],
    ['application/jsonp', false],
    ['application/x-www-form-urlencoded', false],
    ['multipart/form-data; boundary=x', false],
    ['json', false],
    ['', false],
  ]
  for (const [contentType, taken] of rows) {
    const answer = await put({ email }, { 'Content-Type': contentType })
    if (taken) assert.equal(answer.status, 200, contentType)
    else assertRefused(answer, { status: 415, code: 'FORMAT_ERROR' })
  }
})

test('refuses a compressed body, whatever its Content-Type says', async () => {
  for (const encoding of ['gzip', 'br', 'deflate, gzip']) {
    const answer = await put({ email }, { 'Content-Encoding': encoding })
    assertRefused(answer, { status: 415, code: 'FORMAT_ERROR', says: /compressed/ })
  }
  assert.equal((await put({ email }, { 'Content-Encoding': 'identity' })).status, 200)
})

test('refuses a body that is no JSON, no UTF-8, or not there', async () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000)
  const rows: [body: Buffer, says: RegExp][] = [
    [Buffer.from('{"email":'), /body: is not JSON: /],
    [Buffer.from('email=a'), /body: is not JSON: /],
    [Buffer.from("{'email':'a'}"), /body: is not JSON: /],
    [Buffer.from('{"email":"a"}{}'), /body: is not JSON: /],
    [Buffer.from('\ufeff{"email":"a"}'), /body: is not JSON: /],
    [Buffer.from('{"email":"\xe5"}', 'latin1'), /body: is not valid UTF-8/],
    [Buffer.from([0xff, 0xfe]), /body: is not valid UTF-8/],
    [Buffer.from('[]'), /body: must be object/],
    [Buffer.from('null'), /body: must be object/],
    [Buffer.from('"text"'), /body: must be object/],
    [Buffer.from(deep), /body: must be object/],
    [Buffer.from('['.repeat(1024 * 1024)), /body: is not JSON: /],
    [Buffer.from(`{"email":${deep}}`), /body\/email: must be string/],
    [Buffer.from(`{"é":${deep}}`), /body\/é: is not a known member/],
    [Buffer.alloc(0), /body: is required/],
    [Buffer.from('{"email":"a","\\u0065mail":"b"}'), /body: has the member “email” more than once/],
  ]
  for (const [body, says] of rows) assertRefused(await put(body), malformed(says))
})

test('names every unknown member and every missing one', async () => {
  const body = Buffer.from('{"mail":"a","__proto__":{},"constructor":1}')
  const { message } = assertRefused(await put(body), malformed(/not as the interface describes/))
  assert.match(message, /body\/mail: is not a known member/)
  assert.match(message, /body\/__proto__: is not a known member/)
  assert.match(message, /body\/constructor: is not a known member/)
  assert.match(message, /body\/email: is required/)
})

test('refuses unknown members however many there are', async () => {
  for (const count of [1, 7, 8, 9, 50, 200]) {
    const members = Array.from({ length: count }, (_, at) => [`member${at}`, at])
    const { message } = assertRefused(await put({ email, ...Object.fromEntries(members) }), {
      ...malformed(/body\/member0: is not a known member/),
    })
    if (count <= 9) assert.match(message, new RegExp(`body/member${count - 1}: is not`))
  }
})

test('keeps the message readable when ten thousand members are unknown', async () => {
  const body = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`member${at}`, at]))
  const { message } = assertRefused(await put(body), malformed(/^The first 5000 .*; and \d+ more$/))
  assert.ok(message.length < 2100)
  const told = message.split('; ').length - 1
  assert.match(message, new RegExp(`; and ${5000 - told} more$`))
})

test('refuses an address that is none, and one that is a person’s', async () => {
  for (const value of ['nobody', 'a@', 1, null, ['a@b.example'], `${'a'.repeat(250)}@b.example`]) {
    assertRefused(await put({ email: value }), malformed(/body\/email/))
  }
  const personal = { email: 'kari.nordmann@fjordbudsjett.example' }
  const { message } = assertRefused(await put({ ...personal }), malformed(/body\/email.*role/))
  assert.doesNotMatch(message, /kari/)
})

test('names unknown and repeated query parameters', async () => {
  await put({ email })
  const rows: [query: string, says: RegExp | undefined][] = [
    ['?limit=1', /query\/limit: is not a parameter of this operation/],
    ['?a=1&b=1&a=2', /: query\/a: is not a parameter[^;]*; query\/b: is not a parameter[^;]*$/],
    ['?__proto__=1', /query\/__proto__: is not a parameter/],
    ['?%zz=1', /query\/%zz: is not a parameter/],
    ['?', undefined],
  ]
  for (const [query, says] of rows) {
    const answer = await tpp.client.send(tpp.client.prepare('GET', `${tpp.contact}${query}`))
    if (says) assertRefused(answer, malformed(says))
    else assert.equal(answer.status, 200)
  }
})

test('tells what is wrong with headers, query and body at once', async () => {
  const headers = { 'PSU-ID': 'x' }
  const body = Buffer.from('{"mail":"\u{1F600}","email":"\u{1F600}","email":"\u{1F600}"}')
  const sent = tpp.client.prepare('PUT', `${tpp.contact}?limit=1`, { body, headers })
  const { message } = assertRefused(await tpp.client.send(sent), malformed(/./))
  const places = message.matchAll(/(?:header|query|body)[^:]*(?=: )/g)
  assert.deepEqual(
    [...places].map(([place]) => place),
    ['header PSU-ID', 'query/limit', 'body', 'body/mail', 'body/email'],
  )
})

async function order(name: string) {
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ name, roles: ['AISP'], key: 'EC' })
  return speak(sandbox.url, { method: 'POST', target: '/sandbox/certificates', headers, body })
}

test('names field and character that the bank does not take', async () => {
  const rows: [name: string, says: RegExp][] = [
    ['Fjord \u{1F600} AS', /body\/name: Character 7 is U\+1F600/],
    ['Fjord\tAS', /body\/name: Character 6 is U\+0009/],
    ['Fjord\u0000AS', /body\/name: Character 6 is U\+0000/],
    ['Fjord\nAS', /body\/name: Character 6 is U\+000A/],
    ['\u0424\u044c\u043e\u0440\u0434', /body\/name: Character 1 is U\+0424/],
    ['Fjord\u202eAS', /body\/name: Character 6 is U\+202E/],
    ['Fjord\ud800AS', /body\/name: Character 6 is U\+D800/],
  ]
  for (const [name, says] of rows) assertRefused(await order(name), malformed(says))
})

test('counts the characters of a text in NFC, and tells at once that it is too long and foreign', async () => {
  const apart = 'a\u030a'
  assert.equal((await order(apart.repeat(64))).status, 201)
  assertRefused(await order(apart.repeat(65)), malformed(/: body\/name: [^;]* 64 characters$/))
  const both = /: body\/name: [^;]* 64 characters; body\/name: Character 65 is U\+1F600[^;]*;[^;]*$/
  assertRefused(await order(`${apart.repeat(64)}\u{1F600}`), malformed(both))
  assertRefused(await order(''), malformed(/: body\/name: must not have fewer than 1 characters$/))
})

test('keeps text in NFC, whichever way it was sent', async () => {
  const answer = await order('Blåbærsyltetøy & Cafe\u0301 §1 €')
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { certificate } = answer.body as { certificate: string }
  const subject = new X509Certificate(certificate).toLegacyObject().subject as { O: string }
  assert.equal(subject.O, 'Blåbærsyltetøy & Caf\u00e9 §1 €')
})

const uuid = '3f2b1c9e-7d64-4a0b-9b1d-2f6c8e5a4d30'
const values: Record<string, { good: string[]; bad: string[] }> = {
  'PSU-ID': { good: [uuid, uuid.toUpperCase()], bad: ['', '1', `${uuid}0`, uuid.replace('-', '')] },
  'PSU-Device-ID': { good: [uuid], bad: ['', 'device', `{${uuid}}`] },
  'PSU-IP-Address': {
    good: ['192.0.2.17', '2001:db8::1', '::ffff:192.0.2.17'],
    bad: ['', '192.0.2', '192.0.2.256', '192.0.2.17:80', 'localhost', '192.0.2.1, 192.0.2.2'],
  },
  'PSU-IP-Port': { good: ['1', '443', '65535'], bad: ['', '0', '65536', '-1', '080', '1e3', 'a'] },
  'PSU-Context': { good: ['PRIVATE', 'CORPORATE'], bad: ['', 'private', 'BOTH'] },
  'PSU-HTTP-Method': { good: ['GET', 'PATCH', 'DELETE'], bad: ['', 'get', 'TRACE', 'HEAD'] },
  'TPP-Redirect-Preferred': { good: ['true', 'false'], bad: ['', 'TRUE', 'yes', '0'] },
  'PSU-Geo-Location': {
    good: ['GEO:59.9139,10.7522', 'GEO:59.9139;10.7522', 'GEO:-90,-180', 'GEO:0,180'],
    bad: ['', '59.9,10.7', 'GEO:91,0', 'GEO:0,181', 'GEO:59,9;10,7', 'geo:59.9,10.7', 'GEO:1'],
  },
}

for (const [name, { good, bad }] of Object.entries(values)) {
  test(`checks ${name} by its value when it is there`, async () => {
    for (const value of good)
      assert.equal((await put({ email }, { [name]: value })).status, 200, value)
    for (const value of bad) {
      assertRefused(
        await put({ email }, { [name]: value }),
        malformed(new RegExp(`header ${name}: must`)),
      )
    }
  })
}

test('names all malformed headers at once', async () => {
  const answer = await put({ email }, { 'PSU-ID': 'x', 'PSU-Context': 'y', 'PSU-IP-Port': 'z' })
  assertRefused(answer, malformed(/header PSU-ID.*header PSU-Context.*header PSU-IP-Port/))
})

test('refuses a second header of a name that means one thing', async () => {
  const { method, target, headers, body } = tpp.client.prepare('PUT', tpp.contact, {
    body: { email },
  })
  const sent: HeaderList = Object.entries(headers)
  const names = [...signingHeaders, ...commonHeaders].map(({ name }) => name)
  for (const name of [...names, 'Content-Type', 'Host'].filter((each) => each !== 'x-accept-fix')) {
    const value = headers[name] ?? 'x'
    const pair: HeaderList = [
      ...sent.filter(([each]) => each !== name),
      [name, value],
      [name, value],
    ]
    const answer = await speak(sandbox.url, { method, target, headers: pair, body })
    assertRefused(answer, malformed(new RegExp(`header ${name} was sent more than once`, 'i')))
  }
})

test('joins several x-accept-fix headers, which are a list', async () => {
  const { method, target, headers, body } = tpp.client.prepare('PUT', tpp.contact, {
    body: { email },
  })
  const twice: HeaderList = [
    ...Object.entries(headers),
    ['x-accept-fix', 'amount-as-string'],
    ['x-accept-fix', 'longer-names'],
  ]
  assert.equal((await speak(sandbox.url, { method, target, headers: twice, body })).status, 200)
})
