import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { makeCertificate, makeKeys, type TestCertificate } from './certificate.fixture.ts'
import { faults } from './faults.ts'
import { type Attempt, explainAttempt, now, sentLines } from './refusal.fixture.ts'
import { type Explanation, explainFault, type FaultReason, SigningFault } from './signing.ts'

let rsa: TestCertificate
let ec: TestCertificate

before(async () => {
  rsa = await makeCertificate(await makeKeys('rsa'))
  ec = await makeCertificate(await makeKeys('ec'))
})

async function explained(attempt: Partial<Attempt>): Promise<Explanation> {
  const explanation = await explainAttempt({ certificate: ec, ...attempt })
  assert.ok(explanation, 'the request was accepted')
  return explanation
}

const list = sentLines.map(([name]) => name)

describe('the explanation of the algorithm', () => {
  const cases: Record<string, RegExp> = {
    'sha-256': /hash alone/,
    SHA256withRSA: /Java/,
    hs2019: /Later drafts/,
    'rsa-sha512': /Only SHA-256/,
    'rsa-sha1': /Only SHA-256/,
    'ecdsa-sha256': /key of the certificate is RSA/,
    'RSA-SHA256': /lower case/,
    RS256: /JSON Web/,
    'rsa-v1_5-sha256': /RFC 9421/,
    nonsense: /not known/,
  }
  for (const [algorithm, says] of Object.entries(cases)) {
    it(`finds: ${algorithm}`, async () => {
      const explanation = await explained({ certificate: rsa, parts: { algorithm } })
      assert.match(explanation.reason, says)
      assert.match(explanation.advice, /algorithm="rsa-sha256"/)
      assert.equal(explanation.firstDifference?.in, 'algorithm')
    })
  }
})

describe('the explanation of the list', () => {
  it('names the headers that are missing', async () => {
    const explanation = await explained({ parts: { headers: 'date digest x-request-id psu-id' } })
    assert.match(explanation.reason, /tpp-redirect-uri/)
    assert.deepEqual(explanation.headersToList, list.slice(1))
    assert.equal(explanation.firstDifference?.in, 'headers list')
    assert.equal(explanation.firstDifference?.expected, ' tpp-redirect-uri')
  })

  const cases: Record<string, [headers: string, says: RegExp]> = {
    'upper case': [list.join(' ').replace('psu-id', 'PSU-ID'), /PSU-ID` in upper case/],
    commas: [list.join(','), /stands/],
    'a name twice': [`${list.join(' ')} date`, /date` twice/],
    'an unknown pseudo-header': [`${list.join(' ')} (created)`, /\(created\)/],
    'a header that was not sent': [`${list.join(' ')} content-type`, /not sent: `content-type`/],
  }
  for (const [mistake, [headers, says]] of Object.entries(cases)) {
    it(`finds: ${mistake}`, async () => {
      const explanation = await explained({ parts: { headers } })
      assert.match(explanation.reason, says)
      assert.equal(explanation.firstDifference?.in, 'headers list')
    })
  }
})

describe('the explanation of the clock', () => {
  it('tells a difference in seconds, ahead as positive', async () => {
    const explanation = await explained({ now: now.add({ seconds: 61 }) })
    assert.equal(explanation.clockDifferenceSeconds, -61)
    assert.match(explanation.reason, /61 seconds behind/)
    assert.equal(explanation.check, 'date')
  })

  it('recognises a time zone', async () => {
    const explanation = await explained({ now: now.subtract({ seconds: 3603 }) })
    assert.equal(explanation.clockDifferenceSeconds, 3603)
    assert.match(explanation.reason, /1 hours ahead: local time/)
  })
})

describe('an explanation', () => {
  it('never grows beyond its cap', async () => {
    const long = 'x'.repeat(20_000)
    const explanation = await explained({ headers: { 'psu-id': long }, signed: () => 'other' })
    for (const value of Object.values(explanation)) {
      if (typeof value === 'string') assert.ok(value.length <= 4096)
    }
  })

  it('takes bounded time', async () => {
    const nested = Buffer.from('['.repeat(15_000) + ']'.repeat(15_000))
    const hostile: Partial<Attempt>[] = [
      { certificate: rsa, signed: () => 'other' },
      { certificate: ec, signed: () => 'other' },
      { certificate: rsa, signed: () => 'other', headers: { 'psu-id': '%20'.repeat(9000) } },
      { certificate: ec, signed: () => 'other', headers: { 'psu-id': '%20'.repeat(9000) } },
      { body: nested },
      { body: Buffer.alloc(1 << 20, 'a') },
    ]
    for (const attempt of hostile) {
      const times: number[] = []
      for (let run = 0; run < 3; run++) {
        const start = process.hrtime.bigint()
        await explained(attempt)
        times.push(Number(process.hrtime.bigint() - start) / 1e6)
      }
      // Mostly 10 to 40 ms; the margin is for a busy machine.
      assert.ok(Math.min(...times) < 250, `${times} ms`)
    }
  })

  it('is given for any fault and any headers, without failing', () => {
    const name = fc.constantFrom('Date', 'Digest', 'Signature', 'PSU-ID', 'Host', 'X-Request-ID')
    const part = (key: string) => fc.string().map((value) => `${key}="${value}"`)
    const signature = fc
      .tuple(part('keyId'), part('algorithm'), part('headers'), part('signature'))
      .map((parts) => parts.join(','))
    const value = fc.oneof(fc.string(), signature, fc.constant('Sat, 14 Nov 2026 10:00:00 GMT'))
    const rawHeaders = fc.array(fc.tuple(name, value)).map((pairs) => pairs.flat())
    const reason = fc.constantFrom(...(Object.keys(faults) as FaultReason[]))
    const bytes = fc.uint8Array().map((content) => Buffer.from(content))
    fc.assert(
      fc.property(reason, rawHeaders, bytes, fc.boolean(), (why, raw, content, known) => {
        const certificate = known ? { identity: rsa.identity, publicKey: rsa.publicKey } : {}
        const context = { method: 'GET', target: '/v1', rawHeaders: raw, body: content, now }
        const explanation = explainFault(new SigningFault(why, 'x'), { ...context, ...certificate })
        assert.equal(explanation.check, faults[why][0])
        assert.ok(explanation.advice)
      }),
    )
  })

  it('does without a certificate', () => {
    const fault = new SigningFault('certificate-unreadable', 'The certificate cannot be read.')
    const rawHeaders = ['Host', 'x']
    const context = { method: 'GET', target: '/', rawHeaders, body: Buffer.alloc(0), now }
    assert.deepEqual(explainFault(fault, context), {
      check: 'certificate',
      reason: 'The certificate cannot be read.',
      advice: explainFault(fault, context).advice,
      headersToList: ['date', 'x-request-id'],
      signingString: '',
    })
  })
})
