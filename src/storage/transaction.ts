import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient, QueryResult } from 'pg'
import type { Clock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { type AuditNote, insertAudit } from './audit.ts'
import type { Connections } from './connections.ts'
import { attemptOf, type Outcome, resultOf } from './outcome.ts'
import { ask } from './prepared-query.ts'
import { type Prepared, prepared, queriesOver, type Sent } from './queries.ts'
import type { Statement, Transaction } from './statement.ts'
import { sqlState, toProblem } from './unavailable.ts'

type Work<T> = (tx: Transaction, runLast: RunLast) => Promise<T>

/**
 * Sends a statement that nobody waits for: it leaves with the audit row and COMMIT. When it fails,
 * nothing is committed, and the transaction throws what it failed with.
 */
type RunLast = <P extends readonly unknown[]>(
  statement: Statement<P, unknown>,
  parameters: NoInfer<P>,
) => void

/** The doors for writes; what goes through either is run anew when the database asks for that. */
export interface Writes {
  /** Begin, work, audit row, commit; the work is run anew from its start. */
  transaction<T>(note: AuditNote, work: Work<T>): Promise<T>
  /**
   * A transaction of one statement, at the price of one wait. It is committed whatever its rows
   * say, so a statement that finds it must not write has to write nothing, or to fail.
   */
  write<P extends readonly unknown[], R>(
    note: AuditNote,
    statement: Statement<P, R>,
    parameters: NoInfer<P>,
  ): Promise<R[]>
}

const begin = 'begin isolation level read committed read write'
const attemptsMax = 8
const serialisationFailure = '40001'
const deadlock = '40P01'

export function createWrites(connections: Connections, clock: Clock): Writes {
  async function untilNoConflict<T>(once: (client: PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await connections.use(once)
      } catch (error) {
        if (!mayRetry(error) || attempt === attemptsMax) throw error
        await delay(pauseMs(attempt))
      }
    }
  }
  return {
    transaction: (note, work) =>
      untilNoConflict((client) => runOnce(client, work, () => auditQuery(clock, note))),
    write: (note, statement, parameters) =>
      untilNoConflict(async (client) => {
        const query = prepared(statement, parameters)
        return (await writeOnce(client, query, auditQuery(clock, note))).rows
      }),
  }
}

/** At random, so that two that met do not meet again. */
const pauseMs = (attempt: number): number =>
  (systemRandom.bytes(1).readUInt8() / 256) * 5 * 2 ** attempt

function mayRetry(error: unknown): boolean {
  const code = sqlState(error)
  return code === serialisationFailure || code === deadlock
}

/**
 * One wait more than the work has by itself: BEGIN travels with its first statement, and the audit
 * row with COMMIT. A COMMIT behind an audit row that the server refused is a rollback, and what
 * could fail before sending is done within the work, so nothing is committed without its row.
 */
async function runOnce<T>(client: PoolClient, work: Work<T>, audit: () => Prepared): Promise<T> {
  const { tx, runLast, end } = openTransaction(client)
  const begun = attemptOf(() => send(client, begin))
  const worked = await attemptOf(async () => ({ result: await work(tx, runLast), audit: audit() }))
  const last = end()
  if (worked.failed) {
    await attemptOf(() => client.query('rollback'))
    // Why BEGIN failed says more than what failed after it.
    resultOf(await begun)
    throw worked.error
  }
  const audited = attemptOf(() => send(client, worked.value.audit))
  const committed = attemptOf(() => send(client, 'commit'))
  const answers = (await Promise.all([begun, ...last, audited, committed])).map(resultOf)
  assert.equal(answers.at(-1)?.command, 'COMMIT')
  return worked.value.result
}

/**
 * All four leave together. Behind one that the server refused the others are refused too, and the
 * COMMIT is a rollback; behind a refused BEGIN nothing can write, since the session is read-only.
 */
async function writeOnce(
  client: PoolClient,
  query: Prepared,
  audit: Prepared,
): Promise<QueryResult> {
  const sent = [begin, query, audit, 'commit'].map((each) => attemptOf(() => send(client, each)))
  const [, result, , committed] = (await Promise.all(sent)).map(resultOf)
  assert(result && committed?.command === 'COMMIT')
  return result
}

function openTransaction(client: PoolClient) {
  let over = false
  const last: Promise<Outcome<QueryResult>>[] = []
  const askWithin = async (
    statement: Sent,
    parameters: readonly unknown[],
  ): Promise<QueryResult> => {
    assert(!over, `Statement '${statement.name}' came after its transaction had ended.`)
    try {
      return await send(client, prepared(statement, parameters))
    } catch (error) {
      throw toProblem(error)
    }
  }
  const runLast: RunLast = (statement, parameters) => {
    last.push(attemptOf(() => askWithin(statement, parameters)))
  }
  const end = () => {
    over = true
    return last
  }
  return { tx: queriesOver(askWithin), runLast, end }
}

/**
 * What is sent within one turn of the event loop leaves in one system call, and wakes the server
 * once.
 */
function send(client: PoolClient, query: string | Prepared): Promise<QueryResult> {
  const { stream } = client.connection
  if (stream.writableCorked === 0) {
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
  return typeof query === 'string' ? client.query(query) : ask(client, query)
}

function auditQuery(clock: Clock, { actor, action, requestId, details }: AuditNote): Prepared {
  return prepared(insertAudit, [clock.now(), actor, action, requestId, details ?? null])
}
