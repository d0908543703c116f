import { digestHeader } from './digest.ts'
import { display, type ExplainContext, type Explanation } from './explanation.ts'
import { headersToSign, readHeaderList, requestTargetName } from './header-list.ts'
import { type MessageHeaders, readRawHeaders } from './headers.ts'
import { parseHttpDate } from './http-date.ts'
import { type Draft, draftBytes, rightDraft } from './mistake.ts'
import { decodeHeader } from './rfc2047.ts'
import { parseSignatureHeader, type SignatureParts } from './signature-header.ts'
import { requestTarget } from './signing-string.ts'

/** The message read once, for all who look at it. */
export interface ExplainedMessage {
  context: ExplainContext
  headers: MessageHeaders
  /** Undefined when the Signature header cannot be read. */
  parts: SignatureParts | undefined
  headersToList: string[]
  /** What the service signs over: the caller's list, and what it should have named besides. */
  lines: Draft['lines']
  clockDifferenceMs: number | undefined
}

export function readMessage(context: ExplainContext): ExplainedMessage {
  const headers = readRawHeaders(context.rawHeaders)
  const parts = attempt(() => parseSignatureHeader(decodeHeader(headers.get('signature') ?? '')))
  const headersToList = headersToSign(headers.keys())
  const listed = attempt(() => readHeaderList(parts?.headers ?? '')) ?? []
  const values = new Map(headers).set(
    requestTargetName,
    requestTarget(context.method, context.target),
  )
  const lines = [...new Set([...listed, ...headersToList])].flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const clockDifferenceMs = attempt(() => aheadMs(headers.get('date') ?? '', context.now))
  return { context, headers, parts, headersToList, lines, clockDifferenceMs }
}

const aheadMs = (date: string, now: Temporal.Instant): number =>
  parseHttpDate(date, now).epochMilliseconds - now.epochMilliseconds

/** A message that was refused may be broken anywhere; what cannot be read is left out. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** What the service knows, whatever the fault is. */
export function facts(message: ExplainedMessage): Partial<Explanation> {
  const { context, headers, parts, headersToList, lines, clockDifferenceMs } = message
  const received = headers.get('digest')
  const algorithm = /^sha-512/i.test(received ?? '') ? 'SHA-512' : 'SHA-256'
  const hasDigest = received !== undefined || context.body.length > 0
  return {
    headersToList,
    signingString: display(draftBytes(rightDraft(lines))),
    ...(context.identity ? { expectedKeyId: context.identity.keyId } : {}),
    ...(parts ? { receivedKeyId: parts.keyId } : {}),
    ...(hasDigest
      ? { digest: { expected: digestHeader(context.body, algorithm), received: received ?? null } }
      : {}),
    ...(clockDifferenceMs === undefined
      ? {}
      : { clockDifferenceSeconds: Math.round(clockDifferenceMs / 1000) }),
  }
}
