import { constants, hash, type KeyObject, verify } from 'node:crypto'
import { display, type Finding, firstDifference } from './explanation.ts'
import { type Draft, draftBytes, draftText, rightDraft, type SentRequest } from './mistake.ts'
import { recoverHash } from './recover.ts'
import { type Found, type Judge, type Limits, searchMistakes } from './search.ts'
import { type Reading, readSignatureValue } from './signature-value.ts'
import { signingBytes } from './signing-string.ts'

/** An RSA candidate costs a hash of microseconds; an ECDSA one a verification of 0.2 ms. */
const rsaLimits: Limits = { tries: 3000, bytes: 6_000_000 }
const ecLimits: Limits = { tries: 150, bytes: 1_000_000 }

const mostLines = 40

export interface SignatureToExplain {
  /** The text between the quotes of `signature`. */
  value: string
  lines: Draft['lines']
  publicKey: KeyObject
  request: SentRequest
}

/** Finds out what was signed, and so why the signature does not fit. */
export function explainSignature(wanted: SignatureToExplain): Finding | undefined {
  if (wanted.lines.length > mostLines) return undefined
  return wanted.publicKey.asymmetricKeyType === 'rsa' ? explainRsa(wanted) : explainEc(wanted)
}

function explainRsa(wanted: SignatureToExplain): Finding {
  const { publicKey, value } = wanted
  const size = Math.ceil((publicKey.asymmetricKeyDetails?.modulusLength ?? 0) / 8)
  const readings = readSignatureValue(value, (bytes) => bytes.length === size)
  for (const reading of readings) {
    const recovered = recoverHash(publicKey, reading.bytes)
    if (!recovered) continue
    const { algorithm = 'sha256', digest } = recovered
    const judge: Judge = (signed) => hashed(algorithm, signed)?.equals(digest) ?? false
    const found = searchMistakes(rightDraft(wanted.lines), wanted.request, judge, rsaLimits)
    return conclude(wanted, [reading.mistake, wrongHash(recovered.algorithm)], found)
  }
  return madeWithAnotherKey(wanted, readings, size)
}

function hashed(algorithm: string, bytes: Buffer): Buffer | undefined {
  try {
    return hash(algorithm, bytes, 'buffer')
  } catch {
    return undefined
  }
}

function wrongHash(algorithm: string | undefined): string | undefined {
  if (algorithm === 'sha256') return undefined
  return algorithm === undefined
    ? 'The bare hash was signed, without the DigestInfo that PKCS #1 puts around it.'
    : `The signature was made with ${algorithm.toUpperCase()}, not SHA-256.`
}

function madeWithAnotherKey(
  wanted: SignatureToExplain,
  readings: Reading[],
  size: number,
): Finding {
  const data = draftBytes(rightDraft(wanted.lines))
  if (readings.some(({ bytes }) => isPss(data, wanted.publicKey, bytes))) {
    return {
      reason: 'The signature was made with RSA-PSS padding.',
      advice: 'Sign with RSASSA-PKCS1-v1_5 and SHA-256 (SHA256withRSA).',
    }
  }
  if (readings.length === 0) {
    return {
      reason: `The signature is not ${size} bytes in base64, as the key of the certificate makes it.`,
      advice: 'Encode the bytes of the signature in base64 once, and check which key signs.',
    }
  }
  return anotherKey
}

const anotherKey: Finding = {
  reason: 'The signature was made with another key than that of the certificate.',
  advice: 'Sign with the private key that belongs to TPP-Signature-Certificate.',
}

function isPss(data: Buffer, key: KeyObject, signature: Buffer): boolean {
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants
  return verify('sha256', data, { key, padding, saltLength }, signature)
}

const rawLength = 64
const sequenceTag = 0x30

function explainEc(wanted: SignatureToExplain): Finding {
  const isDer = (bytes: Buffer) => bytes[0] === sequenceTag && bytes[1] === bytes.length - 2
  const looksRight = (bytes: Buffer) => isDer(bytes) || bytes.length === rawLength
  const [reading] = readSignatureValue(wanted.value, looksRight)
  if (!reading) {
    return {
      reason: 'The signature is not the DER of an ECDSA signature in base64.',
      advice: 'Encode the bytes of the DER signature in base64, once.',
    }
  }
  const raw = !isDer(reading.bytes)
  const dsaEncoding = raw ? 'ieee-p1363' : 'der'
  const key = { key: wanted.publicKey, dsaEncoding } as const
  const judge: Judge = (signed) => verify('sha256', signed, key, reading.bytes)
  const found = searchMistakes(rightDraft(wanted.lines), wanted.request, judge, ecLimits)
  const rawMistake = raw ? 'The signature is the raw pair r and s, not its DER form.' : undefined
  return conclude(wanted, [reading.mistake, rawMistake], found)
}

/** Puts together what is wrong with the bytes of the signature and with what was signed. */
function conclude(
  wanted: SignatureToExplain,
  about: (string | undefined)[],
  found: Found | undefined,
): Finding {
  const reasons = about.filter((sentence) => sentence !== undefined)
  const right = rightDraft(wanted.lines)
  if (!found) return unknownText(wanted, reasons)
  for (const { mistake, detail } of found.steps) {
    reasons.push(mistake.reason.endsWith(':') ? `${mistake.reason} ${detail}.` : mistake.reason)
  }
  const advice = new Set(found.steps.map(({ mistake }) => mistake.advice))
  if (about.some(Boolean)) {
    advice.add('Make the signature with SHA-256 and send its bytes in plain base64, once.')
  }
  const [expected, received] = [right, found.draft].map((draft) =>
    display(signingBytes(draftText(draft))),
  )
  return {
    reason: reasons.join(' '),
    advice: [...advice].join(' '),
    ...(found.draft.sign ? {} : firstDifference('signing string', expected ?? '', received ?? '')),
  }
}

function unknownText({ publicKey }: SignatureToExplain, reasons: string[]): Finding {
  const certain = publicKey.asymmetricKeyType === 'rsa'
  const sentence = certain
    ? 'The signature was made with the right key over another text, and none of the usual mistakes explains it.'
    : 'The signature was made with another key, or over another text than any usual mistake explains.'
  return {
    reason: [...reasons, sentence].join(' '),
    advice: 'Print your signing string and compare it with `signingString`, byte by byte.',
  }
}
