import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'
import { systemRandom } from '../../../src/kernel/random.ts'
import type { Identity } from '../../../src/sandbox/sandbox.ts'
import { keyCache, sealer, verified } from '../limit-server.ts'

export interface CreationLimitOptions {
  databaseUrl: string
  connections: number
  port: number
  /** Signs the answers. */
  bank: Identity
  /** What the service answers, to be as long. */
  answer: unknown
}

/**
 * What any server has to do that keeps a signed payment: digest, signature, one INSERT in a
 * transaction, a signed answer. A process of its own; what it shall do comes as a message.
 */
process.once('message', (options) => {
  void serve(options as CreationLimitOptions).then(() => process.send?.('ready'))
})
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))

async function serve({ databaseUrl, connections, port, bank, answer }: CreationLimitOptions) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, pipeline: true })
  const keyOf = keyCache()
  const seal = sealer(bank)
  const keep = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers } = request
    const body = await bodyOf(request)
    const isWhole = headers.digest === `SHA-256=${hash('sha256', body, 'base64')}`
    const key = keyOf(String(headers['tpp-signature-certificate']))
    const signature = String(headers.signature)
    const genuine = await verified(signedText(request, signature), key, bytesIn(signature))
    if (!isWhole || !genuine) throw new Error('The signature does not fit.')
    await insert(pool, JSON.parse(body.toString()))
    const text = Buffer.from(JSON.stringify(answer))
    response.writeHead(201, seal(text, String(headers['x-request-id'])))
    response.end(text)
  }
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    keep(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  server.listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The lines that were signed, by the names in the Signature header. */
function signedText({ method, url, headers }: IncomingMessage, signature: string): string {
  const [, names = ''] = /headers="([^"]*)"/.exec(signature) ?? []
  const target = `${method?.toLowerCase()} ${url}`
  return names
    .split(' ')
    .map((name) => `${name}: ${name === '(request-target)' ? target : headers[name]}`)
    .join('\n')
}

const bytesIn = (signature: string): Buffer =>
  Buffer.from(signature.slice(signature.lastIndexOf('signature="') + 11, -1), 'base64')

/** All three leave at once, so that it waits for the database once. */
async function insert(pool: pg.Pool, body: { instructedAmount: { currency: string } }) {
  const client = await pool.connect()
  try {
    const id = systemRandom.uuid()
    const values = [
      id,
      JSON.stringify(body),
      body.instructedAmount.currency,
      history,
      id.slice(0, 32),
    ]
    await Promise.all([
      client.query('begin'),
      client.query({ name: 'keep', text: statement, values }),
      client.query('commit'),
    ])
  } finally {
    client.release()
  }
}

const history = '[{"status": "RCVD", "event": "created", "at": "2026-11-12T09:00:00Z"}]'
const statement = `
  insert into plain_payment (world_id, id, tpp_id, service, product, customer_id, context,
    debtor_account_id, body, amount, currency, status, history, likeness, created_at)
  values (1, $1, 'PSDNO-FSA-912345678', 'payments', 'norwegian-domestic-credit-transfers', $1,
    'PRIVATE', $1, $2, 10000, $3, 'RCVD', $4, convert_to($5, 'UTF8'), now())`
