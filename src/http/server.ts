import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { TLSSocket } from 'node:tls'
import fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import { Problem } from '../kernel/problem.ts'
import type { Metrics } from '../observability/observability.ts'
import type { Timeline } from '../sandbox/sandbox.ts'
import type { Transaction } from '../storage/storage.ts'
import { isSigned, type Method, type Operation } from '../wire/operation.ts'
import { createElsewhere } from './elsewhere.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { type PageParts, pagePipeline } from './pages.ts'
import { type PipelineParts, pipeline } from './pipeline.ts'
import {
  bodyMax,
  bodyTooLarge,
  type Received,
  refuseOversize,
  refuseRepeatedHeaders,
  requireHost,
} from './received.ts'
import { createSend, type Send, type SendParts } from './send.ts'

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange
  }
  interface FastifyContextConfig {
    tppMessages?: boolean
  }
}

export interface ServerParts extends PipelineParts, SendParts {
  operations: readonly Operation<Transaction>[]
  metrics: Metrics
  pages?: PageParts
  /** Given in the sandbox only. */
  timeline?: Pick<Timeline, 'record'>
}

/** The operations as one listener, to be put on any number of ports. */
export async function createListener(parts: ServerParts): Promise<RequestListener> {
  const send = createSend(parts)
  const elsewhere = createElsewhere([...parts.operations, ...(parts.pages?.routes ?? [])])
  const app = fastify({
    bodyLimit: bodyMax,
    exposeHeadRoutes: false,
    // Ids are opaque and may be long; the request line bounds them.
    routerOptions: { maxParamLength: bodyMax },
    // A path that cannot be decoded comes here without having passed the hook.
    frameworkErrors: (error, request, reply) => {
      begin(request, reply.raw)
      const oversize = oversizeOf(request.raw)
      if (!oversize) request.exchange.check = 'route'
      send.failure(reply.hijack().raw, request.exchange, oversize ?? problemOf(error))
    },
  })
  keepBodiesRaw(app)
  app.decorateRequest('exchange')
  const begin = (request: FastifyRequest, response: ServerResponse) => {
    request.exchange = createExchange(request.raw, parts.clock.now())
    report(request, response, parts)
  }
  app.addHook('onRequest', (request, reply, next) => {
    const { raw } = request
    begin(request, reply.raw)
    refuseOversize(raw)
    requireHost(raw)
    refuseRepeatedHeaders(raw.rawHeaders, request.exchange.headers)
    // Read from rawHeaders in its turn; the framework would refuse some before check 2.
    raw.headers['content-type'] = undefined
    if (!request.is404) return next()
    request.exchange.check = 'route'
    const answer = elsewhere(raw.method ?? '', raw.url ?? '')
    send.answer(reply.hijack().raw, request.exchange, answer)
  })
  for (const operation of parts.operations) {
    const run = pipeline(parts, operation)
    app.route({
      ...routed(operation),
      config: { tppMessages: operation.contract.tppMessages ?? false },
      handler: async (request, reply) => {
        const { exchange } = request
        exchange.operation = operation.contract.id
        exchange.signed = isSigned(operation)
        const answer = await run(received(request), exchange)
        send.answer(reply.hijack().raw, exchange, answer)
      },
    })
  }
  if (parts.pages) servePages(app, parts.pages, parts, send)
  app.setErrorHandler((error, request, reply) => {
    request.exchange.tppMessages = request.routeOptions.config.tppMessages ?? false
    send.failure(reply.hijack().raw, request.exchange, problemOf(error))
  })
  await app.ready()
  return (request, response) => app.routing(request, response)
}

const routed = ({ method, path }: { method: Method; path: string }) => ({
  method: method === 'GET' ? ['GET', 'HEAD'] : method,
  url: path.replace(/\{(\w+)\}/g, ':$1'),
})

function servePages(app: FastifyInstance, pages: PageParts, parts: ServerParts, send: Send): void {
  for (const route of pages.routes) {
    const run = pagePipeline(pages, route, parts)
    app.route({
      ...routed(route),
      handler: async (request, reply) => {
        const { exchange } = request
        exchange.operation = route.id
        exchange.signed = false
        const { socket } = request.raw
        const from = { encrypted: socket instanceof TLSSocket, address: socket.remoteAddress ?? '' }
        const answer = await run({ ...received(request), ...from }, exchange)
        send.answer(reply.hijack().raw, exchange, answer)
      },
    })
  }
}

/** Digest and signature are over bytes: nothing is parsed before they have passed. */
function keepBodiesRaw(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

const noBody = Buffer.alloc(0)

function received({ raw, body, params, exchange }: FastifyRequest): Received {
  const { headers } = exchange
  const method = raw.method ?? ''
  const announcesBody =
    headers.has('transfer-encoding') || (headers.get('content-length') ?? '0') !== '0'
  if (announcesBody && (method === 'GET' || method === 'HEAD')) {
    throw new Problem('FORMAT_ERROR', `A ${method} request takes no body.`)
  }
  return {
    method,
    target: raw.url ?? '',
    headers,
    rawHeaders: raw.rawHeaders,
    path: params as Record<string, string>,
    body: Buffer.isBuffer(body) ? body : noBody,
  }
}

/** What the framework itself refuses, in the words of the interface. */
function problemOf(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error
  const { code, statusCode = 500 } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge()
  if (code === 'FST_ERR_BAD_URL') {
    return new Problem('RESOURCE_UNKNOWN', 'There is no such resource.')
  }
  return statusCode < 500 ? new Problem('FORMAT_ERROR', 'The request is malformed.') : error
}

function oversizeOf(request: IncomingMessage): unknown {
  try {
    refuseOversize(request)
    return undefined
  } catch (problem) {
    return problem
  }
}

/** One log line and one count for each request, also when the caller hangs up before the answer. */
function report(
  { exchange, raw }: FastifyRequest,
  response: ServerResponse,
  { log, metrics, timeline }: ServerParts,
): void {
  metrics.requestStarted()
  response.on('close', () => {
    const { operation, code, errorId, requestId, sca, tppId: tpp } = exchange
    const durationMs = performance.now() - exchange.startedMs
    // 499 is what proxies write for a caller that went away.
    const status = response.writableFinished ? response.statusCode : 499
    const isRefused = code !== undefined || sca !== undefined || exchange.stopped
    const check = isRefused ? exchange.check : undefined
    metrics.requestDone({ operation, status, code, durationMs })
    log.request({ requestId, tpp, operation, status, code, errorId, check, sca, durationMs })
    if (!timeline || exchange.provenTppId === undefined) return
    const { provenTppId: tppId, faultId, at } = exchange
    const { method = '', url: target = '' } = raw
    const refusal = { code, errorId, refusedAt: check, faultId }
    timeline.record({
      tppId,
      at,
      requestId,
      method,
      target,
      operation,
      status,
      durationMs,
      ...refusal,
    })
  })
}
