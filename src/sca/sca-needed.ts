import type { ScaRule } from './policy.ts'

/** Thrown where the PSU is needed; the pipeline answers it with 401 and a link. */
export class ScaNeeded extends Error {
  readonly rule: ScaRule

  constructor(rule: ScaRule) {
    super(`SCA is needed: ${rule.reason}`)
    this.rule = rule
  }
}
