import {
  createServer as createHttpServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import type { Log } from '../observability/observability.ts'
import { addressesIn } from './client-address.ts'
import { parserHeaderMax } from './received.ts'
import { refuseUnreadable } from './unreadable.ts'

export interface Listen {
  host: string
  port: number
}

export interface ListenersOptions {
  http: Listen | 'off'
  https: (Listen & { certificate: string; key: string }) | 'off'
  log: Pick<Log, 'info'>
  /** When given, plain HTTP is for these addresses only: a proxy that ends TLS. */
  httpOnlyFrom?: readonly string[]
}

export interface Listeners {
  httpUrl: string | undefined
  httpsUrl: string | undefined
  /** Takes no new requests, lets running ones finish, and cuts off what is left in the end. */
  stop(seconds: number): Promise<void>
}

const serverOptions: ServerOptions = {
  maxHeaderSize: parserHeaderMax,
  // We refuse a request without Host ourselves, with a proper answer.
  requireHostHeader: false,
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
}

export async function listen(
  answer: RequestListener,
  { http, https, httpOnlyFrom, log }: ListenersOptions,
): Promise<Listeners> {
  const { listener, sayGoodbye } = withGoodbye(answer)
  const servers: Server[] = []
  const opened: { httpUrl?: string; httpsUrl?: string } = {}
  if (http !== 'off') {
    const server = createHttpServer(serverOptions, listener)
    if (httpOnlyFrom) admitOnly(server, httpOnlyFrom)
    opened.httpUrl = `http://${await open(server, listener, http, log)}`
    servers.push(server)
  }
  if (https !== 'off') {
    const { certificate: cert, key } = https
    const tls = { ...serverOptions, cert, key, minVersion: 'TLSv1.2' as const }
    const server = createHttpsServer(tls, listener)
    opened.httpsUrl = `https://${await open(server, listener, https, log)}`
    servers.push(server)
  }
  return {
    httpUrl: opened.httpUrl,
    httpsUrl: opened.httpsUrl,
    stop: async (seconds) => {
      sayGoodbye()
      await Promise.all(servers.map((server) => close(server, seconds)))
    },
  }
}

/** Once a stop has begun, every answer tells its caller not to use the connection again. */
function withGoodbye(answer: RequestListener) {
  const running = new Set<ServerResponse>()
  let leaving = false
  const tell = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('Connection', 'close')
  }
  const listener: RequestListener = (request, response) => {
    running.add(response)
    response.on('close', () => running.delete(response))
    if (leaving) tell(response)
    answer(request, response)
  }
  const sayGoodbye = () => {
    leaving = true
    for (const response of running) tell(response)
  }
  return { listener, sayGoodbye }
}

async function open(
  server: Server,
  listener: RequestListener,
  { host, port }: Listen,
  log: Pick<Log, 'info'>,
): Promise<string> {
  // Past a limit Node would drop headers silently; their size is bounded already.
  server.maxHeadersCount = 0
  server.on('clientError', refuseUnreadable(log))
  // Node would answer 417 without a body; an expectation that is not known may be passed over.
  server.on('checkExpectation', listener)
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen({ host, port }, listening.resolve)
  await listening.promise
  server.off('error', listening.reject)
  const { address, port: actual } = server.address() as AddressInfo
  return `${isIPv6(address) ? `[${address}]` : address}:${actual}`
}

async function close(server: Server, seconds: number): Promise<void> {
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  server.closeIdleConnections()
  const cutOff = setTimeout(() => server.closeAllConnections(), seconds * 1000)
  await closed.promise
  clearTimeout(cutOff)
}

function admitOnly(server: Server, ranges: readonly string[]): void {
  const admitted = addressesIn(ranges)
  server.on('connection', (socket: Socket) => {
    if (!admitted.have(socket.remoteAddress ?? '')) socket.destroy()
  })
}
