import type { IncomingMessage } from 'node:http'
import { type MessageHeaders, readRawHeaders } from '../signing/signing.ts'
import { signingHeaders } from '../wire/headers.ts'
import type { Trace } from './pipeline.ts'

/** One request and its answer, as the log and the metrics see them. */
export interface Exchange extends Trace {
  operation: string | undefined
  /** Whether the answer is signed: all are but those of unsigned operations. */
  signed: boolean
  /** Whether a refusal carries them. */
  tppMessages: boolean
  startedMs: number
  headers: MessageHeaders
  code: string | undefined
  errorId: string | undefined
}

const requestIdRule = signingHeaders.find(({ name }) => name === 'X-Request-ID')

export function createExchange({ rawHeaders }: IncomingMessage, at: Temporal.Instant): Exchange {
  const headers = readRawHeaders(rawHeaders)
  const requestId = headers.get('x-request-id')
  const usable = requestId !== undefined && requestIdRule?.valid(requestId)
  return {
    at,
    check: 'size',
    requestId: usable ? requestId : undefined,
    tppId: undefined,
    provenTppId: undefined,
    faultId: undefined,
    sca: undefined,
    operation: undefined,
    signed: true,
    tppMessages: false,
    startedMs: performance.now(),
    headers,
    code: undefined,
    errorId: undefined,
  }
}
