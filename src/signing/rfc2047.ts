import { decodeBase64 } from './base64.ts'
import { quote, SigningFault } from './faults.ts'

const beyondAscii = /[\u0080-\uffff]/
const wordStart = /=\?[^?\s]{1,60}\?[bq]\?/i

interface EncodedWord {
  charset: 'utf-8' | 'latin1'
  bytes: Buffer
}

/**
 * "The whole value is MIME-encoded per RFC 2047" when it holds letters beyond ASCII. A whole
 * header in one word is always longer than RFC 2047's 75 characters, so no length is enforced.
 */
export function decodeHeader(value: string): string {
  if (value.startsWith('=?')) return joinWords(splitWords(value).map(readWord))
  if (beyondAscii.test(value)) {
    throw new SigningFault(
      'header-not-ascii',
      'The header holds characters beyond ASCII and is not encoded as RFC 2047 says.',
    )
  }
  if (value.includes('=?') && wordStart.test(value)) throw partlyEncoded()
  return value
}

export function encodeHeader(value: string): string {
  return beyondAscii.test(value)
    ? `=?utf-8?B?${Buffer.from(value, 'utf8').toString('base64')}?=`
    : value
}

/** Far more words than an encoder that keeps to 75 characters makes of a Signature header. */
const mostWords = 100

function splitWords(value: string): string[] {
  const words = value.split(/[ \t\r\n]+/, mostWords + 1)
  if (words.length <= mostWords) return words
  throw new SigningFault('rfc2047-words', `The header has more than ${mostWords} encoded words.`)
}

function readWord(word: string): EncodedWord {
  if (!word.startsWith('=?')) throw partlyEncoded()
  const charsetEnd = word.indexOf('?', 2)
  const encodingEnd = charsetEnd < 0 ? -1 : word.indexOf('?', charsetEnd + 1)
  const end = encodingEnd < 0 ? -1 : word.indexOf('?=', encodingEnd + 1)
  if (end < 0) {
    throw new SigningFault('rfc2047-unfinished', 'The encoded word does not end with `?=`.')
  }
  if (end + 2 < word.length) throw partlyEncoded()
  const charset = readCharset(word.slice(2, charsetEnd))
  const encoding = word.slice(charsetEnd + 1, encodingEnd)
  return { charset, bytes: decodeText(encoding, word.slice(encodingEnd + 1, end)) }
}

/** RFC 2231 lets a language follow the charset: `utf-8*nb`. */
function readCharset(text: string): 'utf-8' | 'latin1' {
  const name = text.toLowerCase().split('*', 1)[0]
  if (name === 'utf-8') return 'utf-8'
  if (name === 'iso-8859-1' || name === 'us-ascii') return 'latin1'
  throw new SigningFault('rfc2047-charset', `The charset ${quote(text)} is not known here.`)
}

function decodeText(encoding: string, text: string): Buffer {
  if (/^b$/i.test(encoding)) return decodeB(text)
  if (/^q$/i.test(encoding)) return decodeQ(text)
  throw new SigningFault('rfc2047-encoding', `The encoding ${quote(encoding)} is neither B nor Q.`)
}

function decodeB(text: string): Buffer {
  const bytes = decodeBase64(text)
  if (!bytes) throw new SigningFault('rfc2047-base64', 'The encoded word holds no valid base64.')
  return bytes
}

function decodeQ(text: string): Buffer {
  const literal = text.replaceAll('_', ' ')
  const bytes = Buffer.alloc(literal.length)
  let length = 0
  for (let at = 0; at < literal.length; at++) {
    if (literal[at] !== '=') {
      bytes[length++] = literal.charCodeAt(at)
      continue
    }
    const digits = literal.slice(at + 1, at + 3)
    if (!/^[0-9A-Fa-f]{2}$/.test(digits)) {
      throw new SigningFault('rfc2047-q', 'In encoding Q two hexadecimal digits follow each `=`.')
    }
    bytes[length++] = Number.parseInt(digits, 16)
    at += 2
  }
  return bytes.subarray(0, length)
}

/** Encoders that cut by bytes may split a letter between two words, so bytes are joined first. */
function joinWords(words: EncodedWord[]): string {
  let text = ''
  for (let at = 0; at < words.length; ) {
    const charset = words[at]?.charset ?? 'utf-8'
    const run: Buffer[] = []
    for (; words[at]?.charset === charset; at++) run.push(words[at]?.bytes ?? Buffer.alloc(0))
    text += decodeBytes(charset, Buffer.concat(run))
  }
  return text
}

function decodeBytes(charset: 'utf-8' | 'latin1', bytes: Buffer): string {
  if (charset === 'latin1') return bytes.toString('latin1')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new SigningFault('rfc2047-bytes', 'The encoded bytes are not UTF-8.')
  }
}

const partlyEncoded = (): SigningFault =>
  new SigningFault('rfc2047-partial', 'Only a part of the header value is encoded.')
