import { getCountrySpecifications } from 'ibantools'
import { parseBban } from './bban.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

export type IbanRefusal = Refusal<
  'iban-format' | 'iban-country' | 'iban-length' | 'iban-structure' | 'iban-checksum' | 'iban-bban'
>

interface Structure {
  length: number
  bban: RegExp
}

/**
 * Only the table comes from the library. Its check is not used, since it also computes national
 * check digits of other countries, and refusing a good account abroad is worse than sending on a
 * bad one, which the receiving bank returns.
 */
const structures = new Map<string, Structure>(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars, bban_regexp }]) =>
    chars && bban_regexp ? [[country, { length: chars, bban: new RegExp(bban_regexp) }]] : [],
  ),
)

/** The IBAN in its electronic form: no spaces, capital letters. */
export function parseIban(raw: string): Parsed<string, IbanRefusal> {
  const iban = raw.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) {
    return refused('iban-format', 'An IBAN is two letters, two digits and an account number.')
  }
  const structure = structures.get(iban.slice(0, 2))
  if (!structure) return refused('iban-country', 'No country with these two letters has IBANs.')
  if (iban.length !== structure.length) {
    return refused('iban-length', `An IBAN of this country has ${structure.length} characters.`)
  }
  if (!structure.bban.test(iban.slice(4))) {
    return refused('iban-structure', 'Letters and digits are not where this country has them.')
  }
  if (remainder97(rearranged(iban)) !== 1 || !hasCanonicalCheckDigits(iban)) {
    return refused('iban-checksum', 'The check digits of the IBAN do not match.')
  }
  if (iban.startsWith('NO') && !parseBban(iban.slice(4)).ok) {
    return refused('iban-bban', 'The account number in the Norwegian IBAN is not valid.')
  }
  return parsed(iban)
}

/** The Norwegian IBAN of an account number. */
export function ibanOf(bban: string): string {
  const checkDigits = 98 - remainder97(rearranged(`NO00${bban}`))
  return `NO${String(checkDigits).padStart(2, '0')}${bban}`
}

/** The Norwegian account number in an IBAN, or nothing when the account is in another country. */
export function bbanOf(iban: string): string | undefined {
  return iban.startsWith('NO') ? iban.slice(4) : undefined
}

/** In groups of four, as people read it. */
export function formatIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ')
}

/** 00, 01 and 99 satisfy the remainder too but are never issued: 02 to 98 are. */
function hasCanonicalCheckDigits(iban: string): boolean {
  const checkDigits = Number(iban.slice(2, 4))
  return checkDigits >= 2 && checkDigits <= 98
}

function rearranged(iban: string): string {
  return iban.slice(4) + iban.slice(0, 4)
}

/** Digit by digit, since the whole number is far beyond 2^53. */
function remainder97(text: string): number {
  let rest = 0
  for (let place = 0; place < text.length; place += 1) {
    const value = numberFor(text.charCodeAt(place))
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** Letters count as 10 to 35, and stand behind the digits in the character set. */
const numberFor = (code: number): number => (code < 65 ? code - 48 : code - 55)
