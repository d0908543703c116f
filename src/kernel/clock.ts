/** Time comes in as a parameter; this file is the only one that asks the machine for it. */
export interface Clock {
  now(): Temporal.Instant
}

export const systemClock: Clock = { now: () => Temporal.Now.instant() }

/** A clock that stands still until it is moved, for tests and for the sandbox. */
export function manualClock(start: string): Clock & { advance(duration: string): void } {
  let instant = Temporal.Instant.from(start)
  return {
    now: () => instant,
    advance: (duration) => {
      instant = instant.add(Temporal.Duration.from(duration))
    },
  }
}
