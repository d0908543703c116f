import { Socket } from 'node:net'
import pg from 'pg'
import { Conversation } from './conversation.ts'
import { LeanSocket } from './lean-socket.ts'

/** The server gives up first, so that its answer says why; then we, so that nothing hangs. */
const limits = {
  statementMs: 10_000,
  lockMs: 5_000,
  idleInTransactionMs: 15_000,
  answerMs: 15_000,
  connectMs: 5_000,
}

// One plan for each statement: left to itself the database plans some of them anew for each call,
// which takes it longer than to run them. They are written so that one plan fits all parameters.
// One statement instead of start-up options, which a DATABASE_URL with options of its own replaces.
// Read-only by default: a write that goes past a transaction is refused by the database itself.
const sessionSettings = `select
  set_config('TimeZone', 'UTC', false),
  set_config('DateStyle', 'ISO, YMD', false),
  set_config('statement_timeout', '${limits.statementMs}', false),
  set_config('lock_timeout', '${limits.lockMs}', false),
  set_config('idle_in_transaction_session_timeout', '${limits.idleInTransactionMs}', false),
  set_config('plan_cache_mode', 'force_generic_plan', false),
  set_config('default_transaction_read_only', 'on', false)`

export async function connect(
  databaseUrl: string,
  answerMs = limits.answerMs,
): Promise<Conversation> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'nordgate',
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMs,
    query_timeout: limits.connectMs,
    // Around a socket that is to speak TLS the driver puts another one, which does the reading.
    stream: (config?: { ssl?: unknown }) => (config?.ssl ? new Socket() : new LeanSocket()),
  })
  // An error event that nobody hears ends the process; whoever asks sees the statement fail anyway.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(sessionSettings)
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  return new Conversation(client, { answerMs })
}
