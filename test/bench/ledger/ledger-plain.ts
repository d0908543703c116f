import pg from 'pg'
import { systemRandom } from '../../../src/kernel/random.ts'
import { withDatabase } from './ledger-bank.ts'

/**
 * The limit: the rows that a transfer writes, two balances among them, and nothing but the rows:
 * plain INSERTs with the same driver, into tables with the same columns and indexes but no triggers. All that belongs to one
 * transfer, or to one batch, is sent at once, so that it waits for the database only once.
 */
export interface PlainInserts {
  insert(count: number): Promise<void>
  close(): Promise<void>
}

const tables = [
  ...['payment_execution', 'ledger_transaction', 'ledger_entry', 'account_balance', 'audit'],
]

export async function openPlain(databaseUrl: string, connections: number): Promise<PlainInserts> {
  await withDatabase(databaseUrl, async (database) => {
    for (const table of tables) {
      const options = 'including defaults including indexes including identity including storage'
      await database.query(`create table plain_${table} (like ${table} ${options})`)
    }
  })
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, pipeline: true })
  // The server is stopped while the last connections are still closing.
  pool.on('error', () => {})
  return {
    insert: async (count) => {
      const client = await pool.connect()
      try {
        await Promise.all([
          client.query('begin'),
          ...statementsFor(count).map((query) => client.query(query)),
          client.query('commit'),
        ])
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

const details =
  '{"creditorName": "Kari Nordmann", "remittanceInformationUnstructured": "Takk for sist"}'
const payment = `{"debtorAccountId": "00000000-0000-0000-0000-000000000000", "debit": "100",
  "debitCurrency": "NOK", "credit": "100", "creditCurrency": "NOK", "fee": "0",
  "creditorAccount": {"iban": "NO9386011117947"}, "endToEndId": "bench", "details": ${details}}`
const now = '2026-11-12T09:00:00Z'

function statementsFor(count: number): pg.QueryConfig[] {
  const ids = () => Array.from({ length: count }, () => systemRandom.uuid())
  const [transactions, debtors, creditors] = [ids(), ids(), ids()]
  const all = <T>(value: T): T[] => Array.from({ length: count }, () => value)
  const numbers = transactions.map(() => number++)
  return [
    {
      name: 'plain-execution',
      text: `insert into plain_payment_execution (world_id, reference, state, payment,
          creditor_account_id, debtor_transaction_id, creditor_transaction_id)
        select 1, * from unnest($1::text[], $2::text[], $3::jsonb[], $4::uuid[], $5::uuid[],
          $5::uuid[])`,
      values: [ids(), all('transferred'), all(payment), creditors, transactions],
    },
    {
      name: 'plain-transaction',
      text: `insert into plain_ledger_transaction (world_id, seq, id, kind, entered_at, value_date,
          end_to_end_id, details)
        select 1, t.seq, t.id, 'payment', $3::text::timestamptz, $3::text::date, 'bench', t.details
        from unnest($1::bigint[], $2::uuid[], $4::jsonb[]) as t (seq, id, details)`,
      values: [numbers, transactions, now, all(details)],
    },
    {
      name: 'plain-entry',
      text: `insert into plain_ledger_entry (world_id, transaction_seq, line, account_id, amount,
          currency, booking_date, invoiced)
        select 1, e.seq, e.line, e.account_id, e.amount, 'NOK', $5, false
        from unnest($1::bigint[], $2::smallint[], $3::uuid[], $4::bigint[])
          as e (seq, line, account_id, amount)`,
      values: [
        numbers.flatMap((each) => [each, each]),
        all([1, 2]).flat(),
        debtors.flatMap((debtor, place) => [debtor, creditors[place]]),
        all([-100, 100]).flat(),
        now,
      ],
    },
    {
      name: 'plain-balance',
      text: `insert into plain_account_balance (world_id, account_id, currency, booked,
          payments_allowed, changed_at)
        select 1, b.account_id, 'NOK', b.booked, true, $3
        from unnest($1::uuid[], $2::bigint[]) as b (account_id, booked)`,
      values: [[...debtors, ...creditors], all([-100, 100]).flat(), now],
    },
    {
      name: 'plain-audit',
      text: `insert into plain_audit (at, actor, action) values ($1, $2, $3)`,
      values: [now, 'bench', 'transfer-payments'],
    },
  ]
}

let number = 1
