import { X509Certificate } from 'node:crypto'
import { sealLedgers } from './bank/ledger/ledger.ts'
import { type Config, readPemFile, readPemFolder } from './config/config.ts'
import { startHousekeeping } from './housekeeping.ts'
import {
  createListener,
  createSignAnswer,
  forgetOldAnswers,
  forgottenAtOnce,
  listen,
} from './http/http.ts'
import type { Clock } from './kernel/clock.ts'
import type { Random } from './kernel/random.ts'
import { createMetrics, type Log } from './observability/observability.ts'
import { operations } from './operations.ts'
import { createService, startPage } from './portal/portal.ts'
import {
  createBatches,
  createFaults,
  createFillWorld,
  createInitialize,
  createMockData,
  createSnapshots,
  createTestCertificates,
  createTimeline,
  createWorldClock,
  createWorlds,
  type Executor,
  type Identities,
  openIdentities,
  sandboxOrganization,
  startBatches,
} from './sandbox/sandbox.ts'
import { openStorage, type Storage, type Transaction } from './storage/storage.ts'
import {
  certificatesInPem,
  createAuthenticate,
  createCertificateReader,
  createContacts,
  createExplain,
  createStanding,
  createTrust,
} from './tpp/tpp.ts'
import { version } from './version.ts'
import { openApi } from './wire/openapi.ts'
import type { Operation } from './wire/operation.ts'

/** Time, randomness and the log come from outside, so that tests and the sandbox rule them. */
export interface Surroundings {
  clock: Clock
  random: Random
  log: Log
}

export interface Nordgate {
  publicUrl: string
  httpUrl: string | undefined
  httpsUrl: string | undefined
  stop(): Promise<void>
}

/** The composition root: the only file that knows every room. */
export async function startNordgate(config: Config, surroundings: Surroundings): Promise<Nordgate> {
  const { clock, random, log } = surroundings
  const storage = await openStorage({
    ...(config.databaseUrl === undefined ? {} : { databaseUrl: config.databaseUrl }),
    dataFolder: config.data,
    connections: config.databaseConnections,
    log,
    clock,
  })
  try {
    return await serve(config, { clock, random, log, storage })
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function serve(
  config: Config,
  parts: Surroundings & { storage: Storage },
): Promise<Nordgate> {
  const { clock, random, log, storage } = parts
  const identities =
    config.environment === 'sandbox'
      ? await openIdentities({ storage, clock, random, tlsNames: config.tlsNames })
      : undefined
  const worlds = createWorlds({
    storage,
    fill: createFillWorld(random),
    shared: config.sharedWorld === 'on',
  })
  // Payments plug in here, periodic ones first: what they make is due in the same batch.
  const executors: Executor[] = []
  const told = { faults: createFaults({ storage, random }), timeline: createTimeline({ storage }) }
  const steps = { storage, executors, clock }
  let stopping = false
  let publicUrl = config.publicUrl ?? ''
  const table: Operation<Transaction>[] = operations({
    contacts: createContacts(storage),
    service: createService({
      ready: () => !stopping && storage.ready(),
      metrics: async () => (await metrics.text()).body,
      openApi: () => openApi(table, { publicUrl, version }),
    }),
    ...(identities && {
      sandbox: {
        testCertificates: createTestCertificates({
          storage,
          random,
          ca: identities.ca,
          crlUrl: () => `${publicUrl}/sandbox/ca.crl`,
          perMinute: config.certificatesPerMinute,
        }),
        startPage: async () => startPage(publicUrl),
        initialize: createInitialize({ random, reset: worlds.reset }),
        data: createMockData({ storage, random, publicUrl: () => publicUrl }),
        ...told,
        clock: createWorldClock(steps),
        batches: createBatches(steps),
        snapshots: createSnapshots({ storage, clock, random }),
      },
    }),
  })
  const metrics = createMetrics({
    operations: table.map(({ contract }) => contract.id),
    databaseReady: () => storage.ready(),
  })
  const standingThat = (how: { registersOnFirstCall: boolean }) =>
    createStanding(storage, {
      ...how,
      cacheMs: config.standingCacheMs,
      cacheMax: config.certificateCache,
    })
  const listener = await createListener({
    operations: table,
    authenticate: createAuthenticate({
      certificates: createCertificateReader(config.certificateCache, metrics.certificateCache),
      trust: createTrust(trustAnchors(config, identities)),
      standing: standingThat({ registersOnFirstCall: config.environment === 'sandbox' }),
      knownStanding: standingThat({ registersOnFirstCall: false }),
      clock,
      ...(config.environment === 'sandbox' && { explain: createExplain() }),
    }),
    signAnswer: signAnswer(config, identities),
    ...{ storage, clock, random, log, metrics },
    ...(identities && { worlds, ...told }),
  })
  const listeners = await listen(listener, listenersOptions(config, identities))
  publicUrl ||= listeners.httpsUrl ?? listeners.httpUrl ?? ''
  const batches = identities && startBatches({ ...steps, log })
  const housekeeping = startHousekeeping(log, [
    { what: 'forget old answers', everyMs: 3_600_000, run: () => forget(storage, clock) },
    { what: 'seal the ledgers', everyMs: 60_000, run: () => sealLedgers(storage, clock.now()) },
  ])
  return {
    publicUrl,
    httpUrl: listeners.httpUrl,
    httpsUrl: listeners.httpsUrl,
    stop: async () => {
      stopping = true
      await housekeeping.stop()
      await listeners.stop(config.stopSeconds)
      await batches?.stop()
      await told.timeline.stop()
      await storage.close()
    },
  }
}

function trustAnchors({ trustAnchors: folder, environment }: Config, identities?: Identities) {
  const anchors = folder === undefined ? [] : certificatesInPem(readPemFolder(folder))
  if (identities) anchors.push(new X509Certificate(identities.ca.certificate))
  const ofSandbox = anchors.some(({ subject }) => subject.includes(`O=${sandboxOrganization}`))
  if (environment === 'production' && ofSandbox) {
    throw new Error('Production must not trust a sandbox CA; take it out of the trust anchors.')
  }
  if (anchors.length === 0) throw new Error(`There is no certificate in the folder ${folder}.`)
  return anchors
}

function signAnswer({ bankCertificate, bankKey }: Config, identities?: Identities) {
  if (bankCertificate !== undefined && bankKey !== undefined) {
    const seal = { certificate: readPemFile(bankCertificate), privateKey: readPemFile(bankKey) }
    return createSignAnswer(seal)
  }
  return identities && createSignAnswer(identities.bank)
}

function listenersOptions(config: Config, identities?: Identities) {
  const { http, https, tlsCertificate, tlsKey, environment, trustedProxies } = config
  const tls =
    tlsCertificate !== undefined && tlsKey !== undefined
      ? { certificate: readPemFile(tlsCertificate), key: readPemFile(tlsKey) }
      : identities && { certificate: identities.tls.certificate, key: identities.tls.privateKey }
  return {
    http,
    https: https === 'off' || !tls ? ('off' as const) : { ...https, ...tls },
    // In production plain HTTP is for the proxy that ends TLS and for nobody else.
    ...(environment === 'production' && { httpOnlyFrom: trustedProxies }),
  }
}

async function forget(storage: Storage, clock: Clock): Promise<void> {
  const note = { actor: 'nordgate', action: 'forget-old-answers', requestId: null }
  const yesterday = clock.now().subtract({ hours: 24 })
  let forgotten = forgottenAtOnce
  while (forgotten === forgottenAtOnce) {
    forgotten = await storage.transaction(note, (tx) => tx.run(forgetOldAnswers, [yesterday]))
  }
}
