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
import type { Authenticate, Check as TppCheck } from '../tpp/tpp.ts'
import { acceptedChanges, changesInForce, type Environment } from '../wire/announced-changes.ts'
import { forwardedIn } from '../wire/headers.ts'
import { type Guards, isSigned, type Operation, type SignedOperation } from '../wire/operation.ts'
import { repeatAccepted } from './announced.ts'
import { type Answer, renderOutput } from './answer.ts'
import { askForSca, handleForPsu, type PsuCall } from './for-psu.ts'
import { inputReader, type ReadInput } from './input.ts'
import { requireMediaTypes } from './media-types.ts'
import { once, onceInSteps } from './once.ts'
import type { Received } from './received.ts'
import { requireRequestId, requireRole, requirerOfHeaders } from './requirements.ts'
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
  sca?: ScaReason | undefined
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
  const requireHeaders = requirerOfHeaders(guards)
  return async (request, trace) => {
    trace.check = 'request-id'
    requireRequestId(trace.requestId, request)
    trace.check = 'format'
    requireMediaTypes(request, contract.answer.type)
    const tpp = await parts.authenticate(request, trace)
    trace.check = 'role'
    requireRole(tpp, guards)
    trace.check = 'headers'
    requireHeaders(request)
    trace.check = 'input'
    const input = readInput(request)
    const asks = guards.sca && parts.guard?.read(request.headers)
    const { tppId, tppName, roles } = tpp
    const entered = await enter(tppId, { guards, input, asks }, trace, parts)
    const { id: world, now, faultsPlanned, standing } = entered
    const accepted = acceptedChanges(request.headers.get('x-accept-fix'))
    const changes = changesInForce(accepted, parts.environment, now)
    const { requestId = '' } = trace
    const caller: Caller = { requestId, now, tppId, tppName, roles, world, changes }
    const psu = asks && standing && { guards, input, caller, asks, standing, trace }
    const call = { request, caller, input, psu, trace }
    const fault = faultsPlanned
      ? await parts.faults?.next(caller, request.method, pathOf(request))
      : undefined
    trace.faultId = fault?.id
    const answer = fault
      ? await strike(fault, trace, () => act(parts, operation, call))
      : await act(parts, operation, call)
    return repeatAccepted(accepted, answer)
  }
}

interface Entering {
  guards: Guards
  input: ReturnType<ReadInput>
  asks: PsuRequest | undefined
}

interface Entered extends World {
  faultsPlanned: boolean
  /** For an operation that acts for a PSU. */
  standing?: StandingRow
}

/** The time of a caller is that of its world; outside any world it is real time. */
function enter(
  tppId: string,
  { guards, input, asks }: Entering,
  { at }: Trace,
  { worlds, guard }: PipelineParts,
): Entered | Promise<Entered> {
  if (guards.world === 'none') return { id: noWorld, now: at, faultsPlanned: false }
  assert(worlds, 'An operation in a world needs worlds.')
  if (asks && guard) {
    return worlds.enterWithPsu(tppId, at, guard.parameters(tppId, { guards, input, asks }))
  }
  assert(!guards.sca, 'An operation for a PSU needs the guard.')
  return worlds.enter(tppId, at)
}

const pathOf = ({ target }: Received): string => target.split('?', 1)[0] ?? ''

interface Call {
  request: Received
  caller: Caller
  input: ReturnType<ReadInput>
  psu: PsuCall | undefined
  trace: Trace
}

function act(
  parts: PipelineParts,
  operation: SignedOperation<Transaction>,
  call: Call,
): Promise<Answer> {
  const { guard } = parts
  const { psu } = call
  if (!psu || !guard) return actOnce(parts, operation, call, withoutPsu(operation, call))
  const acting = actOnce(parts, operation, call, (caller, tx) =>
    handleForPsu(guard, operation, { ...psu, caller }, tx),
  )
  return acting.catch((error) => askForSca(guard, psu, operation.contract.id, error))
}

type HandleCall = (caller: Caller, tx: Transaction | undefined) => Promise<Answer>

const withoutPsu =
  ({ contract, handle }: SignedOperation<Transaction>, { input, trace }: Call): HandleCall =>
  async (caller, tx) => {
    trace.check = 'act'
    return renderOutput(contract, await handle(caller, input, tx))
  }

function actOnce(
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
