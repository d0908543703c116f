import type { Day } from './calendar.ts'

/**
 * Chance without a generator's state: what falls on a day depends on the day and on what is asked,
 * never on what was asked before. So a day looks the same in every world, whenever it was made.
 */
export function chance(what: string, { iso }: Day): number {
  let hash = 0x811c9dc5
  for (const character of `${what} ${iso}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  // Neighbouring days differ in one letter only; this spreads it over all bits.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

export const happens = (what: string, day: Day, probability: number): boolean =>
  chance(what, day) < probability

/** An amount in minor units, from `least` up to and not including `most`. */
export const amountBetween = (
  what: string,
  day: Day,
  [least, most]: readonly [least: number, most: number],
): bigint => BigInt(least + Math.floor(chance(`${what} amount`, day) * (most - least)))

export function oneOf<T>(what: string, day: Day, choices: readonly T[]): T {
  return choices[Math.floor(chance(`${what} choice`, day) * choices.length)]!
}
