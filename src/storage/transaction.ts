import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import { systemRandom } from '../kernel/random.ts'
import { type AuditNote, insertAudit } from './audit.ts'
import { combined } from './combined.ts'
import type { Connections } from './connections.ts'
import type { Conversation } from './conversation.ts'
import { type Prepared, prepared, queriesOver, type Sent } from './queries.ts'
import type { Answer, Asked } from './question.ts'
import { type Statement, statement, type Transaction } from './statement.ts'
import { sqlState, toProblem } from './unavailable.ts'

type Work<T> = (tx: Transaction) => Promise<T>

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
  const { tx, last, end } = openTransaction(conversation)
  let beginFailed: unknown
  conversation.tell(begin, (error) => {
    beginFailed = error
  })
  try {
    const result = await work(tx)
    end()
    await commitWith(conversation, last, audit())
    return result
  } catch (error) {
    end()
    await undo(conversation)
    // Why BEGIN failed says more than what failed after it.
    throw beginFailed ?? error
  }
}

/** What is sent last is one statement with the audit row, and leaves with COMMIT. */
async function commitWith(
  conversation: Conversation,
  last: readonly Asked[],
  audit: Prepared,
): Promise<void> {
  const query = combined([...last.map((each) => each.query), audit])
  const explained = (error: unknown) => explanationOf(error, last)
  const writes = query ? [{ query, explained }] : [...last, { query: audit }]
  await conversation.askAll([...writes, { query: commit }])
}

/** Of the one that knows the failure as its own. */
function explanationOf(error: unknown, last: readonly Asked[]): unknown {
  for (const { explained } of last) {
    const explanation = explained?.(error) ?? error
    if (explanation !== error) return explanation
  }
  return error
}

/** All four leave together; behind a BEGIN that the server refused nothing is run. */
async function writeOnce(
  conversation: Conversation,
  query: Prepared,
  audit: Prepared,
): Promise<Answer> {
  try {
    const queries = [{ query: begin }, { query }, { query: audit }, { query: commit }]
    const [, answer] = await conversation.askAll(queries)
    return answer!
  } catch (error) {
    await undo(conversation)
    throw error
  }
}

async function undo(conversation: Conversation): Promise<void> {
  if (!conversation.isFree) await conversation.ask(rollback).catch(() => {})
}

function openTransaction(conversation: Conversation) {
  let over = false
  const last: Asked[] = []
  const within = (statement: Sent, parameters: readonly unknown[]): Prepared => {
    assert(!over, `Statement '${statement.name}' came after its transaction had ended.`)
    return prepared(statement, parameters)
  }
  const askWithin = async (statement: Sent, parameters: readonly unknown[]): Promise<Answer> => {
    try {
      return await conversation.ask(within(statement, parameters))
    } catch (error) {
      throw toProblem(error)
    }
  }
  const runLast: Transaction['runLast'] = (statement, parameters, explained) => {
    last.push({ query: within(statement, parameters), explained })
  }
  const end = () => {
    over = true
  }
  return { tx: { ...queriesOver(askWithin), runLast }, last, end }
}

function auditQuery(clock: Clock, { actor, action, requestId, details }: AuditNote): Prepared {
  return prepared(insertAudit, [clock.now(), actor, action, requestId, details ?? null])
}
