import type pg from 'pg'
import type { Place } from '../../../src/bank/port.ts'
import { median } from '../numbers.ts'
import { type BenchBank, say, withDatabase } from './ledger-bank.ts'

const goal = 1.5
const pageSize = 100
const chunk = 250_000
const turns = 300

/** Page one and pages deep inside a long list, beside page one of a short one. */
export async function comparePages(bench: BenchBank, entries: number): Promise<void> {
  const [small, large] = [bench.accounts[0]!, bench.accounts[1]!]
  const deep = await withDatabase(bench.databaseUrl, async (database) => {
    await fill(database, { world: bench.world, accountId: small.id, entries: 99 })
    await fill(database, { world: bench.world, accountId: large.id, entries: entries - 1 })
    say('  counting and sorting are left to the database: vacuum, analyze')
    await database.query('vacuum (analyze) ledger_entry, ledger_transaction')
    return transactionsDeepInside(database, large.id)
  })
  const page = async (accountId: string, place: Place) => {
    const query = { accountId, status: 'booked', limit: pageSize, place } as const
    const startedAt = performance.now()
    const result = await bench.bank.transactions(query)
    const took = performance.now() - startedAt
    if (!result.ok || result.value.transactions.length !== pageSize)
      throw new Error('A short page.')
    return took
  }
  const took = { small: [] as number[], large: [] as number[], deep: [] as number[] }
  for (let turn = 0; turn < turns; turn++) {
    took.small.push(await page(small.id, { at: 'first' }))
    took.large.push(await page(large.id, { at: 'first' }))
    const transactionId = deep[turn % deep.length]!
    took.deep.push(await page(large.id, { at: 'after', transactionId }))
  }
  say(`page of ${pageSize}, median of ${turns} turns`)
  const base = median(took.small)
  say(`  page one of ${pageSize} entries: ${base.toFixed(2)} ms`)
  tell(`page one of ${entries} entries`, median(took.large), base)
  tell('a page deep inside', median(took.deep), base)
}

function tell(name: string, ms: number, base: number): void {
  const ratio = ms / base
  const met = ratio <= goal ? 'met' : 'MISSED'
  say(`  ${name}: ${ms.toFixed(2)} ms, ${ratio.toFixed(2)} times that, goal ${goal}: ${met}`)
}

interface Filling {
  world: bigint
  accountId: string
  entries: number
}

/** Twenty years of entries by SQL, past the triggers, which have their own bench. */
async function fill(database: pg.Client, { world, accountId, entries }: Filling): Promise<void> {
  await database.query('set session_replication_role = replica')
  for (let made = 0; made < entries; made += chunk) {
    const count = Math.min(chunk, entries - made)
    await database.query(
      `with numbered as materialized (
         select nextval('ledger_seq') as seq, date '2006-01-01' + (($3::bigint + g) * 7000 / $4)::int as day
         from generate_series(1, $5::bigint) as g
       ), transactions as (
         insert into ledger_transaction (world_id, seq, id, kind, entered_at, value_date, details)
         select $1, seq, gen_random_uuid(), 'entered', day, day,
           '{"creditorName": "Kari Nordmann", "remittanceInformationUnstructured": "Takk for sist"}'
         from numbered
       )
       insert into ledger_entry (world_id, transaction_seq, line, account_id, internal, amount,
         currency, booking_date, invoiced)
       select $1, seq, line, case line when 1 then $2::uuid end,
         case line when 2 then 'clearing' end, case line when 1 then 1 else -1 end, 'NOK', day, false
       from numbered, generate_series(1, 2) as line`,
      [world, accountId, made, entries, count],
    )
    if (entries > chunk) say(`  ${made + count} of ${entries} entries made`)
  }
}

async function transactionsDeepInside(database: pg.Client, accountId: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select t.id from ledger_entry e
       join ledger_transaction t on t.world_id = e.world_id and t.seq = e.transaction_seq
     where e.account_id = $1 and e.booking_date in
       (select date '2006-01-01' + 200 * n from generate_series(5, 30) as n)
     order by random() limit 100`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}
