/** The limit of calls without the PSU, for one account and kind of call, in any 24 hours. */
export const callsMax = 4
const windowHours = 24

export interface Rate {
  used: number
  remaining: number
  /** When the next call becomes free; undefined when none is used. */
  resetAt: Temporal.Instant | undefined
}

/** A call made before this has left the window. */
export const windowStart = (now: Temporal.Instant): Temporal.Instant =>
  now.subtract({ hours: windowHours })

export function rateOf(calledAt: readonly Temporal.Instant[], now: Temporal.Instant): Rate {
  const since = windowStart(now)
  const counted = calledAt
    .filter((at) => Temporal.Instant.compare(at, since) > 0)
    .sort(Temporal.Instant.compare)
  return {
    used: counted.length,
    remaining: Math.max(0, callsMax - counted.length),
    resetAt: counted[0]?.add({ hours: windowHours }),
  }
}

/** Of several that one call counts for, the one that holds it up longest. */
export const tightest = (rates: readonly Rate[]): Rate | undefined =>
  rates.toSorted((a, b) => a.remaining - b.remaining || resetMs(b) - resetMs(a))[0]

const resetMs = ({ resetAt }: Rate): number => resetAt?.epochMilliseconds ?? 0

export const secondsUntil = (at: Temporal.Instant | undefined, now: Temporal.Instant): number =>
  at === undefined ? 0 : Math.max(1, Math.ceil(now.until(at).total('seconds')))

export const rateHeaders = (rate: Rate, now: Temporal.Instant): Record<string, string> => ({
  'RateLimit-Limit': String(callsMax),
  'RateLimit-Remaining': String(rate.remaining),
  'RateLimit-Reset': String(secondsUntil(rate.resetAt, now)),
})
