import type { Caller } from '../../kernel/caller.ts'
import { Problem } from '../../kernel/problem.ts'
import { redact } from '../../observability/observability.ts'
import {
  type Storage,
  type StorageLog,
  statement,
  type Transaction,
} from '../../storage/storage.ts'
import type { Input, Output } from '../../wire/operation.ts'
import {
  type listRequests,
  type RequestCheck,
  requestsKept,
  verdictsOf,
} from '../../wire/sandbox-requests.ts'

/** One finished call of a TPP that is proven to be its own. */
export interface FinishedCall {
  tppId: string
  at: Temporal.Instant
  requestId: string | undefined
  method: string
  /** As on the request line; the query is cut off and never kept. */
  target: string
  operation: string | undefined
  status: number
  code: string | undefined
  errorId: string | undefined
  /** The check that refused the call, if one did. */
  refusedAt: RequestCheck | undefined
  faultId: string | undefined
  durationMs: number
}

export interface TimelineParts {
  storage: Storage
  log: StorageLog
  /** How often what waits is written; a reader of the timeline does not wait for it. */
  flushMs?: number
  /** What may wait in memory while the database is away; beyond it the oldest is dropped. */
  waitingMax?: number
}

const pathMax = 300
const limitUsual = 50

/**
 * Calls are noted in memory, and written some at a time by a transaction of their own: no call
 * waits for this or fails by it. What a process has noted when it is killed is lost.
 */
export function createTimeline(parts: TimelineParts) {
  const { storage, log, flushMs = 1000, waitingMax = 4000 } = parts
  let waiting: FinishedCall[] = []
  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void flush(), flushMs).unref()

  function record(call: FinishedCall): void {
    waiting.push(call)
    // Half at once, because taking them off one by one would move all the others each time.
    if (waiting.length > waitingMax) waiting = waiting.slice(waiting.length - waitingMax / 2)
  }

  /** One after the other, so that whoever flushes finds all that was noted before it written. */
  function flush(): Promise<void> {
    writing = writing.then(writeWaiting)
    return writing
  }

  async function writeWaiting(): Promise<void> {
    if (waiting.length === 0 || !storage.ready()) return
    const calls = waiting
    waiting = []
    const kept = latestOfEach(calls)
    const note = {
      actor: 'nordgate',
      action: 'keep-timeline',
      requestId: null,
      details: { calls: kept.length },
    }
    try {
      await storage.transaction(note, (tx) => write(tx, kept))
    } catch (error) {
      if (error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE') {
        // The database is away, and says so elsewhere: they wait for the next turn.
        waiting = [...calls, ...waiting].slice(-waitingMax)
        return
      }
      // What could not be written now never can, and would keep all others from it.
      log.error(
        { reason: String(error), calls: kept.length },
        'calls could not be kept for the timeline, and are dropped',
      )
    }
  }

  return {
    record,
    flush,

    async list(
      { tppId }: Caller,
      { query }: Input<typeof listRequests>,
    ): Promise<Output<typeof listRequests>> {
      await flush()
      const rows = await storage.rows(readLatest, [tppId, query.limit ?? limitUsual])
      return { requests: rows.map(toWire) }
    },

    async stop(): Promise<void> {
      clearInterval(timer)
      await flush()
    },
  }
}

export type Timeline = ReturnType<typeof createTimeline>

/** More than are kept of one TPP need not be written at all. */
function latestOfEach(calls: FinishedCall[]): FinishedCall[] {
  const ofTpp = Map.groupBy(calls, ({ tppId }) => tppId)
  return [...ofTpp.values()].flatMap((those) => those.slice(-requestsKept))
}

async function write(tx: Transaction, calls: FinishedCall[]): Promise<void> {
  const column = <T>(value: (call: FinishedCall) => T): T[] => calls.map(value)
  await tx.run(insertCalls, [
    column(({ tppId }) => tppId),
    column(({ at }) => at),
    column(({ requestId }) => (requestId === undefined ? null : redact(requestId))),
    column(({ method }) => method),
    column(({ target }) => pathOf(target)),
    column(({ operation }) => operation ?? null),
    column(({ status }) => status),
    column(({ code }) => code ?? null),
    column(({ errorId }) => errorId ?? null),
    column(({ refusedAt }) => refusedAt ?? null),
    column(({ faultId }) => faultId ?? null),
    column(({ durationMs }) => Math.min(Math.round(durationMs * 1000), 2 ** 31 - 1)),
  ])
  await tx.run(forgetOlder, [[...new Set(column(({ tppId }) => tppId))], requestsKept])
}

const pathOf = (target: string): string => redact(target.split('?', 1)[0] ?? '').slice(0, pathMax)

interface Row {
  at: Temporal.Instant
  requestId: string | null
  method: string
  path: string
  operation: string | null
  status: number
  code: string | null
  errorId: string | null
  refusedAt: RequestCheck | null
  faultId: string | null
  durationUs: number
}

const toWire = (row: Row): Output<typeof listRequests>['requests'][number] => ({
  time: row.at.toString({ fractionalSecondDigits: 3 }),
  ...(row.requestId !== null && { requestId: row.requestId }),
  method: row.method,
  path: row.path,
  ...(row.operation !== null && { operation: row.operation }),
  status: row.status,
  ...(row.code !== null && { code: row.code }),
  ...(row.errorId !== null && { errorId: row.errorId }),
  ...(row.faultId !== null && { faultId: row.faultId }),
  durationMs: row.durationUs / 1000,
  checks: verdictsOf(row.refusedAt),
})

const readLatest = statement<[tppId: string, limit: number], Row>(
  'request-log-latest',
  `select at, request_id as "requestId", method, path, operation, status, code,
     error_id as "errorId", refused_at as "refusedAt", fault_id as "faultId",
     duration_us as "durationUs"
   from request_log where tpp_id = $1 order by id desc limit $2`,
)

type Texts = (string | null)[]

const insertCalls = statement<
  [
    ...[tppIds: string[], at: Temporal.Instant[], requestIds: Texts, methods: string[]],
    ...[paths: string[], operations: Texts, statuses: number[], codes: Texts],
    ...[errorIds: Texts, refusedAt: Texts, faultIds: Texts, durations: number[]],
  ]
>(
  'request-log-insert',
  `insert into request_log (tpp_id, at, request_id, method, path, operation, status, code,
     error_id, refused_at, fault_id, duration_us)
   select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[],
     $6::text[], $7::smallint[], $8::text[], $9::uuid[], $10::text[], $11::uuid[], $12::integer[])`,
)

/** Two processes may do this at once for the same TPP; what one leaves, the next turn takes. */
const forgetOlder = statement<[tppIds: string[], kept: number]>(
  'request-log-forget-older',
  `delete from request_log as old using unnest($1::text[]) as of_tpp (id)
   where old.tpp_id = of_tpp.id and old.id <= (
     select latest.id from request_log as latest where latest.tpp_id = of_tpp.id
     order by latest.id desc offset $2 limit 1)`,
)
