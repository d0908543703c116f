import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { systemClock as clock } from '../../src/kernel/clock.ts'
import { systemRandom as random } from '../../src/kernel/random.ts'
import { openIdentities } from '../../src/sandbox/sandbox.ts'
import { openStorage } from '../../src/storage/storage.ts'
import { freshDatabase } from '../databases.ts'
import { ask, consent, ingrid, psuIp } from '../headless-psu.ts'
import { create, logIn, transfer } from '../paying.ts'
import { startSandbox } from '../sandbox.ts'

/** The database of the tests has a Unix socket only, so TLS ends in front of it. */

const databaseUrl = await freshDatabase()
const log = { debug() {}, info() {}, warn() {}, error() {} }

async function contextOf(): Promise<SecureContext> {
  const storage = await openStorage({ databaseUrl, dataFolder: '', connections: 1, log, clock })
  const { tls } = await openIdentities({ storage, clock, random, tlsNames: ['localhost'] })
  await storage.close()
  return createSecureContext({ cert: tls.certificate, key: tls.privateKey })
}

const secureContext = await contextOf()
const sessions: TLSSocket[] = []

/** A session begins with the question whether TLS is spoken here, and S says that it is. */
async function answer(socket: Socket): Promise<void> {
  const [question] = (await once(socket, 'data')) as [Buffer]
  assert.equal(question.readInt32BE(4), 80_877_103)
  socket.write('S')
  const plain = new TLSSocket(socket, { isServer: true, secureContext })
  sessions.push(plain)
  const { searchParams } = new URL(databaseUrl)
  const database = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
  plain.pipe(database).pipe(plain)
  for (const end of [plain, database]) end.on('error', () => {})
}

const server = createServer((socket) => void answer(socket)).listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => server.close())

function urlOverTls(): string {
  const url = new URL(databaseUrl)
  const { port } = server.address() as AddressInfo
  return `postgres://${url.username}@127.0.0.1:${port}${url.pathname}?sslmode=no-verify`
}

test('the service speaks TLS with its database where that is asked for', async () => {
  const sandbox = await startSandbox({ databaseUrl: urlOverTls() })
  const tpp = await sandbox.tpp()
  const headers = { ...(await consent(tpp, { customerNumber: ingrid })), ...psuIp }
  const { body } = await ask(tpp, 'GET', '/v1/accounts?withBalance=true', headers)
  assert((body as { accounts: unknown[] }).accounts.length > 0)
  const session = await logIn(tpp, { customerNumber: ingrid, context: 'PRIVATE' })
  const made = await Promise.all(Array.from({ length: 20 }, () => create(tpp, session, transfer())))
  assert.equal(new Set(made.map(({ paymentId }) => paymentId)).size, 20)
  assert(sessions.length > 1 && sessions.every(({ encrypted }) => encrypted))
})
