import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { PreparedRequest } from './prepare.ts'

export interface RawAnswer {
  status: number
  rawHeaders: string[]
  body: Buffer
}

export interface Transport {
  send(request: PreparedRequest): Promise<RawAnswer>
  close(): void
}

/** Sends requests as they are: no redirects, no retries, no header added but Host and length. */
export function createTransport(
  baseUrl: string,
  options: { ca?: string; timeoutMs: number },
): Transport {
  const base = new URL(baseUrl)
  const secure = base.protocol === 'https:'
  const agent = secure
    ? new HttpsAgent({ keepAlive: true, ...(options.ca === undefined ? {} : { ca: options.ca }) })
    : new HttpAgent({ keepAlive: true })
  const open = secure ? httpsRequest : httpRequest
  return {
    close: () => agent.destroy(),
    send: ({ method, target, headers, body }) => {
      const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
      const { hostname, port } = base
      const host = hostname.replace(/^\[|\]$/g, '')
      const length = body.length > 0 ? { 'Content-Length': String(body.length) } : {}
      const outgoing = open(
        { agent, host, port, method, path: target, headers: { ...headers, ...length } },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              rawHeaders: answer.rawHeaders,
              body: Buffer.concat(chunks),
            }),
          )
        },
      )
      outgoing.setTimeout(options.timeoutMs, () =>
        outgoing.destroy(new Error(`no answer within ${options.timeoutMs} ms`)),
      )
      outgoing.on('error', reject)
      outgoing.end(body)
      return promise
    },
  }
}
