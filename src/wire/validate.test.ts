import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { CountryCode, Form, Name } from './text.ts'
import { checkFor } from './validate.ts'

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
