import assert from 'node:assert/strict'
import { type Caller, noWorld } from '../kernel/caller.ts'
import type { PsuRequest, StandingQuestion } from '../sca/sca.ts'
import type { AuditNote, Transaction } from '../storage/storage.ts'
import type { Authenticate } from '../tpp/tpp.ts'
import { type ChangeName, changesInForce } from '../wire/announced-changes.ts'
import { forwardedIn } from '../wire/headers.ts'
import type { SignedOperation } from '../wire/operation.ts'
import { type Answer, renderOutput } from './answer.ts'
import { askForSca, handleForPsu, type PsuCall } from './for-psu.ts'
import type { ReadInput } from './input.ts'
import { NotYet, once, onceInSteps, type Sent } from './once.ts'
import type { Entered, PipelineParts, Trace, Worlds } from './pipeline.ts'
import type { Received } from './received.ts'
import { strike } from './struck.ts'

/** A call of which it is settled who sends it and what it says. */
interface Arrived {
  request: Received
  tpp: Awaited<ReturnType<Authenticate>>
  input: ReturnType<ReadInput>
  /** For an operation that acts for a PSU. */
  asks: PsuRequest | undefined
  accepted: readonly ChangeName[]
  trace: Trace
}

type Act = (call: Arrived) => Promise<Answer>

/** Whom the call is handled for, once it has entered a world. */
interface Handled {
  caller: Caller
  psu: PsuCall | undefined
}

/** The second half of the way: into the caller's world, past its faults, and once only. */
export function actOf(parts: PipelineParts, operation: SignedOperation<Transaction>): Act {
  const { storage, clock, guard, faults } = parts
  const { contract, method, guards } = operation

  function questionOf({ tpp, input, asks }: Arrived): StandingQuestion | undefined {
    assert(!guards.sca || (asks && guard), 'An operation for a PSU needs the guard.')
    return asks && guard?.question(tpp.tppId, { guards, input, asks })
  }

  /** The time of a caller is that of its world; outside any world it is real time. */
  function enter(call: Arrived): Entered | Promise<Entered> {
    const { at } = call.trace
    if (guards.world === 'none') return { id: noWorld, now: at, faultsPlanned: false }
    return worldsOf(parts).enter(call.tpp.tppId, at, questionOf(call))
  }

  function handledIn(entered: Entered, call: Arrived): Handled {
    const { id: world, now, standing, edition } = entered
    const { tpp, input, asks, accepted, trace } = call
    const { tppId, tppName, roles } = tpp
    const changes = changesInForce(accepted, parts.environment, now)
    const { requestId = '' } = trace
    const caller: Caller = { requestId, now, tppId, tppName, roles, world, changes, edition }
    return { caller, psu: asks && standing && { guards, input, caller, asks, standing, trace } }
  }

  async function handle({ caller, psu }: Handled, call: Arrived, tx?: Transaction) {
    if (psu && guard) return handleForPsu(guard, operation, { ...psu, caller }, tx)
    call.trace.check = 'act'
    return renderOutput(contract, await operation.handle(caller, call.input, tx))
  }

  /** Where the PSU is to be sent first, if that is why the call failed. */
  async function askOrThrow(psu: PsuCall | undefined, error: unknown): Promise<Answer> {
    if (psu && guard) return askForSca(guard, psu, contract.id, error)
    throw error
  }

  const sentBy = ({ request, tpp: { tppId }, trace }: Arrived): Sent => {
    trace.check = 'repetition'
    return {
      storage,
      tppId,
      requestId: trace.requestId ?? '',
      request,
      realNow: clock.now(),
      trace,
    }
  }

  function noteOf({ tpp, request, trace }: Arrived): AuditNote {
    const forwarded = forwardedIn(request.headers)
    const details = Object.keys(forwarded).length > 0 ? { forwarded } : undefined
    const { requestId = '' } = trace
    return { actor: tpp.tppId, action: contract.id, requestId, ...(details && { details }) }
  }

  /** In a world that was entered before: it is held from here on, and its time may have moved. */
  async function heldAgain(tx: Transaction, handled: Handled): Promise<Handled> {
    if (guards.world === 'none') return handled
    const { caller, psu } = handled
    const where = { world: caller.world, realNow: clock.now() }
    const how = guards.alone ? 'alone' : 'among-others'
    const { now } = await worldsOf(parts).hold(tx, where, how)
    return { caller: { ...caller, now }, psu }
  }

  function actEntered(handled: Handled, call: Arrived): Promise<Answer> {
    if (method === 'GET') return handle(handled, call)
    const sent = sentBy(call)
    if (guards.inSteps) return onceInSteps(sent, noteOf(call), () => handle(handled, call))
    return once(sent, noteOf(call), async (tx) => handle(await heldAgain(tx, handled), call, tx))
  }

  async function enterThenAct(call: Arrived): Promise<Answer> {
    const entered = await enter(call)
    const handled = handledIn(entered, call)
    const run = () => actEntered(handled, call).catch((error) => askOrThrow(handled.psu, error))
    if (!entered.faultsPlanned) return run()
    const { request, trace } = call
    const fault = await faults?.next(handled.caller, request.method, pathOf(request))
    trace.faultId = fault?.id
    return fault ? strike(fault, trace, run) : run()
  }

  /**
   * One wait less for what writes: its world is entered within the transaction. Where a world has to
   * be made first, or a fault looked for, nothing was done yet.
   */
  async function enterWithinAct(call: Arrived): Promise<Answer> {
    const { tppId } = call.tpp
    const question = questionOf(call)
    let psu: PsuCall | undefined
    const acting = once(sentBy(call), noteOf(call), async (tx) => {
      const entered = await worldsOf(parts).enterHeld(tx, tppId, clock.now(), question)
      if (!entered || entered.faultsPlanned) throw new NotYet()
      const handled = handledIn(entered, call)
      psu = handled.psu
      return handle(handled, call, tx)
    })
    return acting.catch((error) => askOrThrow(psu, error))
  }

  const writesAmongOthers = method !== 'GET' && !guards.inSteps && !guards.alone
  if (!writesAmongOthers || guards.world === 'none') return enterThenAct
  return (call) =>
    enterWithinAct(call).catch((error) => {
      if (error instanceof NotYet) return enterThenAct(call)
      throw error
    })
}

function worldsOf({ worlds }: PipelineParts): Worlds {
  assert(worlds, 'An operation in a world needs worlds.')
  return worlds
}

const pathOf = ({ target }: Received): string => target.split('?', 1)[0] ?? ''
