import assert from 'node:assert/strict'
import { mod11Check } from './mod11.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

export type BbanRefusal = Refusal<'bban-format' | 'bban-register' | 'bban-checksum'>

/** Spaces or dots are taken only where Norwegians write them: `1234 56 78901`, `1234.56.78901`. */
const written = /^(\d{4})([ .]?)(\d{2})\2(\d{5})$/

/** A Norwegian account number as its 11 digits. */
export function parseBban(raw: string): Parsed<string, BbanRefusal> {
  const parts = written.exec(raw)
  if (!parts) return refused('bban-format', 'A Norwegian account number has 11 digits.')
  const digits = `${parts[1]}${parts[3]}${parts[4]}`
  if (digits.startsWith('0000')) {
    return refused('bban-register', 'No Norwegian bank has the register number 0000.')
  }
  if (mod11Check(digits.slice(0, 10)) !== Number(digits[10])) {
    return refused('bban-checksum', 'The check digit of the account number does not match.')
  }
  return parsed(digits)
}

export function formatBban(bban: string): string {
  assert.match(bban, /^\d{11}$/)
  return `${bban.slice(0, 4)} ${bban.slice(4, 6)} ${bban.slice(6)}`
}

/** The account number that begins with these ten digits, if a check digit exists for them. */
export function bbanFrom(tenDigits: string): string | undefined {
  assert.match(tenDigits, /^\d{10}$/)
  const check = mod11Check(tenDigits)
  return check === 10 ? undefined : `${tenDigits}${check}`
}
