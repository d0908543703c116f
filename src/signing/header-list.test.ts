import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { checkHeaderList, readHeaderList } from './header-list.ts'
import {
  buildSigningString,
  type FaultReason,
  headersToSign,
  readRawHeaders,
  requestTarget,
  SigningFault,
} from './signing.ts'

function refused(action: () => unknown, reason: FaultReason): void {
  assert.throws(action, (error) => error instanceof SigningFault && error.reason === reason)
}

const raw = ['Date', 'd', 'X-Request-ID', 'x', 'PSU-ID', 'p', 'Accept', 'a', 'accept', ' b ']

describe('headersToSign', () => {
  it("keeps the document's order and leaves out what is absent", () => {
    assert.deepEqual(headersToSign([]), ['date', 'x-request-id'])
    assert.deepEqual(
      headersToSign([
        'tpp-redirect-uri',
        'psu-id',
        'accept',
        'digest',
        'date',
        'x-request-id',
        'psu-corporate-id',
      ]),
      ['date', 'digest', 'x-request-id', 'psu-id', 'psu-corporate-id', 'tpp-redirect-uri'],
    )
  })
})

describe('readHeaderList', () => {
  it('splits at spaces', () => {
    assert.deepEqual(readHeaderList('(request-target) date  x'), ['(request-target)', 'date', 'x'])
    assert.deepEqual(readHeaderList(''), [])
  })

  it('tells the mistakes apart', () => {
    refused(() => readHeaderList('date,digest'), 'list-separator')
    refused(() => readHeaderList('Date'), 'list-upper-case')
    refused(() => readHeaderList('date x date'), 'list-twice')
    refused(() => readHeaderList('date (created)'), 'list-pseudo')
  })
})

describe('checkHeaderList', () => {
  const headers = readRawHeaders(raw)

  it('asks for date, x-request-id and the covered headers that are there', () => {
    checkHeaderList(['psu-id', 'date', 'x-request-id'], headers)
    checkHeaderList(['psu-id', 'date', 'x-request-id', 'accept', '(request-target)'], headers)
    refused(() => checkHeaderList(['date', 'x-request-id'], headers), 'list-incomplete')
    refused(() => checkHeaderList(['psu-id'], headers), 'list-incomplete')
    refused(() => checkHeaderList(['date', 'x-request-id'], new Map()), 'list-absent')
    refused(
      () => checkHeaderList(['date', 'x-request-id', 'psu-id', 'digest'], headers),
      'list-absent',
    )
  })
})

describe('buildSigningString', () => {
  it('prints lower-case names and values as received, joined by newlines', () => {
    const message = {
      headers: readRawHeaders(raw),
      requestTarget: requestTarget('GET', '/v1/a?b=%20'),
    }
    assert.equal(
      buildSigningString(['(request-target)', 'accept', 'date'], message),
      '(request-target): get /v1/a?b=%20\naccept: a, b\ndate: d',
    )
  })

  it('prints one line for each name, whatever the values', () => {
    const value = fc.string().filter((text) => !/[\r\n]/.test(text))
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const headers = readRawHeaders(values.flatMap((text, place) => [`X-${place}`, text]))
        const lines = buildSigningString([...headers.keys()], { headers }).split('\n')
        assert.equal(lines.length, Math.max(1, values.length))
      }),
    )
  })
})
