import type { IncomingMessage } from 'node:http'
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
  code: string | undefined
  errorId: string | undefined
}

const requestIdRule = signingHeaders.find(({ name }) => name === 'X-Request-ID')

export function createExchange({ headers }: IncomingMessage): Exchange {
  const requestId = headers['x-request-id']
  const usable = typeof requestId === 'string' && requestIdRule?.valid(requestId)
  return {
    check: 'size',
    requestId: usable ? requestId : undefined,
    tppId: undefined,
    operation: undefined,
    signed: true,
    tppMessages: false,
    startedMs: performance.now(),
    code: undefined,
    errorId: undefined,
  }
}
