import type { BenchCase, BenchTpp } from './case.ts'
import { type Part, parts, type Transport } from './cases/cases.ts'
import { compare, type Plan } from './comparison.ts'
import { contest } from './contest.ts'
import { divideCores } from './cores.ts'
import type { Target } from './load.ts'
import { readOptions } from './options.ts'
import { requireSameSize } from './same-size.ts'
import { type BenchServer, startLimit, startService } from './servers.ts'
import { requestSource } from './signed-requests.ts'
import { openBench } from './surroundings.ts'
import { tableHead, tableLines } from './table.ts'
import { joinAsTpp } from './tpp.ts'

/**
 * Node's compiler takes some twenty thousand requests to settle, and the service, with more code,
 * longer than the limit server: figures from before that make it look worse than it is. What TLS
 * or another case adds to the service settles sooner, since the rest is warm by then; but the limit
 * server is a new process for each case, and figures from before it has settled flatter the service.
 */
const warmUpSeconds = { first: 18, later: 14 }
let isWarm = false

/** `npm run bench`: the service beside the limit server. */
const options = readOptions(process.argv.slice(2))
const cores = divideCores()
say(
  cores.pinned
    ? 'The server has core 0 to itself; load and database share core 1.'
    : 'Nothing is pinned to a core (no taskset, or one core only): trust the ratios less.',
)
const bench = await openBench(cores, options)
try {
  await runPart(await startService(bench), parts[options.part])
} finally {
  await bench.close()
}

async function runPart(service: BenchServer, { cases, transports }: Part): Promise<void> {
  const tpp = await joinAsTpp(service.httpUrl, bench.identities.ca.certificate)
  try {
    say(tableHead())
    for (const each of cases.filter(({ name }) => name.includes(options.only))) {
      await runCase(each, { service, tpp, transports })
    }
    if (options.compare) await contest({ service, tpp, cores, options, say })
  } finally {
    tpp.client.close()
    await service.stop()
  }
}

interface Running {
  service: BenchServer
  tpp: BenchTpp
  transports: readonly Transport[]
}

async function runCase(benchCase: BenchCase, running: Running): Promise<void> {
  const { service, tpp, transports } = running
  const { call, limit: query } = await benchCase.prepare(tpp)
  const { bank, tls, ca } = bench.identities
  const limit = await startLimit(bench, { query, bank, tls })
  const requests = requestSource(tpp, call)
  try {
    await requireSameSize(service, limit, requests)
    for (const transport of transports) {
      const target = (server: BenchServer) => targetOf(server, transport, ca.certificate)
      const plan: Plan = {
        ...{ ...options, requests },
        warmUpSeconds: isWarm ? warmUpSeconds.later : warmUpSeconds.first,
      }
      const comparison = await compare(target(service), target(limit), plan)
      isWarm = true
      say(tableLines(`${benchCase.name}, ${transport}`, benchCase.goal, comparison))
    }
  } finally {
    await limit.stop()
  }
}

function targetOf(server: BenchServer, transport: Transport, ca: string): Target {
  return { url: transport === 'TLS' ? server.httpsUrl : server.httpUrl, ca, pid: server.pid }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
