import { ledgerBank } from '../../../src/bank/ledger/ledger.ts'
import { manualClock } from '../../../src/kernel/clock.ts'
import { systemRandom } from '../../../src/kernel/random.ts'
import { createPaymentExecutors } from '../../../src/pis/pis.ts'
import { createBatches, type Executor } from '../../../src/sandbox/sandbox.ts'
import { cpuTimeMs } from '../cpu-time.ts'
import { type BenchBank, openBenchBank, say, withDatabase } from '../ledger/ledger-bank.ts'
import { openPlain, type PlainInserts } from '../ledger/ledger-plain.ts'
import { makeDuePayments } from './due-payments.ts'

const goal = 0.3
const chunk = 1_000
const warmUp = 5_000
const accounts = 4_000
const megabyte = 2 ** 20

/** One batch with all that is due, beside plain INSERTs of the rows that it writes in the ledger. */
export async function compareExecution(count: number): Promise<void> {
  say(`a batch of ${count} payments: making them`)
  const bench = await openBenchBank(accounts, 2)
  const plain = await openPlain(bench.databaseUrl, 2)
  try {
    const batch = batchIn(bench)
    await makeDuePayments(bench, warmUp)
    await batch.run()
    await insertAll(plain, warmUp)
    await makeDuePayments(bench, count)
    // The limit before and after, so that whatever else the machine does hits both.
    const cost = (work: () => Promise<void>) => costOf(work, bench.databaseUrl)
    const before = await cost(() => insertAll(plain, count / 2))
    const memory = batch.watch()
    const executed = await cost(batch.run)
    const after = await cost(() => insertAll(plain, count / 2))
    const seconds = before.seconds + after.seconds
    tell(count, { executed, limit: { seconds, cpuMs: before.cpuMs + after.cpuMs }, memory })
  } finally {
    await plain.close()
    await bench.close()
  }
}

interface Figures {
  executed: Cost
  limit: Cost
  memory: number[]
}

function tell(count: number, { executed, limit, memory }: Figures): void {
  say(`a batch of ${count} due payments, in chunks of ${chunk}`)
  for (const [name, { seconds, cpuMs }] of Object.entries({ executed, limit })) {
    const cpu = ((cpuMs * 1000) / count).toFixed(0)
    say(`  ${name}: ${(count / seconds).toFixed(0)} payments/s, ${cpu} µs of CPU each`)
  }
  const ratio = limit.seconds / executed.seconds
  const cpuRatio = (limit.cpuMs / executed.cpuMs).toFixed(2)
  const met = ratio >= goal ? 'met' : 'MISSED'
  say(`  ratio ${ratio.toFixed(2)}, by CPU ${cpuRatio}, goal ${goal}: ${met}`)
  const tenths = memory.filter((_, place) => (place + 1) % Math.ceil(memory.length / 10) === 0)
  say(`  RSS in MB on the way: ${tenths.map((rss) => (rss / megabyte).toFixed(0)).join(' ')}`)
}

/** The batch as the sandbox runs it on demand, with its locks and its rows. */
function batchIn({ storage, world }: BenchBank) {
  const clock = manualClock('2026-11-14T12:00:00+01:00')
  let memory: number[] = []
  const watched = (executor: Executor): Executor => ({
    ...executor,
    execute: async (queries, at) => {
      const done = await executor.execute(queries, at)
      memory.push(process.memoryUsage.rss())
      return done
    },
  })
  const bank = (queries: Parameters<typeof ledgerBank>[0]) => ledgerBank(queries, systemRandom)
  const executors = createPaymentExecutors({ bank, random: systemRandom, log: { error() {} } }).map(
    watched,
  )
  const batches = createBatches({ storage, executors, clock })
  return {
    watch: () => {
      memory = []
      return memory
    },
    run: async () => {
      const requestId = systemRandom.uuid()
      const caller = { tppId: 'bench', tppName: 'bench', roles: [], now: clock.now() }
      const input = { path: {}, query: {}, body: {} }
      const counts = await batches.run({ ...caller, requestId, world }, input)
      if (Object.keys(counts).some((status) => status !== 'ACSC' && status !== 'ACSP')) {
        throw new Error(`Payments were refused: ${JSON.stringify(counts)}`)
      }
    },
  }
}

async function insertAll(plain: PlainInserts, count: number): Promise<void> {
  for (let done = 0; done < count; done += chunk) await plain.insert(Math.min(chunk, count - done))
}

interface Cost {
  seconds: number
  /** Of this process and of the database's together. */
  cpuMs: number
}

const costOf = (work: () => Promise<void>, databaseUrl: string): Promise<Cost> =>
  withDatabase(databaseUrl, async (database) => {
    const used = async () => {
      const { rows } = await database.query<{ pid: number }>('select pid from pg_stat_activity')
      const pids = [process.pid, ...rows.map(({ pid }) => pid)]
      return new Map(pids.map((pid) => [pid, cpuTimeMs(pid) ?? 0]))
    }
    const before = await used()
    const startedAt = performance.now()
    await work()
    const seconds = (performance.now() - startedAt) / 1000
    // One that has ended meanwhile, such as a vacuum, is left out.
    const spent = [...(await used())].map(([pid, after]) => after - (before.get(pid) ?? 0))
    return { seconds, cpuMs: spent.reduce((sum, each) => sum + each, 0) }
  })
