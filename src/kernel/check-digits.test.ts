import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bbanFrom, parseBban } from './bban.ts'
import { ibanOf, parseIban } from './iban.ts'
import { kidCheckCharacter, kidKinds } from './kid.ts'
import { parseNationalIdentity, syntheticBirthNumber } from './national-identity.ts'
import { parseOrganisationNumber, syntheticOrganisationNumber } from './organisation-number.ts'

/** What people do wrong when they type a number, for every kind of number with a check digit. */
interface Kind {
  name: string
  valid: fc.Arbitrary<string>
  accepts: (text: string) => boolean
  /** Pairs of neighbours that the checksum cannot tell apart, as Luhn cannot tell 09 from 90. */
  blindTo?: string[]
}

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
const bban = digits(10)
  .map((list) => bbanFrom(list.join('')))
  .filter((number) => number !== undefined && !number.startsWith('0000'))
  .map(String)
const kidBody = fc.integer({ min: 1, max: 24 }).chain((length) => digits(length))
const kid = (kind: 'mod10' | 'mod11') =>
  kidBody.map((list) => list.join('') + kidCheckCharacter(list.join(''), kind))
const births = fc
  .integer({ min: 0, max: 67_000 })
  .map((days) => Temporal.PlainDate.from('1854-01-01').add({ days }))
const seeds = fc.nat({ max: 1_000_000 })

const kinds: Kind[] = [
  { name: 'account number', valid: bban, accepts: (text) => parseBban(text).ok },
  { name: 'Norwegian IBAN', valid: bban.map(ibanOf), accepts: (text) => parseIban(text).ok },
  {
    name: 'KID mod 10',
    valid: kid('mod10'),
    accepts: (text) => kidKinds(text).includes('mod10'),
    blindTo: ['09', '90'],
  },
  {
    name: 'KID mod 11',
    valid: kid('mod11'),
    accepts: (text) => kidKinds(text).includes('mod11'),
  },
  {
    name: 'birth number',
    valid: fc.tuple(births, seeds).map(([born, seed]) => syntheticBirthNumber(born, seed)),
    accepts: (text) => parseNationalIdentity(text).ok,
  },
  {
    name: 'organisation number',
    valid: seeds.map(syntheticOrganisationNumber),
    accepts: (text) => parseOrganisationNumber(text).ok,
  },
]

for (const { name, valid, accepts, blindTo = [] } of kinds) {
  test(`${name}: one that is made is taken`, () => {
    fc.assert(fc.property(valid, accepts))
  })

  test(`${name}: a single wrong digit is always found`, () => {
    fc.assert(
      fc.property(valid, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, where, by) => {
        const place = where % number.length
        if (!/\d/.test(number[place]!)) return
        const wrong = (Number(number[place]) + by) % 10
        assert.ok(!accepts(number.slice(0, place) + wrong + number.slice(place + 1)))
      }),
    )
  })

  test(`${name}: two neighbouring digits that change places are found`, () => {
    fc.assert(
      fc.property(valid, fc.nat(), (number, where) => {
        const place = where % (number.length - 1)
        const [a, b] = [number[place]!, number[place + 1]!]
        if (a === b || !/\d\d/.test(a + b) || blindTo.includes(a + b)) return
        assert.ok(!accepts(number.slice(0, place) + b + a + number.slice(place + 2)))
      }),
    )
  })

  test(`${name}: a digit too many or too few, or any other text, is refused without an error`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(accepts(`${text}x`), false)
      }),
    )
    if (!name.startsWith('KID')) {
      fc.assert(fc.property(valid, (number) => !accepts(number.slice(1)) && !accepts(`1${number}`)))
    }
  })
}
