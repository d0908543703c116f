import type { KeyObject } from 'node:crypto'
import type { Check } from './faults.ts'
import type { CertificateIdentity } from './identity.ts'

/** What a developer needs to mend a refused message; it repeats only what the caller sent. */
export interface Explanation {
  check: Check | 'trust'
  reason: string
  advice: string
  /** The one that the service built. */
  signingString?: string
  expectedKeyId?: string
  receivedKeyId?: string
  digest?: { expected: string; received: string | null }
  /** Positive when the caller's Date is ahead of the service. */
  clockDifferenceSeconds?: number
  headersToList?: string[]
  firstDifference?: FirstDifference
}

export interface FirstDifference {
  in: 'keyId' | 'digest' | 'signing string' | 'headers list' | 'algorithm'
  /** Counted in characters from 0. */
  at: number
  expected: string
  received: string
}

/** What a closer look adds to what the fault says by itself. */
export type Finding = Partial<Pick<Explanation, 'reason' | 'advice' | 'firstDifference'>>

/** All that the service has of the message. */
export interface ExplainContext {
  method: string
  /** Path and query as received. */
  target: string
  rawHeaders: readonly string[]
  body: Buffer
  now: Temporal.Instant
  identity?: CertificateIdentity | undefined
  publicKey?: KeyObject | undefined
}

const excerptLength = 60

export function firstDifference(
  where: FirstDifference['in'],
  expected: string,
  received: string,
): Pick<Finding, 'firstDifference'> {
  if (expected === received) return {}
  let at = 0
  while (at < expected.length && expected[at] === received[at]) at++
  const end = at + excerptLength
  return {
    firstDifference: {
      in: where,
      at,
      expected: expected.slice(at, end),
      received: received.slice(at, end),
    },
  }
}

/** Strings of bytes as a reader wants to see them: as UTF-8 where they are. */
export function display(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const longestEcho = 4096

export function clip(text: string): string {
  return text.length > longestEcho ? `${text.slice(0, longestEcho - 1)}…` : text
}
