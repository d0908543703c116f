import { Problem } from '../kernel/problem.ts'
import { addressesIn, clientBehind } from './client-address.ts'

export interface VisitLimitOptions {
  /** For each client. */
  perMinute: number
  /** Who may say in X-Forwarded-For for whom they ask. */
  trustedProxies: readonly string[]
  /** So many are told apart; when there are more in one minute, counting begins anew. */
  clientsMax?: number
}

/** A request, and the address it came from. */
export interface Visit {
  address: string
  headers: ReadonlyMap<string, string>
}

/** Refuses a client that asks too often. */
export type VisitLimit = (visit: Visit, now: Temporal.Instant) => void

const minuteMs = 60_000

/** Counted in the memory of this process, minute by minute; each other process counts for itself. */
export function createVisitLimit(options: VisitLimitOptions): VisitLimit {
  const { perMinute, trustedProxies, clientsMax = 10_000 } = options
  const proxies = addressesIn(trustedProxies)
  const visits = new Map<string, number>()
  let minute = 0
  return ({ address, headers }, now) => {
    const { epochMilliseconds: ms } = now
    const client = clientBehind(proxies, address, headers.get('x-forwarded-for'))
    const isNewMinute = Math.floor(ms / minuteMs) !== minute
    const isFull = visits.size >= clientsMax && !visits.has(client)
    if (isNewMinute || isFull) visits.clear()
    minute = Math.floor(ms / minuteMs)
    const visited = (visits.get(client) ?? 0) + 1
    visits.set(client, visited)
    if (visited <= perMinute) return
    const seconds = Math.ceil((minuteMs - (ms % minuteMs)) / 1000)
    throw new Problem('ACCESS_EXCEEDED', 'This address has asked for the page too often.', {
      headers: { 'Retry-After': String(seconds) },
    })
  }
}
