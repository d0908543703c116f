import type { ServerResponse } from 'node:http'
import type { Clock } from '../kernel/clock.ts'
import { Problem } from '../kernel/problem.ts'
import type { Random } from '../kernel/random.ts'
import type { Log } from '../observability/observability.ts'
import { formatHttpDate } from '../signing/signing.ts'
import { errorBody, problemCode, problemStatus } from '../wire/problems.ts'
import { faultBody } from '../wire/sandbox-faults.ts'
import { type Answer, renderJson } from './answer.ts'
import type { Exchange } from './exchange.ts'
import type { SignAnswer } from './sign-answer.ts'
import { Struck } from './struck.ts'

export interface SendParts {
  clock: Clock
  random: Random
  log: Log
  signAnswer: SignAnswer | undefined
}

export interface Send {
  answer(response: ServerResponse, exchange: Exchange, answer: Answer): void
  /** Anything thrown: a problem is told, a bug is logged and told as SYSTEM_ERROR. */
  failure(response: ServerResponse, exchange: Exchange, error: unknown): void
}

export function createSend({ clock, random, log, signAnswer }: SendParts): Send {
  function answer(response: ServerResponse, exchange: Exchange, given: Answer) {
    const { status, headers, body, cookies = [] } = given
    const complete: Record<string, string> = {
      Date: formatHttpDate(clock.now()),
      ...headers,
      'Cache-Control': headers['Cache-Control'] ?? 'no-store',
      'X-Content-Type-Options': 'nosniff',
    }
    if (exchange.requestId !== undefined) complete['X-Request-ID'] = exchange.requestId
    if (exchange.signed) signAnswer?.(complete, body)
    if (status !== 204) complete['Content-Length'] = String(Buffer.byteLength(body))
    if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
    response.writeHead(status, complete)
    response.end(body)
  }

  function failure(response: ServerResponse, exchange: Exchange, error: unknown) {
    const id = random.uuid()
    if (error instanceof Struck) return struck(response, exchange, error, id)
    const problem = error instanceof Problem ? error : systemError(error)
    exchange.errorId = id
    exchange.code = problemCode(problem.code)
    if (problemStatus(problem.code) >= 500) {
      log.fault(id, problem.cause ?? error, { operation: exchange.operation })
    }
    const status = problemStatus(problem.code)
    answer(
      response,
      exchange,
      renderJson(status, problem.headers, errorBody(id, problem, exchange)),
    )
  }

  function struck(response: ServerResponse, exchange: Exchange, { fault }: Struck, id: string) {
    if (fault.drop || fault.status === undefined) {
      response.destroy()
      return
    }
    const body = faultBody(id, fault.status, { ...exchange, code: fault.code })
    exchange.errorId = id
    exchange.code = body.code
    const headers: Record<string, string> = fault.status === 429 ? { 'Retry-After': '1' } : {}
    answer(response, exchange, renderJson(fault.status, headers, body))
  }

  return { answer, failure }
}

const systemError = (cause: unknown): Problem =>
  new Problem(
    'SYSTEM_ERROR',
    'Something went wrong on our side; the id above finds it in our log.',
    {
      cause,
    },
  )
