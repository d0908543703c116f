import { quote, SigningFault } from './faults.ts'

const partNames = ['keyId', 'algorithm', 'headers', 'signature'] as const
type PartName = (typeof partNames)[number]

export type SignatureParts = Record<PartName, string>

/**
 * "Four parts, each written `name="value"` and joined by commas, in this order: keyId, algorithm,
 * headers, signature." White space around a comma is taken. A parameter that is not one of the
 * four is refused: to ignore `expires`, say, would be to honour what its sender called void.
 */
export function parseSignatureHeader(value: string): SignatureParts {
  if (/^signature\s+[^=\s]/i.test(value)) {
    throw new SigningFault('scheme-word', 'The header begins with the scheme word `Signature`.')
  }
  const found = new Map<PartName, string>()
  for (let at = 0; at <= value.length; ) at = readPart(value, at, found)
  return inOrder(found)
}

/** Reads one part into `found`, and gives the place after the comma that follows it. */
function readPart(value: string, start: number, found: Map<PartName, string>): number {
  const equals = value.indexOf('=', start)
  if (equals < 0) throw malformed(value, start)
  const name = readPartName(value.slice(start, equals).trim(), value, start)
  if (value[equals + 1] !== '"') {
    throw new SigningFault('part-not-quoted', `The value of \`${name}\` is not in double quotes.`)
  }
  if (found.has(name)) throw new SigningFault('part-twice', `The part \`${name}\` comes twice.`)
  const close = closingQuote(value, equals + 2)
  if (close < 0) {
    throw new SigningFault('part-malformed', `The value of \`${name}\` has no closing quote.`)
  }
  found.set(name, value.slice(equals + 2, close))
  return afterComma(value, close + 1)
}

function readPartName(name: string, value: string, start: number): PartName {
  const known = partNames.find((part) => part === name)
  if (known) return known
  const meant = partNames.find((part) => part.toLowerCase() === name.toLowerCase())
  if (meant) throw new SigningFault('part-unknown', `\`${meant}\` is written ${quote(name)}.`)
  if (!/^[A-Za-z]{1,40}$/.test(name)) throw malformed(value, start)
  throw new SigningFault('part-unknown', `The part ${quote(name)} is none of the four.`)
}

/** A quote behind a backslash is part of the value: RFC 2253 writes `\"` in names. */
function closingQuote(value: string, start: number): number {
  for (let at = value.indexOf('"', start); at >= 0; at = value.indexOf('"', at + 1)) {
    let backslashes = 0
    while (at - backslashes > start && value[at - backslashes - 1] === '\\') backslashes++
    if (backslashes % 2 === 0) return at
  }
  return -1
}

function afterComma(value: string, start: number): number {
  let at = start
  while (value[at] === ' ' || value[at] === '\t') at++
  if (at === value.length) return at + 1
  if (value[at] !== ',') throw malformed(value, at)
  return at + 1
}

function inOrder(found: Map<PartName, string>): SignatureParts {
  const missing = partNames.filter((name) => !found.has(name))
  if (missing.length > 0) {
    throw new SigningFault('part-missing', `The header has no ${missing.join(', no ')}.`)
  }
  const order = [...found.keys()]
  if (order.some((name, place) => name !== partNames[place])) {
    throw new SigningFault('part-order', `The parts stand in the order ${order.join(', ')}.`)
  }
  return Object.fromEntries(found) as SignatureParts
}

function malformed(value: string, at: number): SigningFault {
  const shown = value.slice(at).trim()
  const what = shown === '' ? 'the header ends' : `stands ${quote(shown)}`
  return new SigningFault(
    'part-malformed',
    `At character ${at + 1} ${what}, where \`name="value"\` or a comma is expected.`,
  )
}

export function printSignatureHeader(parts: SignatureParts): string {
  return partNames.map((name) => `${name}="${parts[name]}"`).join(',')
}
