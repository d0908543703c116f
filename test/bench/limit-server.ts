import { createPrivateKey, hash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import pg from 'pg'
import type { Identity } from '../../src/sandbox/sandbox.ts'
import { readCertificateIdentity } from '../../src/signing/signing.ts'
import type { LimitQuery } from './case.ts'

export interface LimitOptions {
  query: LimitQuery
  databaseUrl: string
  connections: number
  httpPort: number
  httpsPort: number
  /** Signs the answers. */
  bank: Identity
  tls: Identity
}

/**
 * What any server has to do that answers a signed request from a database, and nothing else: no
 * routing, no checks, no log. How near the service comes to it says what its own code costs.
 */
export async function startLimitServer(options: LimitOptions): Promise<void> {
  const answer = answerer(options)
  const listener: RequestListener = (request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  }
  const kept = { keepAliveTimeout: 65_000 }
  const tls = { cert: options.tls.certificate, key: options.tls.privateKey }
  const servers = [
    createServer(kept, listener).listen(options.httpPort, '127.0.0.1'),
    createTlsServer({ ...kept, ...tls }, listener).listen(options.httpsPort, '127.0.0.1'),
  ]
  await Promise.all(
    servers.map((server) => new Promise((resolve) => server.once('listening', resolve))),
  )
}

function answerer({ query, databaseUrl, connections, bank }: LimitOptions) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  const statement = { name: 'limit', text: query.sql, values: [...query.parameters] }
  const keyOf = keyCache()
  const seal = sealer(bank)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers } = request
    const requestId = String(headers['x-request-id'])
    const signature = String(headers.signature)
    const key = keyOf(String(headers['tpp-signature-certificate']))
    const genuine = await verified(signedText(request, signature), key, bytesIn(signature))
    if (!genuine) throw new Error('The signature does not fit.')
    const { rows } = await pool.query(statement)
    const body = Buffer.from(JSON.stringify(query.answers === 'row' ? rows[0] : rows))
    response.writeHead(200, seal(body, requestId))
    response.end(body)
  }
}

export function keyCache(): (header: string) => KeyObject {
  const kept = new Map<string, KeyObject>()
  return (header) => {
    const known = kept.get(header)
    if (known) return known
    const { publicKey } = new X509Certificate(Buffer.from(header, 'base64'))
    kept.set(header, publicKey)
    return publicKey
  }
}

const namesMark = 'headers="'

/** The lines that were signed, by the names in the Signature header. */
function signedText({ method, url, headers }: IncomingMessage, signature: string): string {
  const start = signature.indexOf(namesMark) + namesMark.length
  const names = signature.slice(start, signature.indexOf('"', start)).split(' ')
  const target = `${method?.toLowerCase()} ${url}`
  return names
    .map((name) => `${name}: ${name === '(request-target)' ? target : headers[name]}`)
    .join('\n')
}

const signatureMark = 'signature="'

function bytesIn(header: string): Buffer {
  const start = header.lastIndexOf(signatureMark) + signatureMark.length
  return Buffer.from(header.slice(start, -1), 'base64')
}

export function verified(text: string, key: KeyObject, signature: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify('sha256', Buffer.from(text, 'latin1'), key, signature, (error, result) =>
      error ? reject(error) : resolve(result),
    )
  })
}

/** The headers of an answer, the same as the service's. */
export function sealer(bank: Identity) {
  const { raw } = new X509Certificate(bank.certificate)
  const { keyId } = readCertificateIdentity(raw)
  const key = createPrivateKey(bank.privateKey)
  const certificate = raw.toString('base64')
  const parts = `keyId="${keyId}",algorithm="ecdsa-sha256",headers="date digest x-request-id"`
  return (body: Buffer, requestId: string): Record<string, string> => {
    const date = new Date().toUTCString()
    const digest = `SHA-256=${hash('sha256', body, 'base64')}`
    const text = `date: ${date}\ndigest: ${digest}\nx-request-id: ${requestId}`
    const signature = sign('sha256', Buffer.from(text, 'latin1'), key).toString('base64')
    return {
      Date: date,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-ID': requestId,
      Digest: digest,
      Signature: `${parts},signature="${signature}"`,
      'ASPSP-Signature-Certificate': certificate,
      'Content-Length': String(body.length),
    }
  }
}
