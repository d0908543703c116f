import { Problem } from '../kernel/problem.ts'
import { type ScaGuards, ScaNeeded } from '../sca/sca.ts'
import type { Transaction } from '../storage/storage.ts'
import type { SignedOperation } from '../wire/operation.ts'
import { type Answer, renderJson, renderOutput } from './answer.ts'
import type { Trace } from './pipeline.ts'

/** A call of an operation that acts for a PSU. */
export type PsuCall = Parameters<ScaGuards['admit']>[0] & { input: HandleInput }

type HandleInput = Parameters<SignedOperation<Transaction>['handle']>[1]

/** Checks 14 and 15 around the operation itself. */
export async function handleForPsu(
  guard: ScaGuards,
  { contract, handle }: SignedOperation<Transaction>,
  call: PsuCall,
  { trace, tx }: { trace: Trace; tx: Transaction | undefined },
): Promise<Answer> {
  trace.check = 'psu'
  const caller = guard.admit(call)
  trace.check = 'quota'
  const counting = 'standing' in caller ? undefined : guard.beginCounting(call, caller)
  trace.check = 'act'
  if ('standing' in caller || !counting) {
    return renderOutput(contract, await handle(caller, call.input, tx))
  }
  const along = await telling(guard.rateHeaders(caller, counting), () =>
    guard.countAlong(caller, counting, () =>
      handle(guard.listing(caller, counting), call.input, tx),
    ),
  )
  trace.check = 'quota'
  const headers = await along.counted
  const answer = renderOutput(contract, along.output)
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

/** A refusal, too, says how many calls are left. */
async function telling<T>(headers: Record<string, string>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem) Object.assign(error.headers, headers)
    throw error
  }
}

/** The 401 that asks for SCA. What was begun for the call is undone by then. */
export async function askingForSca(
  guard: ScaGuards,
  { call, trace, operation }: { call: PsuCall; trace: Trace; operation: string },
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ScaNeeded)) throw error
    trace.check = 'psu'
    trace.sca = error.rule.reason
    return renderJson(401, {}, await guard.ask(call, error.rule, operation))
  }
}
