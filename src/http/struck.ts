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

/** A refusal is an answer too, and may be lost like any other. */
const settled = (run: Promise<Answer>): Promise<() => Answer> =>
  run.then(
    (answer) => () => answer,
    (error) => () => {
      throw error
    },
  )

/** Runs the rest of a call with a fault in its way. */
export async function strike(fault: Fault, run: () => Promise<Answer>): Promise<Answer> {
  const answered = fault.moment === 'after' ? settled(run()) : undefined
  await answered
  if (fault.delayMs !== undefined) await delay(fault.delayMs)
  if (fault.drop || fault.status !== undefined) throw new Struck(fault)
  return answered ? (await answered)() : run()
}
