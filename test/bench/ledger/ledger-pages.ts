import type pg from 'pg'
import type { Place } from '../../../src/bank/port.ts'
import { median } from '../numbers.ts'
import { type BenchBank, say, withDatabase } from './ledger-bank.ts'

const goal = 1.5
const pageSize = 100
const chunk = 250_000
const turns = 300
const pagesInARow = 10

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
  for (const status of ['booked', 'both'] as const) {
    await compareLists(bench, { small: small.id, large: large.id, deep, entries, status })
  }
}

interface Lists {
  small: string
  large: string
  /** Cursors in the middle of the large one. */
  deep: string[]
  entries: number
  status: 'booked' | 'both'
}

async function compareLists({ bank }: BenchBank, lists: Lists): Promise<void> {
  const { small, large, deep, status } = lists
  const took = { small: [] as number[], large: [] as number[], deep: [] as number[] }
  /** Gives the cursor of the `next` link. */
  const turn = async (among: number[], accountId: string, place: Place) => {
    const startedAt = performance.now()
    const result = await bank.transactions({ accountId, status, limit: pageSize, place })
    among.push(performance.now() - startedAt)
    const last = result.ok ? result.value.transactions[pageSize - 1] : undefined
    if (!last) throw new Error('A short page.')
    return last.id
  }
  let transactionId = ''
  for (let count = 0; count < turns; count++) {
    await turn(took.small, small, { at: 'first' })
    await turn(took.large, large, { at: 'first' })
    if (count % pagesInARow === 0) transactionId = deep[count / pagesInARow]!
    transactionId = await turn(took.deep, large, { at: 'after', transactionId })
  }
  say(`page of ${pageSize}, ${status}, median of ${turns} turns`)
  const base = median(took.small)
  say(`  page one of ${pageSize} entries: ${base.toFixed(2)} ms`)
  tell(`page one of ${lists.entries} entries`, median(took.large), base)
  tell(`a page deep inside, by ${pagesInARow} next links in a row`, median(took.deep), base)
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
     order by random() limit ${turns / pagesInARow}`,
    [accountId],
  )
  return rows.map(({ id }) => id)
}
