import type { BenchCase, BenchTpp } from './case.ts'
import { cases } from './cases/cases.ts'
import { compare, type Plan } from './comparison.ts'
import { divideCores } from './cores.ts'
import type { Target } from './load.ts'
import { readOptions } from './options.ts'
import { type BenchServer, startLimit, startService } from './servers.ts'
import { requestSource } from './signed-requests.ts'
import { openBench } from './surroundings.ts'
import { tableHead, tableLines } from './table.ts'
import { joinAsTpp } from './tpp.ts'

/**
 * Node's compiler takes some twenty thousand requests to settle, and the service, with more code,
 * longer than the limit server: figures from before that make it look worse than it is. What TLS
 * adds settles sooner, since the rest is warm by then.
 */
const warmUpSeconds = { plain: 18, TLS: 5 }

/** `npm run bench`: the service beside the limit server, plain and over TLS. */
const options = readOptions(process.argv.slice(2))
const cores = divideCores()
say(
  cores.pinned
    ? 'The server has core 0 to itself; load and database share core 1.'
    : 'Nothing is pinned to a core (no taskset, or one core only): trust the ratios less.',
)
const bench = await openBench(cores, options)
try {
  await runCases(await startService(bench))
} finally {
  await bench.close()
}

async function runCases(service: BenchServer): Promise<void> {
  const tpp = await joinAsTpp(service.httpUrl, bench.identities.ca.certificate)
  try {
    say(tableHead())
    for (const each of cases.filter(({ name }) => name.includes(options.only))) {
      await runCase(each, { service, tpp })
    }
  } finally {
    tpp.client.close()
    await service.stop()
  }
}

async function runCase(
  benchCase: BenchCase,
  { service, tpp }: { service: BenchServer; tpp: BenchTpp },
): Promise<void> {
  await benchCase.prepare(tpp)
  const { bank, tls, ca } = bench.identities
  const limit = await startLimit(bench, { query: benchCase.limit(tpp), bank, tls })
  const requests = requestSource(tpp, benchCase.call(tpp))
  try {
    for (const transport of ['plain', 'TLS'] as const) {
      const target = (server: BenchServer) => targetOf(server, transport, ca.certificate)
      const plan: Plan = { ...options, requests, warmUpSeconds: warmUpSeconds[transport] }
      const comparison = await compare(target(service), target(limit), plan)
      say(tableLines(`${benchCase.name}, ${transport}`, benchCase.goal, comparison))
    }
  } finally {
    await limit.stop()
  }
}

function targetOf(server: BenchServer, transport: 'plain' | 'TLS', ca: string): Target {
  return { url: transport === 'TLS' ? server.httpsUrl : server.httpUrl, ca, pid: server.pid }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
