import assert from 'node:assert/strict'
import type { Back } from '../headless-psu.ts'
import type { Actor } from './actor.ts'
import type { Told } from './model.ts'

/** What the TPP is told when the PSU comes back: who it was, or why nothing came of it. */
export function toldBy(
  { people }: Actor,
  person: string,
  { parameters }: Pick<Back, 'parameters'>,
) {
  if (parameters.code !== undefined) return parameters.code
  assert.equal(parameters['psu-id'], people.get(person)?.psuId)
  return 'done'
}

/** Whether the PSU has approved what was shown, so that a session begins, whatever came of it. */
export const begins = (told: Told): boolean => told === 'done' || told === 'PAYMENT_FAILED'

/** The approval as its own resource tells it: that it was given, also when the money was missing. */
export const scaStatusAfter = (told: Told): string => (begins(told) ? 'finalised' : 'failed')
