import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idnr } from '@navikt/fnrvalidator'
import fc from 'fast-check'
import { mod11Check, weightedMod11Check } from './mod11.ts'
import { parseNationalIdentity, syntheticBirthNumber } from './national-identity.ts'

const births = fc
  .integer({ min: 0, max: 67_000 })
  .map((days) => Temporal.PlainDate.from('1854-01-01').add({ days }))

/** Eleven digits with the check digits computed, the first of them `excess` too high. */
function numberOf(nine: string, excess = 0): string | undefined {
  const first = (weightedMod11Check(nine, [3, 7, 6, 1, 8, 9, 4, 5, 2]) + excess) % 11
  const second = mod11Check(`${nine}${first}`)
  return first > 9 || second > 9 ? undefined : `${nine}${first}${second}`
}

test('a synthetic number tells back the date it was made for', () => {
  fc.assert(
    fc.property(births, fc.nat(), (born, seed) => {
      const answer = parseNationalIdentity(syntheticBirthNumber(born, seed))
      assert.ok(answer.ok)
      assert.equal(answer.value.kind, 'birth-number')
      assert.ok(answer.value.synthetic)
      assert.equal(String(answer.value.birthDate), String(born))
    }),
  )
})

test('seeds count through the numbers of a day without repeating', () => {
  for (const [day, enough] of [
    ['1899-12-31', 170],
    ['1900-01-01', 350],
    ['1987-06-05', 350],
    ['2016-02-29', 350],
  ] as const) {
    const born = Temporal.PlainDate.from(day)
    const numbers = Array.from({ length: enough }, (_, seed) => syntheticBirthNumber(born, seed))
    assert.equal(new Set(numbers).size, enough)
  }
})

test('the individual number tells the century', () => {
  for (const [nine, born] of [
    ['010160000', '1960-01-01'],
    ['010100499', '1900-01-01'],
    ['010199500', '1899-01-01'],
    ['010154740', '1854-01-01'],
    ['010100500', '2000-01-01'],
    ['010139990', '2039-01-01'],
    ['010140901', '1940-01-01'],
    ['010199990', '1999-01-01'],
  ] as const) {
    const taken = neighbours(nine).map((number) => parseNationalIdentity(number))
    assert.ok(taken.length > 0)
    for (const answer of taken) {
      assert.ok(answer.ok)
      assert.equal(String(answer.value.birthDate), born)
    }
  }
})

test('a series that was never in use tells no date but is not refused', () => {
  for (const number of [...neighbours('010145600'), ...neighbours('010160750')]) {
    const answer = parseNationalIdentity(number)
    assert.ok(answer.ok)
    assert.equal(answer.value.birthDate, undefined)
  }
})

test('tells D-numbers and synthetic numbers from others', () => {
  for (const [date, kind, synthetic] of [
    ['150790', 'birth-number', false],
    ['550790', 'd-number', false],
    ['154790', 'birth-number', true],
    ['158790', 'birth-number', true],
    ['554790', 'd-number', true],
    ['558790', 'd-number', true],
  ] as const) {
    for (const number of neighbours(`${date}120`)) {
      const answer = parseNationalIdentity(number)
      assert.ok(answer.ok)
      assert.deepEqual([answer.value.kind, answer.value.synthetic], [kind, synthetic])
      assert.equal(String(answer.value.birthDate), '1990-07-15')
    }
  }
})

test('refuses dates that do not exist, also with all additions', () => {
  for (const date of [
    '000190',
    '320190',
    '310490',
    '290201',
    '150090',
    '151390',
    '400190',
    '720190',
    '810190',
    '154090',
    '155390',
    '158090',
    '159390',
  ]) {
    for (const number of neighbours(`${date}120`)) {
      const answer = parseNationalIdentity(number)
      assert.equal(answer.ok ? 'taken' : answer.reason, 'identity-date', number)
    }
  }
})

test('29 February depends on the century: 2000 had one, 1900 had not', () => {
  assert.ok(neighbours('290200500').every((number) => parseNationalIdentity(number).ok))
  assert.ok(neighbours('290200100').every((number) => !parseNationalIdentity(number).ok))
})

test('takes the first check digits of numbers issued from 2032, and then tells no birth date', () => {
  for (const excess of [1, 2, 3]) {
    const answers = neighbours('010132600', excess).map((number) => parseNationalIdentity(number))
    assert.ok(answers.length > 0)
    for (const answer of answers) {
      assert.ok(answer.ok)
      assert.equal(answer.value.birthDate, undefined)
    }
  }
  for (const excess of [4, 5, 6, 7, 8, 9, 10]) {
    for (const number of neighbours('010132600', excess)) {
      assert.ok(!parseNationalIdentity(number).ok)
    }
  }
})

test('refuses a birth after today when it is told what day it is', () => {
  const number = syntheticBirthNumber(Temporal.PlainDate.from('2026-10-02'), 1)
  assert.ok(parseNationalIdentity(number).ok)
  assert.ok(parseNationalIdentity(number, Temporal.PlainDate.from('2026-10-02')).ok)
  assert.ok(!parseNationalIdentity(number, Temporal.PlainDate.from('2026-10-01')).ok)
})

test('may be written with a space after the date, and in no other way', () => {
  const number = syntheticBirthNumber(Temporal.PlainDate.from('1990-07-15'), 3)
  assert.deepEqual(
    parseNationalIdentity(`${number.slice(0, 6)} ${number.slice(6)}`),
    parseNationalIdentity(number),
  )
  for (const raw of [`${number} `, number.slice(0, 10), `${number}0`, `${number}\n`, '']) {
    const answer = parseNationalIdentity(raw)
    assert.equal(answer.ok ? 'taken' : answer.reason, 'identity-format')
  }
})

test("agrees with the labour administration's validator on all numbers with a date", () => {
  const part = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(part(99), part(99), part(99), part(999), part(3), (day, month, year, own, k) => {
      const nine = [day, month, year].map((value) => String(value).padStart(2, '0')).join('')
      const number = numberOf(nine + String(own).padStart(3, '0'), k)
      if (!number || (day % 40 === 29 && month % 40 === 2)) return
      assert.equal(parseNationalIdentity(number).ok, idnr(number).status === 'valid', number)
    }),
    { numRuns: 20_000 },
  )
})

test('agrees with it on any eleven digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-7]\d[014589]\d{8}$/), (number) => {
      if (/^[26]9[048]2/.test(number)) return
      assert.equal(parseNationalIdentity(number).ok, idnr(number).status === 'valid', number)
    }),
    { numRuns: 20_000 },
  )
})

/** Some valid numbers that begin like this one: not every individual number has check digits. */
function neighbours(nine: string, excess = 0): string[] {
  return [0, 1, 2, 3, 4, 5]
    .map((step) => String(Number(nine.slice(6)) + step).padStart(3, '0'))
    .filter((own) => own[0] === nine[6])
    .map((own) => numberOf(nine.slice(0, 6) + own, excess))
    .filter((number) => number !== undefined)
}
