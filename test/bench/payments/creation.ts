import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ingrid } from '../../headless-psu.ts'
import { create, domestic, logIn, transfer } from '../../paying.ts'
import type { Tpp } from '../../sandbox.ts'
import type { BenchTpp } from '../case.ts'
import { divideCores } from '../cores.ts'
import { say, withDatabase } from '../ledger/ledger-bank.ts'
import { applyAll, applyLoad, type Round, type Target } from '../load.ts'
import { median } from '../numbers.ts'
import { readOptions } from '../options.ts'
import { type BenchServer, freePort, startService } from '../servers.ts'
import { type Bench, openBench } from '../surroundings.ts'
import { joinAsTpp } from '../tpp.ts'
import type { CreationLimitOptions } from './creation-limit.ts'
import { openSigners } from './signers.ts'

const goal = 0.5
const connections = 32
/** Node's compiler takes some twenty thousand requests to settle; see docs/performance.md. */
const warmUp = { requests: 20_000, atOnce: 2_000 }
const perSecondAtFirst = 1_500

export interface CreationPlan {
  rounds: number
  seconds: number
  /** Where to write a CPU profile of the service, if at all. */
  profile: string | undefined
}

/** Signed payments through every check, beside a server that only verifies and inserts. */
export async function compareCreation({ rounds, seconds, profile }: CreationPlan): Promise<void> {
  const bench = await openBench(
    divideCores(),
    readOptions(profile === undefined ? [] : ['--profile', profile]),
  )
  const service = await startService(bench)
  const tpp = await joinAsTpp(service.httpUrl, bench.identities.ca.certificate)
  try {
    const pays = tpp as BenchTpp & Tpp
    const headers = await logIn(pays, { customerNumber: ingrid, context: 'PRIVATE' })
    const answer = await create(pays, headers, transfer())
    const limit = await startLimit(bench, answer)
    try {
      const signers = openSigners()
      const fresh = (count: number) => signers.sign(tpp, newCalls(headers, count))
      const pairs: { service: Round; limit: Round }[] = []
      try {
        await warm([service, limit], fresh)
        // As many as the quicker of the two may take: one that comes again is answered from memory.
        let enough = perSecondAtFirst * seconds
        while (pairs.length < rounds) {
          const requests = await fresh(enough)
          const load = (server: BenchServer) =>
            applyLoad(targetOf(server), { connections, seconds, requests })
          const pair = { service: await load(service), limit: await load(limit) }
          const taken = Math.max(pair.service.perSecond, pair.limit.perSecond) * seconds
          if (taken <= enough) pairs.push(pair)
          enough = Math.max(enough, Math.ceil(taken * 1.3))
        }
      } finally {
        await signers.close()
      }
      tell(pairs)
    } finally {
      await limit.stop()
    }
  } finally {
    tpp.client.close()
    await service.stop()
    await bench.close()
  }
}

/** Each request is sent once to each of them. */
async function warm(
  servers: readonly BenchServer[],
  fresh: (count: number) => Promise<Buffer[]>,
): Promise<void> {
  for (let left = warmUp.requests; left > 0; left -= warmUp.atOnce) {
    const requests = await fresh(warmUp.atOnce)
    for (const server of servers) await applyAll(targetOf(server), { connections, requests })
  }
}

const targetOf = ({ httpUrl: url, pid }: BenchServer): Target => ({ url, pid, ca: '' })

const newCalls = (headers: Record<string, string>, count: number) =>
  Array.from({ length: count }, () => ({
    ...{ method: 'POST', target: domestic, headers },
    body: transfer(),
  }))

async function startLimit(bench: Bench, answer: unknown): Promise<BenchServer> {
  await withDatabase(bench.databaseUrl, (database) =>
    database.query(
      'create table plain_payment (like payment including defaults including indexes including storage)',
    ),
  )
  const port = await freePort()
  const file = join(import.meta.dirname, 'creation-limit.ts')
  const [command, args] = bench.cores.serverCommand([file])
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  process.once('exit', () => child.kill())
  const options: CreationLimitOptions = {
    ...{ databaseUrl: bench.databaseUrl, connections: bench.connections, port, answer },
    bank: bench.identities.bank,
  }
  child.send(options)
  await once(child, 'message')
  const url = new URL(`http://127.0.0.1:${port}`)
  return {
    ...{ pid: child.pid ?? 0, httpUrl: url, httpsUrl: url },
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

function tell(pairs: readonly { service: Round; limit: Round }[]): void {
  say(`signed payments created, ${connections} at a time`)
  for (const name of ['service', 'limit'] as const) {
    const rate = median(pairs.map((pair) => pair[name].perSecond)).toFixed(0)
    const cpu = median(pairs.map((pair) => pair[name].cpuMicroseconds ?? Number.NaN)).toFixed(0)
    say(`  ${name}: ${rate} payments/s, ${cpu} µs of CPU each in the server`)
  }
  const ratio = median(pairs.map(({ service, limit }) => service.perSecond / limit.perSecond))
  const cpuRatio = median(
    pairs.map(
      ({ service, limit }) => (limit.cpuMicroseconds ?? 0) / (service.cpuMicroseconds ?? 1),
    ),
  )
  const met = ratio >= goal ? 'met' : 'MISSED'
  say(`  ratio ${ratio.toFixed(2)}, by CPU ${cpuRatio.toFixed(2)}, goal ${goal}: ${met}`)
}
