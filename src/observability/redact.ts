/** A log may name a case, never a person: these are masked in any text that goes to one. */

/** One gap as people write it between groups of digits, also inside a URL. */
const GAP = '(?:[\\s.+-]|%20)'
const WORD = '[A-Za-z0-9]'

const UUID = /(?<![A-Za-z0-9])([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})(?![A-Za-z0-9])/

/**
 * In order of precedence where two begin at the same letter. Every pattern swallows the digits and
 * letters that follow, so that a neighbour cannot make it end in the middle of a number. Each
 * repetition is bounded or moves on for good: a hostile text costs no more than a long one.
 */
const masks: readonly (readonly [name: string, pattern: string])[] = [
  // Without an end it was cut off: then the rest is masked.
  ['pem', '-----BEGIN [^-]{1,40}-----(?:[^]*?-----END [^-]{1,40}-----|[^]*)'],
  ['base64', '(?:[A-Za-z0-9+/_-]|%[0-9A-Fa-f]{2}|\\\\[/nr]){64,}={0,2}'],
  ['email', '[^\\s@<>"(),:;[\\]\\\\=&?/]{0,64}(?:@|%40)[\\p{L}\\p{N}.-]{0,250}\\.\\p{L}{2,}'],
  // Compact; then all digits with any gaps, as in Norway; then in groups of four, where a group
  // with a digit tells it from a sentence after a word such as `row42`.
  ['iban', `[A-Za-z]{2}\\d{2}${WORD}{11,}`],
  ['iban', `[A-Za-z]{2}\\d{2}(?:${GAP}?\\d){11,}`],
  [
    'iban',
    `[A-Za-z]{2}\\d{2}(?=(?:${GAP}${WORD}{4}){0,2}${GAP}[A-Za-z]{0,3}\\d)` +
      `(?:${GAP}${WORD}{4}(?!${WORD})){2,}${GAP}${WORD}+`,
  ],
  // National ids and account numbers: 11 in a row, 4-2-5 and 6-5.
  ['digits', '\\d{11,}'],
  ['digits', `\\d{4,}${GAP}\\d{2}${GAP}\\d{5,}`],
  ['digits', `\\d{6,}${GAP}\\d{5,}`],
]

const MASKED = new RegExp(masks.map(([, pattern]) => `(${pattern})`).join('|'), 'gu')
/** Most short texts have nothing of the kind, and a request pays for each look. */
const SUSPICIOUS = /(?:\d\D{0,3}){11}|[A-Za-z]{2}\d{2}|@|%40|-----BEGIN/

const WHOLE_UUID = new RegExp(`^${UUID.source}$`)

export function redact(text: string): string {
  if (text.length === 36 && WHOLE_UUID.test(text)) return text
  if (text.length < 64 && !SUSPICIOUS.test(text)) return text
  // Identifiers of ours must stay searchable, and their digits are no account number.
  const parts = text.split(UUID)
  return parts.map((part, index) => (index % 2 === 1 ? part : redactPart(part))).join('')
}

function redactPart(part: string): string {
  return part.replace(MASKED, (...groups) => {
    const index = masks.findIndex((_, mask) => groups[mask + 1] !== undefined)
    return `[${masks[index]![0]}]`
  })
}
