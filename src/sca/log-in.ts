import type { Bank, Customer } from '../bank/port.ts'
import type { Random } from '../kernel/random.ts'
import { acrossWorlds, type WorldQueries, worldStatement } from '../storage/storage.ts'

/** How a bank knows its customers. The sandbox has its own; an identity provider is another one. */
export interface PsuLogin {
  /** Whom the page offers to pick; a real bank offers nobody. */
  offers(world: WorldQueries): Promise<readonly OfferedCustomer[]>
  /** A code for one attempt, which the customer's device shows. */
  newCode(): string
  /** The sandbox's customers have no device: a page of ours, or one touch in the app, takes its place. */
  simulatesDevice?: true
  customerNamed(world: WorldQueries, name: string): Promise<Customer | undefined>
}

export type OfferedCustomer = Pick<Customer, 'id' | 'number' | 'name' | 'type'>

export interface SandboxLoginParts {
  bank(world: WorldQueries): Bank
  customers(world: WorldQueries): Promise<readonly OfferedCustomer[]>
  random: Random
}

export const createSandboxLogin = ({ bank, customers, random }: SandboxLoginParts): PsuLogin => ({
  offers: async (world) =>
    (await customers(world)).map(({ id, number, name, type }) => ({ id, number, name, type })),
  simulatesDevice: true,
  newCode: () => String(random.bytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0'),
  customerNamed: async (world, name) => {
    const found = await bank(world).customerByNumber(name)
    return found.ok ? found.value : undefined
  },
})

/** As typed: without the gaps that people write between digits. */
export const logInName = (typed: string): string => typed.replace(/\s+/g, '').slice(0, 64)

const wrongCodesMax = 5
const lockMinutes = 15

/** Only looks: a name that was typed and never tried leaves nothing behind. */
export const isLocked = async (
  world: WorldQueries,
  name: string,
  now: Temporal.Instant,
): Promise<boolean> => isToCome((await world.row(readLock, [name]))?.lockedUntil, now)

/** Held until the transaction ends, so that attempts on one name come one after the other. */
export const holdIsLocked = async (
  world: WorldQueries,
  name: string,
  now: Temporal.Instant,
): Promise<boolean> => isToCome((await world.row(holdLock, [name, now]))?.lockedUntil, now)

const isToCome = (until: Temporal.Instant | null | undefined, now: Temporal.Instant): boolean =>
  until !== null && until !== undefined && Temporal.Instant.compare(now, until) < 0

/** Whether this one was the last that is let pass; the caller holds the name. */
export async function countWrongCode(
  world: WorldQueries,
  name: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const until = now.add({ minutes: lockMinutes })
  const row = await world.row(addWrongCode, [name, wrongCodesMax, until])
  return row?.lockedUntil !== null
}

export const forgetWrongCodes = (world: WorldQueries, name: string): Promise<number> =>
  world.run(clearWrongCodes, [name])

const readLock = worldStatement<[name: string], { lockedUntil: Temporal.Instant | null }>(
  'log-in-lock-read',
  `select l.locked_until as "lockedUntil" from log_in_lock l
   where l.world_id = $1 and l.log_in_name = $2`,
)

const holdLock = worldStatement<
  [name: string, now: Temporal.Instant],
  { lockedUntil: Temporal.Instant | null }
>(
  'log-in-lock-hold',
  `insert into log_in_lock (world_id, log_in_name, wrong_codes, touched_at) values ($1, $2, 0, $3)
   on conflict (world_id, log_in_name) do update set touched_at = excluded.touched_at
   returning locked_until as "lockedUntil"`,
)

// A lock that is over begins the count anew.
const addWrongCode = worldStatement<
  [name: string, max: number, until: Temporal.Instant],
  { lockedUntil: Temporal.Instant | null }
>(
  'log-in-lock-add',
  `update log_in_lock l
   set wrong_codes = case when l.wrong_codes + 1 >= $3 then 0 else l.wrong_codes + 1 end,
     locked_until = case when l.wrong_codes + 1 >= $3 then $4::timestamptz end
   where l.world_id = $1 and l.log_in_name = $2 returning l.locked_until as "lockedUntil"`,
)

const clearWrongCodes = worldStatement<[name: string]>(
  'log-in-lock-clear',
  'delete from log_in_lock l where l.world_id = $1 and l.log_in_name = $2',
)

/** Far longer than a lock; what is forgotten by then is what people have typed, right or wrong. */
export const forgetLocks = acrossWorlds<[realBefore: Temporal.Instant, atOnce: number]>(
  'the bank tidies up for all of them',
  'log-in-locks-forget',
  `delete from log_in_lock l where (l.world_id, l.log_in_name) in (
     select o.world_id, o.log_in_name from world w join log_in_lock o on o.world_id = w.id
     where o.touched_at < $1::timestamptz + w.clock_ahead_ms * interval '1 millisecond'
     limit $2 for update of o skip locked)`,
)
