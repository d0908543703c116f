import assert from 'node:assert/strict'
import { mod11Check } from './mod11.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

export type OrganisationNumberRefusal = Refusal<
  'organisation-number-format' | 'organisation-number-checksum'
>

/**
 * The nine digits of a Norwegian organisation number, written together or as `123 456 789`. The
 * first digit is not looked at: it is 8 or 9 in the register but others in public test data.
 */
export function parseOrganisationNumber(raw: string): Parsed<string, OrganisationNumberRefusal> {
  if (!/^(\d{9}|\d{3} \d{3} \d{3})$/.test(raw)) {
    return refused('organisation-number-format', 'An organisation number has 9 digits.')
  }
  const digits = raw.replaceAll(' ', '')
  if (mod11Check(digits.slice(0, 8)) !== Number(digits[8])) {
    return refused(
      'organisation-number-checksum',
      'The check digit of the organisation number does not match.',
    )
  }
  return parsed(digits)
}

/**
 * A different organisation number for every seed below five million, for the sandbox. They begin
 * with 3, so that none belongs to a company that exists.
 */
export function syntheticOrganisationNumber(seed: number): string {
  assert.ok(Number.isSafeInteger(seed) && seed >= 0)
  const serial = (seed % 5_000_000) * 2
  const number = withCheckDigit(serial) ?? withCheckDigit(serial + 1)
  assert.ok(number, 'of two neighbours at most one has no check digit')
  return number
}

function withCheckDigit(serial: number): string | undefined {
  const body = `3${String(serial).padStart(7, '0')}`
  const check = mod11Check(body)
  return check === 10 ? undefined : `${body}${check}`
}
