import type { Visitor } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import type { CharacterSet } from '../kernel/text.ts'
import type { Faults } from '../sandbox/sandbox.ts'
import type { ScaGuards, ScaReason, Standing, StandingQuestion } from '../sca/sca.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import type { Authenticate, Check as TppCheck } from '../tpp/tpp.ts'
import { acceptedChanges, type Environment } from '../wire/announced-changes.ts'
import { isSigned, type Operation } from '../wire/operation.ts'
import { actOf } from './act.ts'
import { repeatAccepted } from './announced.ts'
import { type Answer, renderOutput } from './answer.ts'
import { inputReader } from './input.ts'
import { requireMediaTypes } from './media-types.ts'
import type { Received } from './received.ts'
import { requireRequestId, requireRole, requirerOfHeaders } from './requirements.ts'

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
  enter(tppId: string, realNow: Temporal.Instant, question?: StandingQuestion): Promise<Entered>
  /** Within the transaction that writes there; undefined where it has to be entered first. */
  enterHeld(
    tx: Transaction,
    tppId: string,
    realNow: Temporal.Instant,
    question?: StandingQuestion,
  ): Promise<Entered | undefined>
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

export interface Entered extends World {
  faultsPlanned: boolean
  /** For an operation that acts for a PSU. */
  standing?: Standing
  /** Of the register of its bank, where that may be gone by. */
  edition?: string | undefined
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
  /** Of the bank behind it. */
  characterSet: CharacterSet
  storage: Storage
  clock: Clock
}

/** The one way in: every signed request passes these lines, top to bottom. */
export function pipeline(parts: PipelineParts, operation: Operation<Transaction>): Run {
  const { contract } = operation
  const readInput = inputReader(contract, parts.characterSet)
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
  const act = actOf(parts, operation)
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
    const accepted = acceptedChanges(request.headers.get('x-accept-fix'))
    return repeatAccepted(accepted, await act({ request, tpp, input, asks, accepted, trace }))
  }
}

const visitorOf = ({ requestId = '', at }: Trace): Visitor => ({ requestId, now: at })
