import assert from 'node:assert/strict'
import { mod11Check, weightedMod11Check } from './mod11.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

/**
 * `birth-number` is the fødselsnummer of residents, `d-number` what others get. Synthetic numbers
 * have 80 added to the month (the tax administration's test population) or 40 (H-numbers, also
 * used for test people); nobody alive has one.
 */
export interface NationalIdentity {
  number: string
  kind: 'birth-number' | 'd-number'
  synthetic: boolean
  /** Missing when the number does not tell the century, as those issued from 2032 do not. */
  birthDate?: Temporal.PlainDate
}

export type NationalIdentityRefusal = Refusal<
  'identity-format' | 'identity-checksum' | 'identity-date'
>

const firstCheckWeights = [3, 7, 6, 1, 8, 9, 4, 5, 2]

/** `today` refuses births to come; leave it out where no clock is at hand. */
export function parseNationalIdentity(
  raw: string,
  today?: Temporal.PlainDate,
): Parsed<NationalIdentity, NationalIdentityRefusal> {
  const number = raw.replace(/^(\d{6}) (\d{5})$/, '$1$2')
  if (!/^\d{11}$/.test(number)) {
    return refused('identity-format', 'A national identity number has 11 digits.')
  }
  const excess = firstCheckExcess(number)
  if (excess > 3 || mod11Check(number.slice(0, 10)) !== Number(number[10])) {
    return refused('identity-checksum', 'The check digits of the identity number do not match.')
  }
  const day = Number(number.slice(0, 2))
  const month = Number(number.slice(2, 4))
  const birth = birthYearMayBe(number, excess > 0).map((year) =>
    existingDate(year, month % 40, day % 40),
  )
  const birthDate = birth.length === 1 ? birth[0] : undefined
  if (!birth.some(Boolean) || day > 71 || isAfter(birthDate, today)) {
    return refused('identity-date', 'The identity number does not begin with a date of birth.')
  }
  return parsed({
    number,
    kind: day > 40 ? 'd-number' : 'birth-number',
    synthetic: month > 40,
    ...(birthDate && { birthDate }),
  })
}

/**
 * A synthetic birth number (month + 80) of someone born that day. Seeds count through the numbers
 * of the day, over 350 of them (over 170 before 1900), and then begin again.
 */
export function syntheticBirthNumber(born: Temporal.PlainDate, seed: number): string {
  assert.ok(Number.isSafeInteger(seed) && seed >= 0)
  const numbers = syntheticNumbersOf(born)
  return numbers[seed % numbers.length]!
}

function syntheticNumbersOf(born: Temporal.PlainDate): string[] {
  const series = centurySeries.find(({ from, to }) => born.year >= from && born.year <= to)
  assert.ok(series, 'numbers exist for people born from 1854 to 2039')
  const date = twoDigits(born.day) + twoDigits(born.month + 80) + twoDigits(born.year % 100)
  const numbers: string[] = []
  for (let individual = series.first; individual <= series.last; individual += 1) {
    const nine = date + String(individual).padStart(3, '0')
    const ten = nine + weightedMod11Check(nine, firstCheckWeights)
    if (ten.length > 10) continue
    const check = mod11Check(ten)
    if (check < 10) numbers.push(`${ten}${check}`)
  }
  return numbers
}

/** The three digits after the date tell the century. */
const centurySeries = [
  { from: 1900, to: 1999, first: 0, last: 499 },
  { from: 1854, to: 1899, first: 500, last: 749 },
  { from: 2000, to: 2039, first: 500, last: 999 },
  { from: 1940, to: 1999, first: 900, last: 999 },
]

/** From 2032 on, and in series that were never in use, the year may be of any century. */
function birthYearMayBe(number: string, issuedFrom2032: boolean): number[] {
  const individual = Number(number.slice(6, 9))
  const years = [1800, 1900, 2000].map((century) => century + Number(number.slice(4, 6)))
  const told = years.filter((year) =>
    centurySeries.some(
      ({ from, to, first, last }) =>
        year >= from && year <= to && individual >= first && individual <= last,
    ),
  )
  return told.length === 1 && !issuedFrom2032 ? told : years
}

/**
 * How far the first check digit is from the one computed. Until 2031 it is always equal; numbers
 * issued from 2032 may be 1, 2 or 3 above it, counted modulo 11.
 */
function firstCheckExcess(number: string): number {
  const computed = weightedMod11Check(number.slice(0, 9), firstCheckWeights)
  return (Number(number[9]) - computed + 11) % 11
}

function existingDate(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  if (month < 1 || month > 12 || day < 1) return undefined
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return day <= first.daysInMonth ? first.with({ day }) : undefined
}

function isAfter(date?: Temporal.PlainDate, today?: Temporal.PlainDate): boolean {
  return Boolean(date && today && Temporal.PlainDate.compare(date, today) > 0)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
