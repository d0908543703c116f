import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after } from 'node:test'
import { type Nordgate, startNordgate } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { type Clock, systemClock } from '../src/kernel/clock.ts'
import { type Random, systemRandom } from '../src/kernel/random.ts'
import { createLog } from '../src/observability/observability.ts'
import { createTppClient, type TppClient } from '../src/sdk/sdk.ts'
import { freshDatabase, query } from './databases.ts'

/** A sandbox of its own for one test file: own database, free ports, real certificates. */
export interface Sandbox extends Nordgate {
  /** Plain HTTP, for requests made by hand. */
  url: string
  ca: string
  databaseUrl: string
  log: string[]
  /** Stops the server alone; `stop` closes the clients before. */
  nordgateStop(): Promise<void>
  issue(order?: CertificateOrder): Promise<IssuedCertificate>
  /** A TPP with a new certificate and a client that signs with it. */
  tpp(order?: CertificateOrder, options?: TppOptions): Promise<Tpp>
  /** A client for a certificate that there is already, whoever issued it. */
  as(issued: IssuedCertificate, options?: TppOptions): Tpp
  /** Asks the database itself. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface TppOptions {
  tls?: boolean
  /** The sandbox's own unless this says otherwise. */
  clock?: Clock
}

export interface CertificateOrder {
  name?: string
  roles?: string[]
  organizationIdentifier?: string
  kind?: string
  key?: string
  defect?: string
}

export interface IssuedCertificate {
  organizationIdentifier: string
  certificate: string
  chain: string
  privateKey: string
}

export interface Tpp extends IssuedCertificate {
  client: TppClient
  contact: string
}

export interface SandboxOptions {
  env?: Record<string, string>
  clock?: Clock
  random?: Random
  databaseUrl?: string
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const databaseUrl = options.databaseUrl ?? (await freshDatabase())
  const log: string[] = []
  const config = readConfig({
    argv: [],
    cwd: tmpdir(),
    env: {
      NORDGATE_HTTP: '127.0.0.1:0',
      NORDGATE_HTTPS: '127.0.0.1:0',
      NORDGATE_DATABASE_CONNECTIONS: '4',
      // A block or a revocation shows at once, and no test has to wait.
      NORDGATE_STANDING_CACHE_MS: '0',
      NORDGATE_CERTIFICATES_PER_MINUTE: '1000',
      NORDGATE_OWN_PAGE_VISITS_PER_MINUTE: '100000',
      DATABASE_URL: databaseUrl,
      ...options.env,
    },
  })
  const nordgate = await startNordgate(config, {
    clock: options.clock ?? systemClock,
    random: options.random ?? systemRandom,
    log: createLog({ level: 'debug', destination: { write: (line) => log.push(line) } }),
  })
  const url = nordgate.httpUrl ?? ''
  const ca = await (await fetch(`${url}/sandbox/ca.pem`)).text()
  const clients: TppClient[] = []
  const issue = (order: CertificateOrder = {}) => issueCertificate(url, order)
  let stopped: Promise<void> | undefined
  const nordgateStop = () => (stopped ??= nordgate.stop())
  const stop = async () => {
    for (const client of clients.splice(0)) client.close()
    await nordgateStop()
  }
  const as = (issued: IssuedCertificate, { tls = false, clock }: TppOptions = {}): Tpp => {
    const client = createTppClient({
      baseUrl: tls ? (nordgate.httpsUrl ?? '') : url,
      certificate: issued.certificate,
      key: issued.privateKey,
      ca,
      clock: clock ?? options.clock ?? systemClock,
    })
    clients.push(client)
    const contact = `/v1/tpps/${issued.organizationIdentifier}/contact-information`
    return { ...issued, client, contact }
  }
  const sql = <Row extends object>(text: string, values?: unknown[]) =>
    query<Row>(databaseUrl, text, values)
  after(stop)
  return {
    ...nordgate,
    ...{ url, ca, databaseUrl, log, issue, stop, nordgateStop, as, sql },
    tpp: async (order, tppOptions) => as(await issue(order), tppOptions),
  }
}

/** EC unless asked otherwise: an RSA key takes a hundred times longer to make. */
async function issueCertificate(url: string, order: CertificateOrder): Promise<IssuedCertificate> {
  const key = order.defect === 'weak-key' ? {} : { key: 'EC' }
  const answer = await fetch(`${url}/sandbox/certificates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Fjordbudsjett AS', roles: ['AISP', 'PISP'], ...key, ...order }),
  })
  assert.equal(answer.status, 201)
  return (await answer.json()) as IssuedCertificate
}
