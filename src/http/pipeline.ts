import assert from 'node:assert/strict'
import { type Caller, noWorld, type Visitor } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Faults } from '../sandbox/sandbox.ts'
import type {
  PsuRequest,
  ScaGuards,
  ScaReason,
  StandingParameters,
  StandingRow,
} from '../sca/sca.ts'
import type { AuditNote, Storage, Transaction } from '../storage/storage.ts'
import type { Authenticate, Tpp, Check as TppCheck } from '../tpp/tpp.ts'
import type { Environment } from '../wire/announced-changes.ts'
import { forwardedIn } from '../wire/headers.ts'
import { type Guards, isSigned, type Operation, type SignedOperation } from '../wire/operation.ts'
import { announcedTo } from './announced.ts'
import { type Answer, renderOutput } from './answer.ts'
import { askingForSca, handleForPsu, type PsuCall } from './for-psu.ts'
import { inputReader, type ReadInput } from './input.ts'
import { requireMediaTypes } from './media-types.ts'
import { once, onceInSteps } from './once.ts'
import type { Received } from './received.ts'
import { requireHeaders, requireRequestId, requireRole } from './requirements.ts'
import { strike } from './struck.ts'

/** The checks by name, in their order; the log says at which one a request was refused. */
export type Check =
  | 'size'
  | 'route'
  | 'request-id'
  | 'format'
  | TppCheck
  | 'role'
  | 'headers'
  | 'input'
  | 'fault'
  | 'repetition'
  | 'psu'
  | 'quota'
  | 'act'
  | 'answer'

/** What is known of a request while it runs, for the log and the answer. */
export interface Trace {
  /** When it arrived, in real time. */
  at: Temporal.Instant
  check: Check
  requestId: string | undefined
  tppId: string | undefined
  /** The TPP, when the call is proven to come from it. */
  provenTppId?: string | undefined
  faultId?: string | undefined
  /** By the fault, which took the place of the call's own answer. */
  stopped?: true
  /** Why the PSU is asked for SCA, if that is the answer. */
  sca?: ScaReason
}

export type Run = (request: Received, trace: Trace) => Promise<Answer>

/** Where a caller acts, and what time it is there. */
export interface Worlds {
  enter(tppId: string, realNow: Temporal.Instant): Promise<World & { faultsPlanned: boolean }>
  enterWithPsu(
    tppId: string,
    realNow: Temporal.Instant,
    asked: StandingParameters,
  ): Promise<World & { faultsPlanned: boolean; standing: StandingRow }>
  hold(
    tx: Transaction,
    where: { world: bigint; realNow: Temporal.Instant },
    how: 'among-others' | 'alone',
  ): Promise<World>
}

interface World {
  id: bigint
  now: Temporal.Instant
}

export interface PipelineParts {
  /** Left out where no operation has one. */
  worlds?: Worlds
  /** Left out where no operation acts for a PSU. */
  guard?: ScaGuards
  /** Given in the sandbox only. */
  faults?: Pick<Faults, 'next'>
  authenticate: Authenticate
  /** Announced changes have a day of their own in each. */
  environment: Environment
  storage: Storage
  clock: Clock
}

/** The one way in: every signed request passes these lines, top to bottom. */
export function pipeline(parts: PipelineParts, operation: Operation<Transaction>): Run {
  const { contract } = operation
  const readInput = inputReader(contract)
  if (!isSigned(operation)) {
    return async (request, trace) => {
      trace.check = 'format'
      requireMediaTypes(request, contract.answer.type)
      trace.check = 'input'
      const input = readInput(request)
      trace.check = 'act'
      const visitor = visitorOf(trace)
      return renderOutput(contract, await operation.handle(visitor, input))
    }
  }
  const { guards } = operation
  return async (request, trace) => {
    trace.check = 'request-id'
    requireRequestId(trace.requestId, request)
    trace.check = 'format'
    requireMediaTypes(request, contract.answer.type)
    const tpp = await parts.authenticate(request, trace)
    trace.check = 'role'
    requireRole(tpp, guards)
    trace.check = 'headers'
    requireHeaders(request, guards)
    trace.check = 'input'
    const input = readInput(request)
    const asks = guards.sca && parts.guard?.read(request.headers)
    const { faultsPlanned, ...came } = await enter(tpp, { guards, input, asks }, trace, parts)
    const { faults, environment } = parts
    const announced = announcedTo(request, environment)
    const caller = { ...came.caller, changes: announced.changes(came.caller.now) }
    const fault = faultsPlanned && (await faults?.next(caller, request.method, pathOf(request)))
    trace.faultId = fault ? fault.id : undefined
    const psu = came.psu && { guards, input, caller, ...came.psu }
    const answer = await strike(fault || undefined, trace, () =>
      act(parts, operation, { request, caller, input, psu, trace }),
    )
    return announced.repeatedIn(answer)
  }
}

interface Entering {
  guards: Guards
  input: ReturnType<ReadInput>
  asks: PsuRequest | undefined
}

interface Entered {
  caller: Caller
  faultsPlanned: boolean
  psu?: Pick<PsuCall, 'asks' | 'standing'>
}

/** The time of a caller is that of its world; outside any world it is real time. */
async function enter(
  tpp: Tpp,
  { guards, input, asks }: Entering,
  trace: Trace,
  { worlds, guard }: PipelineParts,
): Promise<Entered> {
  const visitor = visitorOf(trace)
  if (guards.world === 'none') {
    return { caller: { ...visitor, ...tpp, world: noWorld }, faultsPlanned: false }
  }
  assert(worlds, 'An operation in a world needs worlds.')
  if (!asks || !guard) {
    assert(!guards.sca, 'An operation for a PSU needs the guard.')
    const { id: world, now, faultsPlanned } = await worlds.enter(tpp.tppId, visitor.now)
    return { caller: { ...visitor, ...tpp, world, now }, faultsPlanned }
  }
  const asked = guard.parameters(tpp.tppId, { guards, input, asks })
  const found = await worlds.enterWithPsu(tpp.tppId, visitor.now, asked)
  const { id: world, now, faultsPlanned, standing } = found
  return { caller: { ...visitor, ...tpp, world, now }, faultsPlanned, psu: { asks, standing } }
}

const pathOf = ({ target }: Received): string => target.split('?', 1)[0] ?? ''

interface Call {
  request: Received
  caller: Caller
  input: ReturnType<ReadInput>
  psu: PsuCall | undefined
  trace: Trace
}

async function act(
  parts: PipelineParts,
  operation: SignedOperation<Transaction>,
  call: Call,
): Promise<Answer> {
  const { guard } = parts
  const { psu, trace } = call
  if (!psu || !guard) return actOnce(parts, operation, call, withoutPsu(operation, call))
  const asked = { call: psu, trace, operation: operation.contract.id }
  return askingForSca(guard, asked, () =>
    actOnce(parts, operation, call, (caller, tx) =>
      handleForPsu(guard, operation, { ...psu, caller }, { trace, tx }),
    ),
  )
}

type HandleCall = (caller: Caller, tx: Transaction | undefined) => Promise<Answer>

const withoutPsu =
  ({ contract, handle }: SignedOperation<Transaction>, { input, trace }: Call): HandleCall =>
  async (caller, tx) => {
    trace.check = 'act'
    return renderOutput(contract, await handle(caller, input, tx))
  }

async function actOnce(
  { storage, worlds, clock }: PipelineParts,
  { contract, method, guards }: SignedOperation<Transaction>,
  { request, caller, trace }: Call,
  handle: HandleCall,
): Promise<Answer> {
  if (method === 'GET') return handle(caller, undefined)
  trace.check = 'repetition'
  const note = noteOf(caller, contract.id, request)
  const sent = { storage, caller, request, realNow: clock.now() }
  if (guards.inSteps) return onceInSteps(sent, note, () => handle(caller, undefined))
  return once(sent, note, {
    begin: async (tx) => {
      if (guards.world === 'none') return caller
      assert(worlds, 'An operation in a world needs worlds.')
      const where = { world: caller.world, realNow: clock.now() }
      // The time may have moved while this waited, and the transaction goes by one.
      const { now } = await worlds.hold(tx, where, guards.alone ? 'alone' : 'among-others')
      return { ...caller, now }
    },
    act: (tx, held) => handle(held, tx),
  })
}

function noteOf({ tppId, requestId }: Caller, action: string, { headers }: Received): AuditNote {
  const forwarded = forwardedIn(headers)
  const details = Object.keys(forwarded).length > 0 ? { forwarded } : undefined
  return { actor: tppId, action, requestId, ...(details && { details }) }
}

const visitorOf = ({ requestId = '', at }: Trace): Visitor => ({ requestId, now: at })
