import assert from 'node:assert/strict'

/** Weights 2 to 7 from the right, over and over: account numbers, KID, organisation numbers. */
export function mod11Check(digits: string): number {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    sum += Number(digits[digits.length - 1 - place]) * (2 + (place % 6))
  }
  return complement(sum)
}

export function weightedMod11Check(digits: string, weights: readonly number[]): number {
  assert.equal(digits.length, weights.length)
  return complement(weights.reduce((sum, weight, place) => sum + weight * Number(digits[place]), 0))
}

/** 0 to 9 is the check digit; 10 has none, and what becomes of it is up to the kind of number. */
function complement(sum: number): number {
  return (11 - (sum % 11)) % 11
}
