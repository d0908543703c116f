import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { CurrencyCode } from './amount.ts'
import { Day } from './day.ts'
import { GivenAddress } from './payment-fields.ts'
import { CountryCode, Form, Name } from './text.ts'
import { checkFor, findingsMax } from './validate.ts'

const GivenCountry = GivenAddress.properties.country

test('says in words what is expected, and never as an expression', () => {
  const check = checkFor(
    Type.Object({
      name: Name(70),
      'a/b': Type.Optional(Form('^[0-9]{4}$', 'four digits')),
      lines: Type.Array(Type.Object({ country: CountryCode })),
      when: Type.String({ format: 'date' }),
      silent: Type.Optional(Type.String({ pattern: '^x$' })),
    }),
    'body',
  )
  const given = { name: ' ', 'a/b': 'x', lines: [{ country: 'no' }], when: '1.2.26', silent: 'y' }
  const findings = check(given).map(({ path, text }) => `${path} ${text}`)
  assert.deepEqual(findings.toSorted(), [
    'body/a~1b must be four digits',
    'body/lines/0/country must be two capital letters, such as NO',
    'body/name must be more than blanks',
    'body/silent must be written in another form',
    'body/when must be a date, such as 2026-11-16',
  ])
})

const told = (findings: readonly { path: string; text: string }[]) =>
  findings.map(({ path, text }) => `${path} ${text}`)

test('says what kind of code is expected where the list of them is long', () => {
  const check = checkFor(Type.Object({ currency: CurrencyCode, country: GivenCountry }), 'body')
  assert.deepEqual(told(check({ currency: 'XTS', country: 'XX' })), [
    'body/currency must be an ISO 4217 currency code that the bank takes, such as NOK',
    'body/country must be an ISO 3166-1 code of a country, two capital letters such as NO',
  ])
})

test('says once that a text is not the kind of text that it should be', () => {
  const check = checkFor(
    Type.Object({ name: Name(3), day: Day(), kind: Type.Enum(['A', 'B']) }),
    'body',
  )
  const foreign = ['name', 'day', 'kind'].map((name) => ({ path: `body/${name}`, text: 'foreign' }))
  assert.deepEqual(told(check({ name: '', day: '00', kind: 'x' }, foreign)), [
    'body/name must not have fewer than 1 characters',
    'body/day must be a date, such as 2026-11-16',
    'body/kind must be one of A, B',
  ])
  const long = check({ name: 'long', day: '2026-11-16', kind: 'A' }, foreign.slice(0, 1))
  assert.deepEqual(told(long), [
    'body/name must not have more than 3 characters',
    'body/name foreign',
  ])
  const fits = check({ name: 'o', day: '2026-11-16', kind: 'A' }, foreign.slice(0, 1))
  assert.deepEqual(told(fits), ['body/name foreign'])
})

test('finds something in each of a thousand parts, and goes past the limit where it stops', () => {
  const part = Type.Object({ name: Name(3) }, { additionalProperties: false })
  const check = checkFor(Type.Array(part), 'body')
  const parts = (count: number, each: object) => Array.from({ length: count }, () => each)
  assert.equal(check(parts(1000, { name: '', x: 1 })).length, 2000)
  for (const each of [{ name: '' }, { name: 'x', y: 1 }, {}]) {
    assert.ok(check(parts(3 * findingsMax, each)).length > findingsMax)
  }
})
