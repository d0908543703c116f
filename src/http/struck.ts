import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../sandbox/sandbox.ts'
import type { Answer } from './answer.ts'

/** The answer that the fault gives, or, when it says so, none. */
export class Struck extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super('a planned fault')
    this.fault = fault
  }
}

/** Runs the rest of a call with a fault in its way, if there is one. */
export async function strike(
  fault: Fault | undefined,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (!fault) return run()
  const answer = fault.moment === 'after' ? await run() : undefined
  if (fault.delayMs !== undefined) await delay(fault.delayMs)
  if (fault.drop || fault.status !== undefined) throw new Struck(fault)
  return answer ?? run()
}
