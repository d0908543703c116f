import { Socket } from 'node:net'
import pg from 'pg'
import { columnTypes } from './values.ts'

/** The server gives up first, so that its answer says why; then the driver, so that nothing hangs. */
const limits = {
  statementMs: 10_000,
  lockMs: 5_000,
  idleInTransactionMs: 15_000,
  answerMs: 15_000,
  connectMs: 5_000,
  lifetimeSeconds: 30 * 60,
}

// One plan for each statement: left to itself the database plans some of them anew for each call,
// which takes it longer than to run them. They are written so that one plan fits all parameters.
// One statement instead of start-up options, which a DATABASE_URL with options of its own replaces.
// Read-only by default is what makes it sound to send the first statement of a transaction without
// waiting for the answer to BEGIN: should BEGIN fail, that statement cannot write.
const sessionSettings = `select
  set_config('TimeZone', 'UTC', false),
  set_config('DateStyle', 'ISO, YMD', false),
  set_config('statement_timeout', '${limits.statementMs}', false),
  set_config('lock_timeout', '${limits.lockMs}', false),
  set_config('idle_in_transaction_session_timeout', '${limits.idleInTransactionMs}', false),
  set_config('plan_cache_mode', 'force_generic_plan', false),
  set_config('default_transaction_read_only', 'on', false)`

export function createPool(
  databaseUrl: string,
  connections: number,
  answerMs = limits.answerMs,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'nordgate',
    pipeline: true,
    types: columnTypes,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMs,
    // None is closed before its lifetime is over: a timer at each return would cost every call.
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: limits.lifetimeSeconds,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(sessionSettings)
    },
  })
  // While a connection is lent out the pool does not listen for its errors, and an error event
  // that nobody hears ends the process. Whoever uses the connection sees its query fail anyway.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    loseWhenSilent(client, answerMs)
  })
  return pool
}

/**
 * A server that says nothing for so long, although it was asked, will not answer any more. The
 * driver's own limit is a timer for each statement; this is one for the connection, which whatever
 * is sent or received winds up again.
 */
function loseWhenSilent(client: pg.Client, answerMs: number): void {
  const { stream } = client.connection
  const asked = client as unknown as { _activeQuery: unknown }
  if (!(stream instanceof Socket)) return
  stream.setTimeout(answerMs)
  stream.on('timeout', () => {
    if (asked._activeQuery) stream.destroy(new Error('Query read timeout'))
  })
}
