import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { makeCertificate, makeKeys, type TestCertificate } from './certificate.fixture.ts'
import { type Attempt, body, explainAttempt } from './refusal.fixture.ts'
import { digestHeader } from './signing.ts'

let certificate: TestCertificate

before(async () => {
  certificate = await makeCertificate(await makeKeys('ec'))
})

const text = body.toString('utf8')
const digest = (bytes: Buffer | string, algorithm = 'sha256') => hash(algorithm, bytes, 'base64')

describe('the explanation of the digest', () => {
  const value = (it: string) => ({ headers: { digest: it } })
  const cases: Record<string, [attempt: Partial<Attempt>, says: RegExp]> = {
    'CR LF in the body': [
      { body: Buffer.from('{\r\n}'), ...value(digestHeader(Buffer.from('{\n}'))) },
      /LF where CR LF was sent/,
    ],
    'LF in the body': [
      { body: Buffer.from('{\n}'), ...value(digestHeader(Buffer.from('{\r\n}'))) },
      /CR LF where LF was sent/,
    ],
    'newline lost': [value(`SHA-256=${digest(`${text}\n`)}`), /newline at its end/],
    'newline added': [{ body: Buffer.from(`${text}\n`) }, /without/],
    'indent of two': [
      value(`SHA-256=${digest(JSON.stringify(JSON.parse(text), null, 2))}`),
      /anew as JSON, with two spaces/,
    ],
    'indent of four': [
      value(`SHA-256=${digest(JSON.stringify(JSON.parse(text), null, 4))}`),
      /with four spaces/,
    ],
    tabs: [value(`SHA-256=${digest(JSON.stringify(JSON.parse(text), null, '\t'))}`), /with tabs/],
    'sent with spaces, hashed without': [
      { body: Buffer.from(JSON.stringify(JSON.parse(text), null, 2)) },
      /anew as JSON, without spaces/,
    ],
    'Python spaces': [
      value(`SHA-256=${digest('{"amount": "12.50", "name": "Blåbær"}')}`),
      /space after commas/,
    ],
    'Python escapes': [
      value(`SHA-256=${digest('{"amount": "12.50", "name": "Bl\\u00e5b\\u00e6r"}')}`),
      /letters escaped and spaces/,
    ],
    'ISO-8859-1': [value(`SHA-256=${digest(Buffer.from(text, 'latin1'))}`), /ISO-8859-1/],
    'UTF-8 twice': [
      value(`SHA-256=${digest(Buffer.from(body.toString('latin1'), 'utf8'))}`),
      /UTF-8 twice/,
    ],
    'JSON twice': [value(`SHA-256=${digest(JSON.stringify(text))}`), /as a JSON string/],
    'byte order mark': [value(`SHA-256=${digest(`\ufeff${text}`)}`), /with a byte order mark/],
    'empty body': [value(`SHA-256=${digest('')}`), /empty body/],
    'SHA-512 named SHA-256': [value(`SHA-256=${digest(body, 'sha512')}`), /length of SHA-512/],
    'SHA-256 named SHA-512': [value(`SHA-512=${digest(body)}`), /length of SHA-256/],
    MD5: [value(`MD5=${digest(body, 'md5')}`), /named `MD5`; only/],
    'SHA-1': [value(`SHA-1=${digest(body, 'sha1')}`), /named `SHA-1`; only/],
    'SHA-1 named SHA-256': [value(`SHA-256=${digest(body, 'sha1')}`), /length of SHA-1/],
    'misspelt algorithm': [value(`SHA256=${digest(body)}`), /named `SHA256`; only/],
    hex: [value(`SHA-256=${hash('sha256', body, 'hex')}`), /hexadecimal text, not base64/],
    'base64 of hex': [
      value(`SHA-256=${Buffer.from(hash('sha256', body, 'hex')).toString('base64')}`),
      /hexadecimal text that was encoded/,
    ],
    base64url: [value(`SHA-256=${hash('sha256', body, 'base64url')}`), /padding|base64url/],
    'no prefix': [value(digest(body)), /algorithm is missing/],
    'something else': [value(`SHA-256=${digest('other')}`), /not that of the body that arrived/],
    'no digest at all': [value('SHA-256=abc'), /no digest in base64/],
    'one right, one wrong': [
      value(`${digestHeader(body)}, SHA-512=${digest(body)}`),
      /length of SHA-256/,
    ],
  }
  for (const [mistake, [attempt, says]] of Object.entries(cases)) {
    it(`finds: ${mistake}`, async () => {
      const explanation = await explainAttempt({ certificate, ...attempt })
      assert.ok(explanation, 'the request was accepted')
      assert.match(explanation.reason, says)
      assert.equal(explanation.check, 'digest')
      assert.equal(explanation.firstDifference?.in, 'digest')
      assert.ok(explanation.digest?.expected.startsWith('SHA-'))
    })
  }
})
