/** Chance that can be had again: the same seed gives the same run. */
export interface Chance {
  /** From 0 to below `end`. */
  below(end: number): number
  between(from: number, to: number): number
  pick<T>(of: readonly T[]): T
  oneIn(many: number): boolean
}

/** The generator mulberry32: small, and even enough to choose steps with. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    pick: (of) => of[below(of.length)]!,
    oneIn: (many) => below(many) === 0,
  }
}
