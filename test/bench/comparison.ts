import { applyLoad, type Load, type Round, type Target } from './load.ts'
import { median } from './numbers.ts'

export interface Comparison {
  service: Round
  limit: Round
  /** Throughput of the service as a part of the limit's. */
  ratio: number
  /** The same from CPU time, which other work on the machine disturbs less. */
  cpuRatio: number | undefined
}

export interface Plan {
  rounds: number
  seconds: number
  warmUpSeconds: number
  connections: number
  /** Gives requests that are still good while both servers are loaded. */
  requests(): Buffer[]
}

/** Loads both in turn, so that whatever else the machine does hits both, and takes medians. */
export async function compare(service: Target, limit: Target, plan: Plan): Promise<Comparison> {
  const { connections, seconds, warmUpSeconds } = plan
  const warmUp: Load = { connections, seconds: warmUpSeconds, requests: plan.requests() }
  await applyLoad(service, warmUp)
  await applyLoad(limit, warmUp)
  const pairs: { service: Round; limit: Round }[] = []
  for (let round = 0; round < plan.rounds; round++) {
    const load: Load = { connections, seconds, requests: plan.requests() }
    pairs.push({ service: await applyLoad(service, load), limit: await applyLoad(limit, load) })
  }
  return {
    service: middle(pairs.map((pair) => pair.service)),
    limit: middle(pairs.map((pair) => pair.limit)),
    ratio: median(pairs.map((pair) => pair.service.perSecond / pair.limit.perSecond)),
    cpuRatio: cpuRatioOf(pairs),
  }
}

export function middle(rounds: readonly Round[]): Round {
  return {
    perSecond: median(rounds.map((round) => round.perSecond)),
    p50Ms: median(rounds.map((round) => round.p50Ms)),
    p99Ms: median(rounds.map((round) => round.p99Ms)),
    cpuMicroseconds: medianOfKnown(rounds.map((round) => round.cpuMicroseconds)),
  }
}

const cpuRatioOf = (pairs: readonly { service: Round; limit: Round }[]): number | undefined =>
  medianOfKnown(
    pairs.map(({ service, limit }) =>
      service.cpuMicroseconds === undefined || limit.cpuMicroseconds === undefined
        ? undefined
        : limit.cpuMicroseconds / service.cpuMicroseconds,
    ),
  )

function medianOfKnown(numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((each) => each !== undefined)
  return known.length === 0 ? undefined : median(known)
}
