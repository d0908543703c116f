import assert from 'node:assert/strict'
import { type Caller, noWorld, type Visitor } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import { Problem } from '../kernel/problem.ts'
import type { Faults } from '../sandbox/sandbox.ts'
import type { Storage, Transaction } from '../storage/storage.ts'
import type { Authenticate, Tpp, Check as TppCheck } from '../tpp/tpp.ts'
import { signingHeaders } from '../wire/headers.ts'
import { type Guards, isSigned, type Operation, type SignedOperation } from '../wire/operation.ts'
import { type Answer, renderOutput } from './answer.ts'
import { inputReader, type ReadInput } from './input.ts'
import { requireMediaTypes } from './media-types.ts'
import { once, onceInSteps } from './once.ts'
import type { Received } from './received.ts'
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
  | 'repetition'
  | 'act'

/** What is known of a request while it runs, for the log and the answer. */
export interface Trace {
  check: Check
  requestId: string | undefined
  tppId: string | undefined
  /** The TPP, when the call is proven to come from it. */
  provenTppId?: string | undefined
  faultId?: string | undefined
}

export type Run = (request: Received, trace: Trace) => Promise<Answer>

/** Where a caller acts, and what time it is there. */
export interface Worlds {
  enter(tppId: string, realNow: Temporal.Instant): Promise<World & { faultsPlanned: boolean }>
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
  /** Given in the sandbox only. */
  faults?: Pick<Faults, 'next'>
  authenticate: Authenticate
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
      const visitor = visitorOf(trace, parts.clock)
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
    const { caller, faultsPlanned } = await callerOf(tpp, guards, trace, parts)
    const { faults } = parts
    const fault = faultsPlanned && (await faults?.next(caller, request.method, pathOf(request)))
    trace.faultId = fault ? fault.id : undefined
    return strike(fault || undefined, () =>
      act(parts, operation, { request, caller, input, trace }),
    )
  }
}

/** The time of a caller is that of its world; outside any world it is real time. */
async function callerOf(
  tpp: Tpp,
  guards: Guards,
  trace: Trace,
  { worlds, clock }: PipelineParts,
): Promise<{ caller: Caller; faultsPlanned: boolean }> {
  const visitor = visitorOf(trace, clock)
  if (guards.world === 'none') {
    return { caller: { ...visitor, ...tpp, world: noWorld }, faultsPlanned: false }
  }
  assert(worlds, 'An operation in a world needs worlds.')
  const { id: world, now, faultsPlanned } = await worlds.enter(tpp.tppId, visitor.now)
  return { caller: { ...visitor, ...tpp, world, now }, faultsPlanned }
}

const pathOf = ({ target }: Received): string => target.split('?', 1)[0] ?? ''

interface Call {
  request: Received
  caller: Caller
  input: ReturnType<ReadInput>
  trace: Trace
}

async function act(
  { storage, worlds, clock }: PipelineParts,
  operation: SignedOperation<Transaction>,
  { request, caller, input, trace }: Call,
): Promise<Answer> {
  const { contract, method, guards } = operation
  const handle = async (who: Caller, tx?: Transaction) => {
    trace.check = 'act'
    return renderOutput(contract, await operation.handle(who, input, tx))
  }
  if (method === 'GET') return handle(caller)
  trace.check = 'repetition'
  const note = { actor: caller.tppId, action: contract.id, requestId: caller.requestId }
  const sent = { storage, caller, request, realNow: clock.now() }
  if (guards.inSteps) return onceInSteps(sent, note, () => handle(caller))
  return once(sent, note, async (tx) => {
    if (guards.world === 'none') return handle(caller, tx)
    assert(worlds, 'An operation in a world needs worlds.')
    const where = { world: caller.world, realNow: clock.now() }
    // The time may have moved while this waited, and the transaction goes by one.
    const { now } = await worlds.hold(tx, where, guards.alone ? 'alone' : 'among-others')
    return handle({ ...caller, now }, tx)
  })
}

const visitorOf = (trace: Trace, clock: Clock): Visitor => ({
  requestId: trace.requestId ?? '',
  now: clock.now(),
})

function requireRequestId(requestId: string | undefined, { headers }: Received): void {
  if (requestId !== undefined) return
  const rule = signingHeaders.find(({ name }) => name === 'X-Request-ID')
  if (!headers.has('x-request-id')) {
    throw new Problem('HTTP_HEADER_REQUIRED', 'The header X-Request-ID is required.')
  }
  throw new Problem('FORMAT_ERROR', `The header X-Request-ID must be ${rule?.takes}.`)
}

/** Check 10. The roles are those in the certificate that the register confirms. */
function requireRole({ roles }: Pick<Caller, 'roles'>, { role }: Guards): void {
  if (role === 'any' ? roles.length > 0 : roles.includes(role)) return
  const needed = role === 'any' ? 'AISP or PISP' : role
  const held = roles.length > 0 ? roles.join(' and ') : 'none'
  throw new Problem('ROLE_INVALID', `This needs the role ${needed}; the TPP holds ${held}.`)
}

/** Check 11. Names all that are missing at once. */
function requireHeaders({ headers }: Received, { requires = [] }: Guards): void {
  const missing = requires.filter((name) => !headers.has(name.toLowerCase()))
  if (missing.length === 0) return
  const [are, plural] = missing.length === 1 ? ['is', ''] : ['are', 's']
  throw new Problem(
    'HTTP_HEADER_REQUIRED',
    `The header${plural} ${missing.join(', ')} ${are} required.`,
  )
}
