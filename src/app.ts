import { createAccountInformation } from './ais/ais.ts'
import { listenersOptions, signAnswer, trustAnchors } from './app/certificates.ts'
import { psuPages } from './app/psu-pages.ts'
import {
  createRegisterMemory,
  ledgerBank,
  ledgerBanks,
  ledgerBooks,
  ledgerCharacterSet,
  sealLedgers,
} from './bank/ledger/ledger.ts'
import type { Config } from './config/config.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createListener, forgetOldAnswers, forgottenAtOnce, listen } from './http/http.ts'
import type { Clock } from './kernel/clock.ts'
import type { Random } from './kernel/random.ts'
import { createMetrics, type Log } from './observability/observability.ts'
import { operations } from './operations.ts'
import {
  createApprovals,
  createBasketApproval,
  createPaymentExecutors,
  createPayments,
  createRoom,
} from './pis/pis.ts'
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
  openIdentities,
  startBatches,
} from './sandbox/sandbox.ts'
import { createSandboxLogin, createSca, forgetVisits } from './sca/sca.ts'
import {
  openStorage,
  type Storage,
  type Transaction,
  type WorldQueries,
} from './storage/storage.ts'
import {
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
    worldsMax: config.worldsMax,
  })
  const told = {
    faults: createFaults({ storage, random }),
    timeline: createTimeline({ storage, log }),
  }
  let stopping = false
  let publicUrl = config.publicUrl ?? ''
  let toolUrl = publicUrl
  const memory = createRegisterMemory()
  const bank = (world: WorldQueries) => ledgerBank(world, random, memory)
  const executors: Executor[] = createPaymentExecutors({ bank, random, log })
  const steps = { storage, executors, clock }
  const customers = (world: WorldQueries) => ledgerBooks(world, random).customers()
  // A bank's own core and log-in take their places here; until then only a sandbox has PSUs.
  const sca =
    identities &&
    createSca({
      ...{ storage, clock, random, bank, hold: worlds.hold, publicUrl: () => publicUrl },
      localhost: true,
      login: createSandboxLogin({ bank, customers, random }),
      subjects: [...createApprovals({ bank }), createBasketApproval({ bank })],
      ownPagesPerMinute: config.ownPagesPerMinute,
    })
  const pages = sca && psuPages(config, sca.flow)
  const table: Operation<Transaction>[] = operations({
    contacts: createContacts(storage),
    service: createService({
      ready: () => !stopping && storage.ready(),
      metrics: async () => (await metrics.text()).body,
      openApi: () => openApi(table, { publicUrl, version }),
    }),
    ...(sca && {
      sca,
      information: createAccountInformation({
        bankOf: ledgerBanks(storage, random),
        publicUrl: () => publicUrl,
        everyPending: config.environment === 'production',
        corporateIds: sca.corporateIds,
      }),
      payments: createPayments({
        ...{ storage, random, bank, publicUrl: () => publicUrl, offers: sca.offers },
        ownTransfersExempt: config.ownTransfersExempt === 'on',
        domesticReadableAtOnce: config.domesticReadableAtOnce === 'on',
        bulkPaymentsMax: config.bulkPaymentsMax,
        basketPaymentsMax: config.basketPaymentsMax,
        ...(identities && { room: createRoom(config, config) }),
      }),
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
        startPage: async () => startPage({ publicUrl, toolUrl }),
        initialize: createInitialize({ random, reset: worlds.reset }),
        data: createMockData({ storage, random, bounds: config, publicUrl: () => publicUrl }),
        ...told,
        clock: createWorldClock(steps),
        batches: createBatches(steps),
        snapshots: createSnapshots({ storage, clock, random }),
      },
    }),
  })
  const metrics = createMetrics({
    operations: [
      ...table.map(({ contract }) => contract.id),
      ...(pages?.routes ?? []).map(({ id }) => id),
    ],
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
      ...(config.environment === 'sandbox' && { explain: createExplain() }),
    }),
    signAnswer: signAnswer(config, identities),
    environment: config.environment,
    characterSet: ledgerCharacterSet,
    ...{ storage, clock, random, log, metrics },
    ...(identities && { worlds, ...told }),
    ...(sca && { guard: sca.guard }),
    ...(pages && { pages }),
  })
  const listeners = await listen(listener, { ...listenersOptions(config, identities), log })
  publicUrl ||= listeners.httpsUrl ?? listeners.httpUrl ?? ''
  toolUrl ||= listeners.httpUrl ?? publicUrl
  const batches = identities && startBatches({ ...steps, log })
  const housekeeping = startHousekeeping(log, [
    { what: 'forget old answers', everyMs: 3_600_000, run: () => forget(storage, clock) },
    { what: 'forget visits', everyMs: 600_000, run: () => forgetVisits(storage, clock.now()) },
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

async function forget(storage: Storage, clock: Clock): Promise<void> {
  const note = { actor: 'nordgate', action: 'forget-old-answers', requestId: null }
  const yesterday = clock.now().subtract({ hours: 24 })
  let forgotten = forgottenAtOnce
  while (forgotten === forgottenAtOnce) {
    forgotten = await storage.transaction(note, (tx) => tx.run(forgetOldAnswers, [yesterday]))
  }
}
