import type { IncomingMessage } from 'node:http'
import { Problem } from '../kernel/problem.ts'
import type { MessageHeaders } from '../signing/signing.ts'
import { singleHeaders } from '../wire/headers.ts'

/** A request as it came in: raw bytes and text, nothing parsed. */
export interface Received {
  method: string
  /** Path and query exactly as on the request line: that is what was signed. */
  target: string
  headers: MessageHeaders
  /** As they came, for the explanation of a refused signature. */
  rawHeaders: readonly string[]
  /** Parts of the path, decoded by the router. */
  path: Record<string, string>
  body: Buffer
}

const requestLineMax = 8 * 1024
const headersMax = 32 * 1024
export const bodyMax = 1024 * 1024

/** Larger than our own limits together, so that it is we who refuse, with a proper answer. */
export const parserHeaderMax = 48 * 1024

export function refuseOversize(request: IncomingMessage): void {
  const requestLine = (request.method?.length ?? 0) + (request.url?.length ?? 0) + 10
  if (requestLine > requestLineMax) {
    throw new Problem('URI_TOO_LONG', `The request line is longer than ${requestLineMax} bytes.`)
  }
  let size = 0
  for (const text of request.rawHeaders) size += text.length + 2
  if (size > headersMax) {
    throw new Problem('HEADERS_TOO_LARGE', `The headers are larger than ${headersMax} bytes.`)
  }
  if (Number(request.headers['content-length'] ?? 0) > bodyMax) throw bodyTooLarge()
}

export const bodyTooLarge = (): Problem =>
  new Problem('BODY_TOO_LARGE', `The body is larger than ${bodyMax} bytes.`)

/** RFC 9112 demands it of HTTP/1.1; Node would refuse by itself, without the error body. */
export function requireHost({ httpVersion, headers }: IncomingMessage): void {
  if (httpVersion !== '1.1' || headers.host !== undefined) return
  throw new Problem('FORMAT_ERROR', 'The header Host is required by HTTP/1.1.')
}

/**
 * Node joins or drops repeated headers, so a second PSU-ID or Date could slip past a check that
 * reads the first. Headers that mean one thing must come once.
 */
export function refuseRepeatedHeaders(
  rawHeaders: readonly string[],
  headers: MessageHeaders,
): void {
  if (headers.size * 2 === rawHeaders.length) return
  const seen = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? ''
    if (seen.has(name) && singleHeaders.has(name)) {
      throw new Problem('FORMAT_ERROR', `The header ${rawHeaders[i]} was sent more than once.`)
    }
    seen.add(name)
  }
}
