import assert from 'node:assert/strict'
import {
  type GrantedParameters,
  type GrantedStanding,
  grantedColumns,
  grantedJoins,
  type Standing,
  type StandingParameters,
  type StandingQuestion,
  standingColumns,
  standingJoins,
} from '../../sca/sca.ts'
import {
  type Queries,
  statement,
  type WorldQueries,
  worldStatement,
} from '../../storage/storage.ts'

/** The row of a world: its clock, and the lock that puts its batches and moves in one line. */
export interface WorldRow {
  id: bigint
  /** How far its clock is ahead of real time. */
  aheadMs: bigint
}

type Ahead = Pick<WorldRow, 'aheadMs'>

export const aheadOf = (realNow: Temporal.Instant, aheadMs: bigint): Temporal.Instant =>
  aheadMs === 0n ? realNow : realNow.add({ milliseconds: Number(aheadMs) })

/** Batches and moves of the clock go one after the other; ordinary calls go on meanwhile. */
export async function lockWorld(tx: Queries, world: bigint): Promise<bigint> {
  return aheadIn(await tx.row(lockForSteps, [world]))
}

/** Waits until nobody writes in the world, and keeps everybody out until the transaction ends. */
export async function lockWorldAlone(tx: Queries, world: bigint): Promise<bigint> {
  await shutWorld(tx, world)
  return lockWorld(tx, world)
}

/** The same of a world that may be gone. */
export async function shutWorld(tx: Queries, world: bigint): Promise<void> {
  await tx.row(shut, [world])
}

/**
 * Any number may hold it, but nobody has it alone meanwhile. The clock is read after the wait: a
 * restore may have set it back.
 */
export async function holdWorld(tx: Queries, world: bigint): Promise<bigint> {
  return aheadIn(await tx.row(hold, [world]))
}

function aheadIn(row: Ahead | undefined): bigint {
  assert(typeof row?.aheadMs === 'bigint', 'The world is gone.')
  return row.aheadMs
}

/** The same for whoever looks at the world right behind it: a look of its own sees what was there after the wait. */
export async function shareWorld(tx: Queries, world: bigint): Promise<void> {
  await tx.row(share, [world])
}

/** Like `lockWorld`, but passes by when somebody else is at it. */
export async function lockFreeWorld(tx: Queries, world: bigint): Promise<bigint | undefined> {
  return (await tx.row(lockIfFree, [world]))?.aheadMs
}

/** Moves the clock until it shows `to`; a move never sets it back, so a time that has passed changes nothing. */
export async function growClock(
  tx: Queries,
  world: bigint,
  { realNow, to }: { realNow: Temporal.Instant; to: Temporal.Instant },
): Promise<void> {
  const nanoseconds = to.epochNanoseconds - realNow.epochNanoseconds
  // Rounded up, so that the clock has reached `to` and not almost.
  if (nanoseconds > 0n) await tx.run(grow, [world, (nanoseconds + 999_999n) / 1_000_000n])
}

/** Whether faults wait for the TPP is asked along with it, so that a call pays for one statement. */
export interface EnteredRow extends WorldRow {
  faultsPlanned: boolean
  /** Of the register of its bank; for a call that pays. */
  edition?: string | null
}

const enteredColumns = `w.id, w.clock_ahead_ms as "aheadMs",
  exists (select from fault where tpp_id = $2 and times_left > 0) as "faultsPlanned"`

export const readWorld = statement<[owner: string, tppId: string], EnteredRow>(
  'world-read',
  `select ${enteredColumns} from world w where w.owner = $1`,
)

/** Of a world whose id is known, along with how the TPP stands with the PSU it names, if it names one. */
export function readEntered(
  world: WorldQueries,
  tppId: string,
  question: StandingQuestion | undefined,
): Promise<EnteredRow | (EnteredRow & Standing) | undefined> {
  if (!question) return world.row(readById, [tppId])
  const { granted, parameters } = question
  return granted ? world.row(readWithGrants, parameters) : world.row(readWithStanding, parameters)
}

const readById = worldStatement<[tppId: string], EnteredRow>(
  'world-read-by-id',
  `select ${enteredColumns} from world w where w.id = $1`,
)

const readWithStanding = worldStatement<StandingParameters, EnteredRow & Standing>(
  'world-read-standing',
  `select ${enteredColumns}, ${standingColumns},
     (select r.edition from register_edition r where r.world_id = $1) as edition
   from world w ${standingJoins} where w.id = $1`,
)

const readWithGrants = worldStatement<GrantedParameters, EnteredRow & GrantedStanding>(
  'world-read-grants',
  `select ${enteredColumns}, ${standingColumns}, ${grantedColumns}
   from world w ${standingJoins} ${grantedJoins} where w.id = $1`,
)

export const readAhead = statement<[worlds: bigint[]], WorldRow>(
  'world-read-ahead',
  'select id, clock_ahead_ms as "aheadMs" from world where id = any($1)',
)

export const insertWorld = statement<[owner: string, at: Temporal.Instant], WorldRow>(
  'world-insert',
  `insert into world (owner, created_at) values ($1, $2) on conflict (owner) do nothing
   returning id, clock_ahead_ms as "aheadMs"`,
)

// Not locks on the row: sharing those would write to it, and every call of a world would do so.
const hold = statement<[world: bigint], Ahead>('world-hold', 'select hold_world($1) as "aheadMs"')

const share = statement<[world: bigint], { locked: string }>(
  'world-share',
  `select pg_advisory_xact_lock_shared(hashtextextended('nordgate world', $1))::text as locked`,
)

const shut = statement<[world: bigint], { locked: string }>(
  'world-shut',
  `select pg_advisory_xact_lock(hashtextextended('nordgate world', $1))::text as locked`,
)

/** Only a restore does this, and it brings back the whole world of that time. */
export const replaceClock = statement<[world: bigint, aheadMs: bigint]>(
  'world-clock-replace',
  'update world set clock_ahead_ms = $2 where id = $1',
)

const grow = statement<[world: bigint, aheadMs: bigint]>(
  'world-clock-grow',
  'update world set clock_ahead_ms = $2 where id = $1 and clock_ahead_ms < $2',
)

const lockForSteps = statement<[world: bigint], Ahead>(
  'world-lock',
  'select clock_ahead_ms as "aheadMs" from world where id = $1 for no key update',
)

const lockIfFree = statement<[world: bigint], Ahead>(
  'world-lock-if-free',
  'select clock_ahead_ms as "aheadMs" from world where id = $1 for no key update skip locked',
)
