import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { problemCodes } from '../kernel/problem.ts'

export interface Metrics {
  requestStarted(): void
  /** Ends what `requestStarted` began, whether it was answered or the caller hung up. */
  requestDone(request: FinishedRequest): void
  certificateCache: { hit(): void; miss(): void }
  text(): Promise<{ type: string; body: string }>
}

export interface FinishedRequest {
  /** The name in the route table; anything else counts as `unknown`. */
  operation?: string | undefined
  status: number
  code?: string | undefined
  durationMs: number
}

export interface MetricsOptions {
  /** The names in the route table: the only values of the label, however many paths are tried. */
  operations: Iterable<string>
  databaseReady(): boolean
  /** Memory, CPU, event loop and garbage collection; tests that start many servers leave it out. */
  processMetrics?: boolean
}

const UNKNOWN = 'unknown'
/** How many durations wait to be put into their buckets, at most. */
const WAITING_MAX = 1000
const DURATION_SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30]

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry()
  if (options.processMetrics ?? true) collectDefaultMetrics({ register: registry })
  const { databaseReady } = options
  gauge(registry, 'nordgate_database_ready', '1 when the database answers, 0 when not', () =>
    databaseReady() ? 1 : 0,
  )
  let inFlight = 0
  gauge(registry, 'nordgate_requests_in_flight', 'Requests being answered now', () => inFlight)
  const operations = new Set(options.operations)
  const count = requestCounter(registry)
  const observe = durationHistogram(registry)
  return {
    requestStarted: () => {
      inFlight++
    },
    requestDone: (request) => {
      inFlight--
      const operation = operations.has(request.operation ?? '') ? request.operation! : UNKNOWN
      count(operation, request.status, request.code)
      observe(operation, request.durationMs / 1000)
    },
    certificateCache: certificateCache(registry),
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  }
}

function gauge(registry: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value())
    },
  })
}

/** Counted in plain numbers; the library hashes its labels only when somebody reads the metrics. */
function requestCounter(registry: Registry) {
  const counted = new Map<string, { labels: Record<string, string>; count: number }>()
  new Counter({
    name: 'nordgate_requests_total',
    help: 'Requests answered, by operation, HTTP status and problem code',
    labelNames: ['operation', 'status', 'code'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, count } of counted.values()) this.inc(labels, count)
    },
  })
  const codes = new Set<string>(problemCodes)
  return (operation: string, givenStatus: number, givenCode = '') => {
    const status = givenStatus >= 100 && givenStatus <= 599 ? givenStatus : 0
    const code = givenCode === '' || codes.has(givenCode) ? givenCode : UNKNOWN
    const combination = `${operation} ${status} ${code}`
    const known = counted.get(combination)
    if (known) known.count++
    else counted.set(combination, { labels: { operation, status: `${status}`, code }, count: 1 })
  }
}

/** The same: many at once cost far less than one at a time between all the rest of a request. */
function durationHistogram(registry: Registry) {
  const waiting = new Map<string, number[]>()
  const durations = new Histogram({
    name: 'nordgate_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['operation'],
    buckets: DURATION_SECONDS,
    registers: [registry],
    collect() {
      for (const [operation, those] of waiting) putInBuckets(operation, those)
    },
  })
  function putInBuckets(operation: string, seconds: number[]): void {
    const histogram = durations.labels(operation)
    for (const each of seconds.splice(0)) histogram.observe(each)
  }
  return (operation: string, seconds: number) => {
    const those = waiting.get(operation) ?? []
    if (those.push(seconds) === 1) waiting.set(operation, those)
    if (those.length === WAITING_MAX) putInBuckets(operation, those)
  }
}

function certificateCache(registry: Registry): Metrics['certificateCache'] {
  const lookups = new Counter({
    name: 'nordgate_certificate_cache_total',
    help: 'Lookups of parsed certificates, by whether the certificate was there',
    labelNames: ['result'],
    registers: [registry],
  })
  const [hits, misses] = [lookups.labels('hit'), lookups.labels('miss')]
  return { hit: () => hits.inc(), miss: () => misses.inc() }
}
