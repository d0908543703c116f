import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { PoolClient, QueryConfig, QueryResult } from 'pg'
import type { Clock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { type AuditNote, insertAudit } from './audit.ts'
import type { Connections } from './connections.ts'
import { attemptOf, resultOf } from './outcome.ts'
import { prepared, queriesOver } from './queries.ts'
import type { Statement, Transaction } from './statement.ts'
import { sqlState, toProblem } from './unavailable.ts'

type Work<T> = (tx: Transaction) => Promise<T>

export type RunTransaction = <T>(note: AuditNote, work: Work<T>) => Promise<T>

export type RunWrite = <P extends readonly unknown[], R>(
  note: AuditNote,
  statement: Statement<P, R>,
  parameters: NoInfer<P>,
) => Promise<R[]>

const begin = 'begin isolation level read committed read write'
const attemptsMax = 8
const serialisationFailure = '40001'
const deadlock = '40P01'

/** The work is run anew, from its start, when the database asks for that. */
export const createTransactions =
  (connections: Connections, clock: Clock): RunTransaction =>
  (note, work) =>
    untilNoConflict(() =>
      connections.use((client) => runOnce(client, work, () => auditQuery(clock, note))),
    )

/** A transaction of one statement, which needs no look at its rows before it is committed. */
export const createWrite =
  (connections: Connections, clock: Clock): RunWrite =>
  async (note, statement, parameters) => {
    const queries = [prepared(statement, parameters), auditQuery(clock, note)] as const
    const { rows } = await untilNoConflict(() =>
      connections.use((client) => writeOnce(client, ...queries)),
    )
    return rows
  }

async function untilNoConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!mayRetry(error) || attempt === attemptsMax) throw error
      await delay(pauseMs(attempt))
    }
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
async function runOnce<T>(client: PoolClient, work: Work<T>, audit: () => QueryConfig): Promise<T> {
  const { tx, end } = openTransaction(client)
  const [begun, working] = inOneWrite(client, () => [
    attemptOf(() => client.query(begin)),
    attemptOf(async () => ({ result: await work(tx), audit: audit() })),
  ])
  const worked = await working
  end()
  if (worked.failed) {
    await attemptOf(() => client.query('rollback'))
    // Why BEGIN failed says more than what failed after it.
    resultOf(await begun)
    throw worked.error
  }
  const [audited, committed] = inOneWrite(client, () => [
    attemptOf(() => client.query(worked.value.audit)),
    attemptOf(() => client.query('commit')),
  ])
  const answers = (await Promise.all([begun, audited, committed])).map(resultOf)
  assert.equal(answers.at(-1)?.command, 'COMMIT')
  return worked.value.result
}

/** One wait altogether: behind whatever fails, the COMMIT is a rollback. */
async function writeOnce(
  client: PoolClient,
  statement: QueryConfig,
  audit: QueryConfig,
): Promise<QueryResult> {
  const [begun, written, audited, committed] = await Promise.all(
    inOneWrite(
      client,
      () =>
        [
          attemptOf(() => client.query(begin)),
          attemptOf(() => client.query(statement)),
          attemptOf(() => client.query(audit)),
          attemptOf(() => client.query('commit')),
        ] as const,
    ),
  )
  resultOf(begun)
  const result = resultOf(written)
  resultOf(audited)
  assert.equal(resultOf(committed).command, 'COMMIT')
  return result
}

function openTransaction(client: PoolClient): { tx: Transaction; end: () => void } {
  let over = false
  const tx = queriesOver(async (statement, parameters) => {
    assert(!over, `Statement '${statement.name}' came after its transaction had ended.`)
    try {
      return await client.query(prepared(statement, parameters))
    } catch (error) {
      throw toProblem(error)
    }
  })
  const end = () => {
    over = true
  }
  return { tx, end }
}

/** What is sent at once leaves in one system call, and wakes the server once. */
function inOneWrite<T>({ connection: { stream } }: PoolClient, send: () => T): T {
  stream.cork()
  try {
    return send()
  } finally {
    stream.uncork()
  }
}

function auditQuery(clock: Clock, { actor, action, requestId, details }: AuditNote): QueryConfig {
  return prepared(insertAudit, [clock.now(), actor, action, requestId, details ?? null])
}
