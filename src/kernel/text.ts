import { type Parsed, parsed, type Refusal } from './parsed.ts'

/**
 * The bank's character set: what a Norwegian bank can carry to other banks and print on a statement.
 *
 * - Letters of Latin scripts, but not their full-width and ligature forms, which only look alike.
 * - 0 to 9; the digits of other scripts would slip past every check on numbers.
 * - All of printable ASCII and Latin-1 but the soft hyphen, which nobody can see.
 * - Dashes, quotation marks and a few signs that text programs put in by themselves; the currency
 *   signs; the Hawaiian and the Breton apostrophe, which are letters to those who write them.
 *
 * Line breaks are control characters and stay out: every text of the interface is one line.
 */
const letter = /^[[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]&&\p{Script=Latin}]$/v
const lookalike = /^[\u{fb00}-\u{fb06}\u{ff21}-\u{ff5a}]$/v
const sign =
  /^[\u{20}-\u{7e}\u{a0}-\u{ac}\u{ae}-\u{bf}×÷\u{2bb}\u{2bc}‐-―‘-‚“-„†-•…‰′″‹›⁄\u{20a0}-\u{20c0}№™−≈≠≤≥]$/v

/**
 * NFC leaves a mark by itself only where no composed letter exists, as in the Yoruba ọ̀. More than two
 * on one letter is not a name but a prank.
 */
const mark = /^[\u{300}-\u{36f}]$/v
const marksPerLetterMax = 2

const plain = /^[\u{20}-\u{7e}]*$/v
const unprintable = /^[\p{C}\p{Z}\p{M}]$/v

/** What a bank takes: all of the above, or of that only what its other systems can carry. */
export type CharacterSet = 'latin' | 'iso-8859-1' | 'swift-x'

const withinSet: Readonly<Record<CharacterSet, RegExp>> = {
  latin: /./sv,
  'iso-8859-1': /^[\u{20}-\u{ff}]$/v,
  'swift-x': /^[A-Za-z0-9 \/\-?:\(\).,'+]$/v,
}

/** Whether printable ASCII needs no closer look. */
export const takesAscii = (set: CharacterSet): boolean => set !== 'swift-x'

export interface ForeignCharacter {
  character: string
  /** As `U+1F600`. */
  codePoint: string
  /** Counted in code points of the normalised text; the first character is 1. */
  position: number
}

export interface TextRefusal extends Refusal<'foreign-character'>, ForeignCharacter {}

/** Whether one code point may stand by itself; a combining mark may not. */
export function isBankCharacter(codePoint: number): boolean {
  const character = String.fromCodePoint(codePoint)
  return sign.test(character) || isLetter(character)
}

/** The text in NFC, or the first character that the bank does not take. */
export function parseText(raw: string, set: CharacterSet = 'latin'): Parsed<string, TextRefusal> {
  if (takesAscii(set) && plain.test(raw)) return parsed(raw)
  const text = raw.normalize('NFC')
  const foreign = firstForeign(text, set)
  if (!foreign) return parsed(text)
  return { ok: false, reason: 'foreign-character', text: describe(foreign), ...foreign }
}

function isLetter(character: string): boolean {
  return letter.test(character) && !lookalike.test(character)
}

function firstForeign(text: string, set: CharacterSet): ForeignCharacter | undefined {
  let position = 0
  let marksAllowed = 0
  for (const character of text) {
    position += 1
    const within = withinSet[set].test(character)
    if (within && mark.test(character) && marksAllowed > 0) {
      marksAllowed -= 1
      continue
    }
    const code = character.codePointAt(0)!
    if (!within || !isBankCharacter(code)) {
      return { character, codePoint: printCodePoint(code), position }
    }
    marksAllowed = isLetter(character) ? marksPerLetterMax : 0
  }
  return undefined
}

function printCodePoint(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}

/** A control character or half a pair is named only: the sentence goes into JSON, logs and pages. */
function describe({ character, codePoint, position }: ForeignCharacter): string {
  const shown = unprintable.test(character) ? codePoint : `${codePoint} (${character})`
  return `Character ${position} is ${shown}, which the bank does not take; use Latin letters, digits and common punctuation.`
}
