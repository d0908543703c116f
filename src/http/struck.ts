import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../sandbox/sandbox.ts'
import type { Answer } from './answer.ts'
import type { Trace } from './pipeline.ts'

/** The answer that the fault gives, or, when it says so, none. */
export class Struck extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super('a planned fault')
    this.fault = fault
  }
}

/** A refusal is an answer too, and may be lost like any other. */
const settled = (run: Promise<Answer>): Promise<{ isRefused: boolean; given: () => Answer }> =>
  run.then(
    (answer) => ({ isRefused: false, given: () => answer }),
    (error) => ({
      isRefused: true,
      given: () => {
        throw error
      },
    }),
  )

/** Runs the rest of a call with a fault in its way, and tells where that stops it. */
export async function strike(
  fault: Fault,
  trace: Pick<Trace, 'check' | 'sca' | 'stopped'>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const own = fault.moment === 'after' ? await settled(run()) : undefined
  if (!own) trace.check = 'fault'
  if (fault.delayMs !== undefined) await delay(fault.delayMs)
  if (fault.drop || fault.status !== undefined) {
    // What was refused anyway was stopped there.
    if (own && !own.isRefused && trace.sca === undefined) trace.check = 'answer'
    trace.stopped = true
    throw new Struck(fault)
  }
  return own ? own.given() : run()
}
