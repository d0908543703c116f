import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

export type BicRefusal = Refusal<'bic-format'>

/** The pattern of the interface document, held to both ends of the text. */
export const bicPattern = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/

export function parseBic(raw: string): Parsed<string, BicRefusal> {
  if (bicPattern.test(raw)) return parsed(raw)
  return refused('bic-format', 'A BIC has 8 or 11 capital letters and digits.')
}

/** Two-letter code of the country the bank is in. */
export function bicCountry(bic: string): string {
  return bic.slice(4, 6)
}
