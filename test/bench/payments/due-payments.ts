import { systemRandom } from '../../../src/kernel/random.ts'
import { type BenchBank, say, withDatabase } from '../ledger/ledger-bank.ts'

const chunk = 20_000
/** At another bank: one payment in ten. */
const elsewhere = '86011117947'

/** Approved payments that are due, put into the table as they would lie there. */
export async function makeDuePayments(bench: BenchBank, count: number): Promise<void> {
  const { world, accounts, databaseUrl } = bench
  await withDatabase(databaseUrl, async (database) => {
    for (let made = 0; made < count; made += chunk) {
      const size = Math.min(chunk, count - made)
      await database.query(insert, [
        world,
        Array.from({ length: size }, () => systemRandom.uuid()),
        accounts.map(({ id }) => id),
        accounts.map(({ bban }) => bban),
        elsewhere,
      ])
      say(`  ${made + size} of ${count} payments made`)
    }
    await database.query('vacuum (analyze) payment')
  })
}

const insert = `
  insert into payment (world_id, id, tpp_id, service, product, context, debtor_account_id, body,
    amount, currency, status, history, likeness, created_at, approved_at, ready_at)
  select $1, n.id, 'PSDNO-FSA-912345678', 'payments', 'norwegian-domestic-credit-transfers',
    'PRIVATE', ($3::uuid[])[1 + n.place % cardinality($3::uuid[])],
    jsonb_build_object(
      'instructedAmount', jsonb_build_object('amount', '100.00', 'currency', 'NOK'),
      'creditorAccount', jsonb_build_object('bban', case when n.place % 10 = 0 then $5::text
        else ($4::text[])[1 + (n.place * 7 + 1) % cardinality($4::text[])] end),
      'creditorName', 'Kari Nordmann', 'remittanceInformationUnstructured', 'Takk for sist'),
    10000, 'NOK', 'ACTC',
    '[{"status": "RCVD", "event": "created", "at": "2026-11-12T09:00:00Z"},
      {"status": "ACTC", "event": "approved", "at": "2026-11-12T09:00:00Z"}]',
    uuid_send(n.id), '2026-11-12T09:00:00Z', '2026-11-12T09:00:00Z', '2026-11-12T09:00:00Z'
  from unnest($2::uuid[]) with ordinality as n (id, place)`
