import type { KeyObject } from 'node:crypto'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { type Random, systemRandom } from '../kernel/random.ts'
import {
  certificatesInPem,
  type MessageHeaders,
  readHeaderPairs,
  readRawHeaders,
} from '../signing/signing.ts'
import type { ErrorBody } from '../wire/problems.ts'
import { type CallOptions, type PreparedRequest, prepare, readCredentials } from './prepare.ts'
import { createTransport } from './transport.ts'
import { verifyAnswer } from './verify-answer.ts'

export interface TppClientOptions {
  /** Such as https://127.0.0.1:8443. */
  baseUrl: string
  /** The TPP's seal certificate and its key, in PEM. */
  certificate: string
  key: string | KeyObject
  /** PEM of the authorities behind the bank's TLS and answers; in the sandbox, its CA. */
  ca?: string
  /**
   * The common name or organizationIdentifier in the bank's seal. Without it, and with `ca`, the
   * seal of any bank (role PSP_AS) that the authority has issued is taken.
   */
  bank?: string
  /** Answers are verified unless this says not to. */
  verifyAnswers?: boolean
  timeoutMs?: number
  clock?: Clock
  random?: Random
}

export interface TppAnswer<Body = unknown> {
  status: number
  headers: MessageHeaders
  /** Parsed JSON; undefined when the answer has no body. */
  body: Body
}

/** A refusal by the bank, with the code and, in a sandbox, the explanation. */
export class TppError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly id: string | undefined
  readonly explanation: unknown
  readonly answer: TppAnswer

  constructor(answer: TppAnswer) {
    const body = answer.body as Partial<ErrorBody> | undefined
    super(body?.message ?? `The bank answered ${answer.status}.`)
    this.name = 'TppError'
    this.status = answer.status
    this.code = body?.code
    this.id = body?.id
    this.explanation = body?.explanation
    this.answer = answer
  }
}

export interface TppClient {
  /** Signs, sends, verifies the answer; throws a TppError for a refusal. */
  call<Body = unknown>(
    method: string,
    target: string,
    options?: CallOptions,
  ): Promise<TppAnswer<Body>>
  /** Signs without sending, to look at or to alter. */
  prepare(method: string, target: string, options?: CallOptions): PreparedRequest
  /** Sends a prepared request; a refusal is an answer like any other. */
  send(request: PreparedRequest): Promise<TppAnswer>
  close(): void
}

export function createTppClient(options: TppClientOptions): TppClient {
  const { clock = systemClock, random = systemRandom, ca, timeoutMs = 30_000 } = options
  const credentials = readCredentials(options.certificate, options.key)
  const expected = {
    ...(ca !== undefined && { authorities: certificatesInPem(ca) }),
    ...(options.bank !== undefined && { bank: options.bank }),
  }
  const transport = createTransport(options.baseUrl, {
    timeoutMs,
    ...(ca === undefined ? {} : { ca }),
  })
  const client: TppClient = {
    prepare: (method, target, call = {}) =>
      prepare(credentials, { clock, random }, { method, target, ...call }),

    async send(request) {
      const { status, rawHeaders, body } = await transport.send(request)
      const headers = readRawHeaders(rawHeaders)
      if (options.verifyAnswers ?? true) {
        const told = request.method === 'HEAD' ? undefined : body
        const requestId = readHeaderPairs(Object.entries(request.headers)).get('x-request-id')
        const receivedAt = clock.now()
        verifyAnswer({ status, headers, body: told, requestId, receivedAt }, expected)
      }
      return { status, headers, body: parse(headers, body) }
    },

    async call<Body>(method: string, target: string, call?: CallOptions) {
      const answer = await client.send(client.prepare(method, target, call))
      if (answer.status >= 400) throw new TppError(answer)
      return answer as TppAnswer<Body>
    },

    close: () => transport.close(),
  }
  return client
}

function parse(headers: MessageHeaders, body: Buffer): unknown {
  if (body.length === 0) return undefined
  const text = body.toString('utf8')
  return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
}
