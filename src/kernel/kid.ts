import assert from 'node:assert/strict'
import { mod11Check } from './mod11.ts'
import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'

/** The payee's bank agreed on one of these with the payee; a KID may satisfy both by chance. */
export type KidKind = 'mod10' | 'mod11'

export interface Kid {
  kid: string
  kinds: KidKind[]
}

export type KidRefusal = Refusal<'kid-format' | 'kid-checksum'>

/** Customer identification on a Norwegian invoice. Only a mod 11 check can be a hyphen. */
export function parseKid(raw: string): Parsed<Kid, KidRefusal> {
  if (!/^\d{1,24}[\d-]$/.test(raw)) {
    return refused('kid-format', 'A KID has 2 to 25 digits; the last one may be a hyphen.')
  }
  const kinds = kidKinds(raw)
  if (kinds.length > 0) return parsed({ kid: raw, kinds })
  return refused('kid-checksum', 'The check digit of the KID matches neither mod 10 nor mod 11.')
}

/** Which moduli the last character satisfies; none for what is no KID at all. */
export function kidKinds(kid: string): KidKind[] {
  if (!/^\d{1,24}[\d-]$/.test(kid)) return []
  const body = kid.slice(0, -1)
  const check = kid.slice(-1)
  return (['mod10', 'mod11'] as const).filter((kind) => kidCheckCharacter(body, kind) === check)
}

/** The character that makes a KID of the digits before it. */
export function kidCheckCharacter(body: string, kind: KidKind): string {
  assert.match(body, /^\d{1,24}$/)
  if (kind === 'mod10') return String(mod10Check(body))
  const check = mod11Check(body)
  return check === 10 ? '-' : String(check)
}

/** Luhn: every second digit from the right counts double, by the sum of its digits. */
function mod10Check(body: string): number {
  let sum = 0
  for (let place = 0; place < body.length; place += 1) {
    const product = Number(body[body.length - 1 - place]) * (place % 2 === 0 ? 2 : 1)
    sum += product > 9 ? product - 9 : product
  }
  return (10 - (sum % 10)) % 10
}
