import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { systemClock } from '../../../src/kernel/clock.ts'
import { cpuTimeMs } from '../cpu-time.ts'
import { median } from '../numbers.ts'
import { type BenchBank, orderBetween, say, withDatabase } from './ledger-bank.ts'
import type { PlainInserts } from './ledger-plain.ts'

export interface TransferPlan {
  name: string
  batch: number
  writers: number
  rounds: number
  seconds: number
}

const goal = 0.5
const warmUpSeconds = 4

/** Both in turn, so that whatever else the machine does hits both. */
export async function compareTransfers(
  { bank, accounts, databaseUrl }: BenchBank,
  plain: PlainInserts,
  plan: TransferPlan,
): Promise<void> {
  const { batch, writers, seconds } = plan
  let place = 0
  const next = () => accounts[place++ % accounts.length]!
  const transfer = async () => {
    const orders = Array.from({ length: batch }, () => orderBetween(next(), next()))
    const results = await bank.transfer(orders, systemClock.now())
    if (results.some(({ ok }) => !ok)) throw new Error('A transfer was refused.')
  }
  const insert = () => plain.insert(batch)
  const pace = (work: () => Promise<void>, forSeconds = seconds) =>
    withDatabase(databaseUrl, (database) =>
      paceOf(work, { writers, seconds: forSeconds, batch }, database),
    )
  // Every connection plans its statements anew for the first few times.
  await pace(transfer, warmUpSeconds)
  await pace(insert, warmUpSeconds)
  const rounds: { ledger: Pace; limit: Pace }[] = []
  for (let round = 0; round < plan.rounds; round++) {
    rounds.push({ ledger: await pace(transfer), limit: await pace(insert) })
  }
  say(`${plan.name}, ${writers} writers`)
  for (const each of ['ledger', 'limit'] as const) {
    const rate = median(rounds.map((round) => round[each].perSecond)).toFixed(0)
    const cpu = median(rounds.map((round) => round[each].cpuMicroseconds)).toFixed(0)
    say(`  ${each}: ${rate} transfers/s, ${cpu} µs of CPU each, driver and database together`)
  }
  const ratio = median(rounds.map(({ ledger, limit }) => ledger.perSecond / limit.perSecond))
  const cpuRatio = median(
    rounds.map(({ ledger, limit }) => limit.cpuMicroseconds / ledger.cpuMicroseconds),
  )
  const met = ratio >= goal ? 'met' : 'MISSED'
  say(`  ratio ${ratio.toFixed(2)}, by CPU ${cpuRatio.toFixed(2)}, goal ${goal}: ${met}`)
  await withDatabase(databaseUrl, (database) => database.query('analyze'))
}

interface Pace {
  perSecond: number
  /** Other work on the machine disturbs this less. */
  cpuMicroseconds: number
}

async function paceOf(
  work: () => Promise<void>,
  { batch, ...load }: { writers: number; seconds: number; batch: number },
  database: pg.Client,
): Promise<Pace> {
  const { rows } = await database.query<{ pid: number }>('select pid from pg_stat_activity')
  const used = [process.pid, ...rows.map(({ pid }) => pid)].map(
    (pid) => [pid, cpuTimeMs(pid)] as const,
  )
  const startedAt = performance.now()
  const perSecond = (await perSecondOf(work, load)) * batch
  const count = (perSecond * (performance.now() - startedAt)) / 1000
  // One that has ended meanwhile, such as a vacuum, is left out.
  const cpuMs = used
    .map(([pid, before = 0]) => (cpuTimeMs(pid) ?? before) - before)
    .reduce((sum, each) => sum + each, 0)
  return { perSecond, cpuMicroseconds: (cpuMs * 1000) / count }
}

/** Every writer has two accounts of its own, and all of them use the bank's clearing account. */
export async function watchLockWaits(bench: BenchBank, plan: WatchPlan): Promise<void> {
  const { bank, accounts, databaseUrl } = bench
  const { writers, seconds } = plan
  const abroad = { iban: 'DE89370400440532013000' }
  const watch = { looks: 0, waits: new Map<string, number>(), running: true }
  const watching = withDatabase(databaseUrl, async (database) => {
    while (watch.running) {
      watch.looks += 1
      for (const wait of await locksWaitedFor(database)) {
        watch.waits.set(wait, (watch.waits.get(wait) ?? 0) + 1)
      }
      await delay(5)
    }
  })
  let count = 0
  const rate = await perSecondOf(async (own) => {
    const [from, to] = [accounts[2 * own]!, accounts[2 * own + 1]!]
    const order = orderBetween(from, count++ % 2 === 0 ? to : abroad)
    await bank.transfer([order], systemClock.now())
  }, plan)
  watch.running = false
  await watching
  say(`${writers} writers for ${seconds} s, each on its own accounts, half of it through clearing`)
  const waits = [...watch.waits].map(([wait, times]) => `${wait} ${times} times`)
  say(`  ${rate.toFixed(0)} transfers/s; waits for a lock seen in ${watch.looks} looks:`)
  say(`  ${waits.join(', ') || 'none'}`)
}

interface WatchPlan {
  writers: number
  seconds: number
}

/**
 * By the names of the wait events. `tuple` and `transactionid` are one writer that waits for what
 * another does; `extend` is the moment in which one of them makes a file longer.
 */
async function locksWaitedFor(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ wait: string }>(
    `select concat_ws(' of ', l.locktype, l.relation::regclass::text) as wait
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database()`,
  )
  return rows.map(({ wait }) => wait)
}

async function perSecondOf(
  work: (writer: number) => Promise<void>,
  { writers, seconds }: { writers: number; seconds: number },
): Promise<number> {
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      while (performance.now() < until) {
        await work(writer)
        count += 1
      }
    }),
  )
  return (count / (performance.now() - startedAt)) * 1000
}
