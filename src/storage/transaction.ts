import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { type AuditNote, insertAudit } from './audit.ts'
import type { Connections } from './connections.ts'
import type { Answer, Conversation } from './conversation.ts'
import { attemptOf, type Outcome, resultOf } from './outcome.ts'
import { type Prepared, prepared, queriesOver, type Sent } from './queries.ts'
import { type Statement, statement, type Transaction } from './statement.ts'
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

const begin = prepared(
  statement('storage.begin', 'begin isolation level read committed read write'),
  [],
)
const commit = prepared(statement('storage.commit', 'commit'), [])
const rollback = prepared(statement('storage.rollback', 'rollback'), [])

const attemptsMax = 8
const serialisationFailure = '40001'
const deadlock = '40P01'

export function createWrites(connections: Connections, clock: Clock): Writes {
  async function untilNoConflict<T>(once: (conversation: Conversation) => Promise<T>): Promise<T> {
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
      untilNoConflict((conversation) => runOnce(conversation, work, () => auditQuery(clock, note))),
    write: (note, statement, parameters) =>
      untilNoConflict(async (conversation) => {
        const query = prepared(statement, parameters)
        const { rows } = await writeOnce(conversation, query, auditQuery(clock, note))
        return rows as never[]
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
 * row with COMMIT. The server passes by what stands behind a failure, COMMIT too, and what could
 * fail before sending is done within the work, so nothing is committed without its row.
 */
async function runOnce<T>(
  conversation: Conversation,
  work: Work<T>,
  audit: () => Prepared,
): Promise<T> {
  const { tx, runLast, end } = openTransaction(conversation)
  const begun = attemptOf(() => conversation.ask(begin))
  const worked = await attemptOf(async () => ({ result: await work(tx, runLast), audit: audit() }))
  const last = end()
  if (worked.failed) {
    await attemptOf(() => conversation.ask(rollback))
    // Why BEGIN failed says more than what failed after it.
    resultOf(await begun)
    throw worked.error
  }
  const outcomes = await Promise.all([
    begun,
    ...last,
    attemptOf(() => conversation.ask(worked.value.audit)),
    attemptOf(() => conversation.ask(commit)),
  ])
  await requireCommitted(conversation, outcomes)
  return worked.value.result
}

/** All four leave together; behind a BEGIN that the server refused nothing is run. */
async function writeOnce(
  conversation: Conversation,
  query: Prepared,
  audit: Prepared,
): Promise<Answer> {
  const outcomes = await Promise.all(
    [begin, query, audit, commit].map((each) => attemptOf(() => conversation.ask(each))),
  )
  await requireCommitted(conversation, outcomes)
  return resultOf(outcomes[1]!)
}

/** The last outcome is that of COMMIT; what failed before it is why it failed. */
async function requireCommitted(
  conversation: Conversation,
  outcomes: readonly Outcome<Answer>[],
): Promise<void> {
  if (conversation.inTransaction) await attemptOf(() => conversation.ask(rollback))
  let tag = ''
  for (const outcome of outcomes) tag = resultOf(outcome).tag
  assert.equal(tag, 'COMMIT')
}

function openTransaction(conversation: Conversation) {
  let over = false
  const last: Promise<Outcome<Answer>>[] = []
  const askWithin = async (statement: Sent, parameters: readonly unknown[]): Promise<Answer> => {
    assert(!over, `Statement '${statement.name}' came after its transaction had ended.`)
    try {
      return await conversation.ask(prepared(statement, parameters))
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

function auditQuery(clock: Clock, { actor, action, requestId, details }: AuditNote): Prepared {
  return prepared(insertAudit, [clock.now(), actor, action, requestId, details ?? null])
}
