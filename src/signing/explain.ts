import { explainAlgorithm } from './explain-algorithm.ts'
import { explainDigest } from './explain-digest.ts'
import { explainSignature } from './explain-signature.ts'
import { type ExplainedMessage, facts, readMessage } from './explained-message.ts'
import {
  clip,
  type ExplainContext,
  type Explanation,
  type Finding,
  firstDifference,
} from './explanation.ts'
import { type FaultReason, faults, type SigningFault } from './faults.ts'
import { requestTargetName } from './header-list.ts'

/** For a sandbox: why a message was refused, and what to change. Takes bounded time and space. */
export function explainFault(fault: SigningFault, context: ExplainContext): Explanation {
  const message = readMessage(context)
  return clipped({
    check: fault.check,
    reason: fault.text,
    advice: faults[fault.reason][1],
    ...facts(message),
    ...lookCloser(fault.reason, message),
  })
}

function lookCloser(reason: FaultReason, message: ExplainedMessage): Finding | undefined {
  const { context, headers, parts, lines } = message
  const { publicKey } = context
  if (reason === 'date-skew') return explainSkew(message)
  if (reason.startsWith('digest-')) {
    const header = headers.get('digest')
    return header === undefined ? undefined : explainDigest(header, context.body)
  }
  if (!parts) return undefined
  if (reason.startsWith('list-')) return compareLists(message, parts.headers)
  if (/^(key-id|serial|issuer)-/.test(reason)) {
    return firstDifference('keyId', context.identity?.keyId ?? '', parts.keyId)
  }
  if (!publicKey) return undefined
  if (reason === 'algorithm-wrong') return explainAlgorithm(parts.algorithm, publicKey)
  if (reason !== 'signature-base64' && reason !== 'signature-mismatch') return undefined
  return explainSignature({ value: parts.signature, lines, publicKey, request: message })
}

/** The list as it should be: the caller's own order, mended, and the missing names at the end. */
function compareLists({ lines }: ExplainedMessage, received: string): Finding {
  const names = received.split(/[ ,;\t]+/).map((name) => name.toLowerCase())
  const known = new Set(lines.map(([name]) => name))
  const kept = names.filter((name) => known.has(name) || name === requestTargetName)
  return firstDifference('headers list', [...new Set([...kept, ...known])].join(' '), received)
}

const hourMs = 3_600_000
const furthestZoneHours = 14

/** Whole or half hours off: the clock is right, and the time zone is not. */
function explainSkew({ clockDifferenceMs = 0 }: ExplainedMessage): Finding | undefined {
  const hours = Math.round((clockDifferenceMs / hourMs) * 2) / 2
  const rest = Math.abs(clockDifferenceMs - hours * hourMs)
  if (hours === 0 || Math.abs(hours) > furthestZoneHours || rest > 60_000) return undefined
  const side = hours > 0 ? 'ahead' : 'behind'
  return {
    reason: `The Date is ${Math.abs(hours)} hours ${side}: local time, it seems, written as GMT.`,
    advice: 'Convert the time to GMT before it is printed.',
  }
}

function clipped(explanation: Explanation): Explanation {
  const entries = Object.entries(explanation).map(([name, value]) => [name, clipValue(value)])
  return Object.fromEntries(entries)
}

function clipValue(value: unknown): unknown {
  if (typeof value === 'string') return clip(value)
  if (Array.isArray(value) || value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, clipValue(inner)]))
}
