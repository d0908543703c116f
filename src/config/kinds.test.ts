import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  accentColour,
  baseUrl,
  isAddressRange,
  isHost,
  isOrigin,
  list,
  listenAddress,
  postgresUrl,
  shortName,
  wholeNumber,
} from './kinds.ts'

test('a whole number is digits within its range', () => {
  const kind = wholeNumber(1, 200)
  assert.deepEqual(['1', '200', '016'].map(kind.parse), [1, 200, 16])
  for (const text of ['0', '201', '-1', '1.5', '1e2', '0x10', ' 1', '', '9'.repeat(30)]) {
    assert.equal(kind.parse(text), undefined, text)
  }
})

test('an address to listen on is host:port or off', () => {
  assert.deepEqual(listenAddress.parse('127.0.0.1:8080'), { host: '127.0.0.1', port: 8080 })
  assert.deepEqual(listenAddress.parse('localhost:0'), { host: 'localhost', port: 0 })
  assert.deepEqual(listenAddress.parse('[::1]:65535'), { host: '::1', port: 65535 })
  assert.equal(listenAddress.parse('off'), 'off')
  const wrong = ['8080', ':8080', '::1:8080', '127.0.0.1', '127.0.0.1:65536', '127.0.0:80', '[x]:1']
  for (const text of [...wrong, 'a b:80', 'http://x:80', 'on', '', 'h:1 ']) {
    assert.equal(listenAddress.parse(text), undefined, text)
  }
})

test('an address prints as it is read', () => {
  const host = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('api.bank.example'))
  fc.assert(
    fc.property(host, fc.integer({ min: 0, max: 65535 }), (name, port) => {
      const value = { host: name, port }
      assert.deepEqual(listenAddress.parse(listenAddress.print(value)), value)
    }),
  )
})

test('a base URL is http or https, without user, query and fragment, and loses its closing slash', () => {
  assert.equal(baseUrl.parse('https://api.bank.example/'), 'https://api.bank.example')
  assert.equal(baseUrl.parse('https://api.bank.example/psd2/'), 'https://api.bank.example/psd2')
  for (const text of [
    'api.bank.example',
    'ftp://x',
    'https://u:p@x',
    'https://x?a',
    'https://x#a',
    '',
  ]) {
    assert.equal(baseUrl.parse(text), undefined, text)
  }
})

test('a database URL is one of PostgreSQL', () => {
  assert.ok(postgresUrl.parse('postgres://u:p@h:5432/d?sslmode=verify-full'))
  assert.ok(postgresUrl.parse('postgresql:///d?host=/run/postgresql'))
  assert.equal(postgresUrl.parse('mysql://h/d'), undefined)
  assert.equal(postgresUrl.parse('postgres:d'), undefined)
})

test('a trusted proxy is an address or a CIDR range that leaves somebody out', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', 'fc00::/7', '10.0.0.1/32']) {
    assert.ok(isAddressRange(text), text)
  }
  for (const text of [
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    'fc00::/129',
    'proxy',
    '10.0.0',
    'fe80::1%eth0',
    '',
  ]) {
    assert.ok(!isAddressRange(text), text)
  }
})

test('a host is a name or an address', () => {
  for (const text of ['localhost', 'api.bank.example', '127.0.0.1', '::1', 'a-b.c'])
    assert.ok(isHost(text), text)
  for (const text of ['', '1.2.3', '-a', 'a-', 'a..b', 'a b', '*.bank.example', 'a'.repeat(64)]) {
    assert.ok(!isHost(text), text)
  }
})

test('a list may be empty and may have blanks after its commas', () => {
  const kind = list('hosts', isHost)
  assert.deepEqual(kind.parse(''), [])
  assert.deepEqual(kind.parse('a, b,c'), ['a', 'b', 'c'])
  assert.equal(kind.parse('a,,b'), undefined)
})

test('a bank’s colour can be read on white', () => {
  for (const text of ['#0b4a6f', '#7A0019', '#000000']) assert.equal(accentColour.parse(text), text)
  for (const text of ['#ffcc00', '#ffffff', '#fff', 'red', '0b4a6f', '']) {
    assert.equal(accentColour.parse(text), undefined, text)
  }
})

test('an origin is a scheme, a host and perhaps a port', () => {
  for (const text of ['https://tpp.example', 'http://localhost:3000']) assert.ok(isOrigin(text))
  for (const text of ['https://tpp.example/', 'https://*.example', '*', 'data:', "'self'", '']) {
    assert.ok(!isOrigin(text), text)
  }
})

test('a name is short and printable', () => {
  assert.equal(shortName.parse(' Sør & Co '), 'Sør & Co')
  for (const text of ['', '   ', 'a'.repeat(41), 'a\nb']) {
    assert.equal(shortName.parse(text), undefined, text)
  }
})
