import type { KeyObject } from 'node:crypto'
import { type Finding, firstDifference } from './explanation.ts'
import { quote } from './faults.ts'
import { algorithmOf, type SigningAlgorithm } from './key.ts'

const misnomers: readonly (readonly [name: RegExp, sentence: string])[] = [
  [/^sha-?256$/i, 'That names the hash alone.'],
  [/^sha-?\d+with(rsa|ecdsa)/i, "That is Java's name; this header has its own."],
  [/^hs2019$/i, 'Later drafts hide the algorithm behind that name; here it is spelled out.'],
  [/^(rs|es|ps)\d{3}$/i, 'That is a name of JSON Web Signatures.'],
  [/^rsa-v1_5|^rsa-pss|^ecdsa-p\d/i, 'That is a name of RFC 9421.'],
  [/sha-?(1|384|512)$/i, 'Only SHA-256 is used for signatures.'],
]

export function explainAlgorithm(received: string, key: KeyObject): Finding {
  const expected = algorithmOf(key)
  return {
    reason: `algorithm is ${quote(received)}. ${whatIsWrong(received, expected)}`,
    advice: `Sign with ${printKind(expected)} and SHA-256, and write algorithm="${expected}".`,
    ...firstDifference('algorithm', expected, received),
  }
}

function whatIsWrong(received: string, expected: SigningAlgorithm): string {
  if (received.toLowerCase() === expected) return 'It is written in lower case.'
  const known = misnomers.find(([name]) => name.test(received))
  if (known) return known[1]
  const other = expected === 'rsa-sha256' ? 'ecdsa' : 'rsa'
  return received.toLowerCase().startsWith(other)
    ? `The key of the certificate is ${printKind(expected)}.`
    : 'It is not known here.'
}

const printKind = (algorithm: SigningAlgorithm): string =>
  algorithm === 'rsa-sha256' ? 'RSA (PKCS #1 v1.5)' : 'ECDSA on P-256'
