import { type Connection, openConnection } from './connection.ts'
import { cpuTimeMs } from './cpu-time.ts'
import { percentile } from './numbers.ts'

export interface Target {
  url: URL
  /** The authority behind the server's TLS certificate. */
  ca: string
  pid: number
}

export interface Load {
  connections: number
  seconds: number
  /** Sent in turn, again and again. */
  requests: readonly Buffer[]
}

export interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMicroseconds: number | undefined
}

/** Keeps every connection busy with one request after the other, and tells how it went. */
export async function applyLoad(target: Target, load: Load): Promise<Round> {
  const lengthMs = load.seconds * 1000
  return apply(target, load, (startedAt) => () => performance.now() < startedAt + lengthMs)
}

/** The same until each request was sent once. */
export async function applyAll(target: Target, load: Omit<Load, 'seconds'>): Promise<Round> {
  return apply(target, load, () => (sent) => sent < load.requests.length)
}

type GoesOn = (sent: number) => boolean

async function apply(
  target: Target,
  load: Omit<Load, 'seconds'>,
  goesOn: (startedAt: number) => GoesOn,
): Promise<Round> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => openConnection(target.url, target.ca)),
  )
  const cpuBefore = cpuTimeMs(target.pid)
  const startedAt = performance.now()
  const latencies = await keepBusy(connections, load.requests, goesOn(startedAt))
  const elapsedMs = performance.now() - startedAt
  const cpuAfter = cpuTimeMs(target.pid)
  for (const connection of connections) connection.close()
  latencies.sort((a, b) => a - b)
  return {
    perSecond: (latencies.length / elapsedMs) * 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMicroseconds:
      cpuBefore === undefined || cpuAfter === undefined
        ? undefined
        : ((cpuAfter - cpuBefore) * 1000) / latencies.length,
  }
}

function keepBusy(
  connections: readonly Connection[],
  requests: readonly Buffer[],
  goesOn: GoesOn,
): Promise<number[]> {
  const { promise, resolve, reject: failed } = Promise.withResolvers<number[]>()
  const latencies: number[] = []
  let sent = 0
  let busy = connections.length
  for (const connection of connections) {
    const send = () => connection.exchange(requests[sent++ % requests.length]!, outcome)
    const answered = (milliseconds: number) => {
      latencies.push(milliseconds)
      if (goesOn(sent)) send()
      else if (--busy === 0) resolve(latencies)
    }
    const outcome = { answered, failed }
    send()
  }
  return promise
}
