import { decodeBase64 } from './base64.ts'

export interface Reading {
  bytes: Buffer
  /** What is wrong with how the bytes are written; nothing for plain base64. */
  mistake?: string
}

const readings: readonly [mistake: string, read: (text: string) => Buffer | undefined][] = [
  ['The signature is encoded in base64 twice.', readTwice],
  ['The signature is hexadecimal text, not base64.', readHex],
  ['The signature is hexadecimal text that was encoded in base64.', readHexInside],
  ['The base64 of the signature lacks its padding (`=`).', readLoose],
  [
    'The signature is base64url (`-` and `_`), not plain base64.',
    (text) => readLoose(text.replaceAll('-', '+').replaceAll('_', '/')),
  ],
  ['The base64 of the signature is broken by white space.', (text) => readLoose(compact(text))],
  [
    'The `+` of the base64 of the signature became spaces.',
    (text) => readLoose(text.replaceAll(' ', '+')),
  ],
  ['The signature is URL-encoded.', readPercent],
]

/** All ways to read the signature that give bytes which could be one, the right way first. */
export function readSignatureValue(text: string, fits: (bytes: Buffer) => boolean): Reading[] {
  const found: Reading[] = []
  const plain = decodeBase64(text)
  if (plain && fits(plain)) found.push({ bytes: plain })
  for (const [mistake, read] of readings) {
    const bytes = read(text)
    if (bytes && fits(bytes) && !found.some((known) => known.bytes.equals(bytes))) {
      found.push({ bytes, mistake })
    }
  }
  return found
}

const compact = (text: string): string => text.replace(/\s/g, '')

function readLoose(text: string): Buffer | undefined {
  const bare = text.replaceAll('=', '')
  return decodeBase64(bare.padEnd(Math.ceil(bare.length / 4) * 4, '='))
}

function readHex(text: string): Buffer | undefined {
  const digits = text.replaceAll(':', '')
  return /^(?:[0-9a-fA-F]{2})+$/.test(digits) ? Buffer.from(digits, 'hex') : undefined
}

function readTwice(text: string): Buffer | undefined {
  const once = decodeBase64(text)
  return once && decodeBase64(compact(once.toString('latin1')))
}

function readHexInside(text: string): Buffer | undefined {
  const once = decodeBase64(text)
  return once && readHex(once.toString('latin1'))
}

function readPercent(text: string): Buffer | undefined {
  try {
    return text.includes('%') ? decodeBase64(decodeURIComponent(text)) : undefined
  } catch {
    return undefined
  }
}
