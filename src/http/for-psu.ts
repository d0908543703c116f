import { Problem } from '../kernel/problem.ts'
import { type PsuCaller, type ScaGuards, ScaNeeded } from '../sca/sca.ts'
import type { Transaction } from '../storage/storage.ts'
import type { SignedOperation } from '../wire/operation.ts'
import { type Answer, renderJson, renderOutput } from './answer.ts'
import type { Trace } from './pipeline.ts'

/** A call of an operation that acts for a PSU. */
export type PsuCall = Parameters<ScaGuards['admit']>[0] & { input: HandleInput; trace: Trace }

type HandleInput = Parameters<SignedOperation<Transaction>['handle']>[1]

/** Checks 14 and 15 around the operation itself. */
export async function handleForPsu(
  guard: ScaGuards,
  operation: SignedOperation<Transaction>,
  call: PsuCall,
  tx: Transaction | undefined,
): Promise<Answer> {
  const { input, trace } = call
  trace.check = 'psu'
  const caller = guard.admit(call)
  trace.check = 'quota'
  const counting = 'standing' in caller ? undefined : guard.beginCounting(call, caller)
  trace.check = 'act'
  if (!('standing' in caller) && counting) {
    return handleCounted(guard, operation, call, { caller, counting, tx })
  }
  return renderOutput(operation.contract, await operation.handle(caller, input, tx))
}

interface CountedCaller {
  caller: PsuCaller
  counting: NonNullable<ReturnType<ScaGuards['beginCounting']>>
  tx: Transaction | undefined
}

async function handleCounted(
  guard: ScaGuards,
  { contract, handle }: SignedOperation<Transaction>,
  { input, trace }: PsuCall,
  { caller, counting, tx }: CountedCaller,
): Promise<Answer> {
  const along = await telling(guard.rateHeaders(caller, counting), () =>
    guard.countAlong(caller, counting, () => handle(guard.listing(caller, counting), input, tx)),
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

/** The 401 that asks for SCA, if that is why a call failed; what it had begun is undone by then. */
export async function askForSca(
  guard: ScaGuards,
  call: PsuCall,
  operation: string,
  error: unknown,
): Promise<Answer> {
  if (!(error instanceof ScaNeeded)) throw error
  call.trace.check = 'psu'
  call.trace.sca = error.rule.reason
  return renderJson(401, {}, await guard.ask(call, error.rule, operation))
}
