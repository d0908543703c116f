import type { WorldQueries } from '../../storage/storage.ts'
import type {
  Account,
  AccountInReach,
  AccountNumber,
  BankResult,
  Context,
  Register,
} from '../port.ts'
import { accountByNumber, accountsByNumber } from './accounts.ts'
import { inReach } from './reached.ts'

/**
 * The register of one world, asked each time or, where the edition is known, remembered under it.
 *
 * The edition was read before, so whatever is asked now is of that edition or a later one: never
 * older than what it is remembered as. A transaction that changes the register itself must come
 * without an edition, since its own rows, which nobody else may see yet, would be remembered.
 */
export function registerIn(
  world: WorldQueries,
  memory: RegisterMemory | undefined,
  edition: string | undefined,
): Register {
  return memory && edition !== undefined
    ? rememberedRegister(world, memory(world.world, edition))
    : askedRegister(world)
}

const askedRegister = (world: WorldQueries): Register => ({
  accountsOf: (customerId, context) => inReach(world, customerId, context),
  accountByNumber: (number) => accountByNumber(world, number),
  accountsByNumber: (numbers) => accountsByNumber(world, numbers),
})

const rememberedRegister = (world: WorldQueries, { reached, numbered }: Edition): Register => ({
  accountsOf: async (customerId, context) => {
    const key = reachKey(customerId, context)
    return reached.get(key) ?? reached.keep(key, await inReach(world, customerId, context))
  },
  accountByNumber: async (number) => {
    const key = numberKey(number)
    return numbered.get(key) ?? numbered.keep(key, await accountByNumber(world, number))
  },
  accountsByNumber: async (numbers) => {
    const missing = numbers.filter((number) => !numbered.get(numberKey(number)))
    const found = missing.length === 0 ? [] : await accountsByNumber(world, missing)
    for (const [place, result] of found.entries()) {
      numbered.keep(numberKey(missing[place]!), result)
    }
    return numbers.map((number) => numbered.get(numberKey(number))!)
  },
})

const reachKey = (customerId: string, context: Context): string =>
  context.kind === 'PRIVATE' ? customerId : `${context.agreementId}/${customerId}`

const numberKey = (number: AccountNumber): string =>
  'iban' in number ? `iban/${number.iban}` : `bban/${number.bban}`

/** What is known of one edition of a world's register; that there is no such account is known too. */
interface Edition {
  edition: string
  reached: Answers<AccountInReach[]>
  numbered: Answers<Account>
  /** How much room it takes. */
  size: number
}

interface Answers<Value> {
  get(key: string): BankResult<Value> | undefined
  keep(key: string, result: BankResult<Value>): BankResult<Value>
}

/** What a process remembers of all worlds; of each the edition that was asked for last. */
export type RegisterMemory = (world: bigint, edition: string) => Edition

const accountsRemembered = 50_000

/**
 * For one database: in another the same numbers mean something else. Editions have no order, so
 * another than the one there takes its place, be it the older: then the next call asks once more.
 * With `max` accounts it begins anew, since callers choose which numbers are looked up.
 */
export function createRegisterMemory(max = accountsRemembered): RegisterMemory {
  const worlds = new Map<bigint, Edition>()
  let size = 0
  const add = (to: Edition, accounts: number) => {
    to.size += accounts
    size += accounts
    if (size <= max) return
    // A call that is under way still has its own edition at hand.
    worlds.clear()
    size = 0
  }
  return (world, edition) => {
    const known = worlds.get(world)
    if (known?.edition === edition) return known
    size -= known?.size ?? 0
    const entered: Edition = {
      edition,
      reached: answers((result) => add(entered, 1 + (result.ok ? result.value.length : 0))),
      numbered: answers(() => add(entered, 1)),
      size: 0,
    }
    worlds.set(world, entered)
    add(entered, 1)
    return entered
  }
}

function answers<Value>(onKept: (result: BankResult<Value>) => void): Answers<Value> {
  const known = new Map<string, BankResult<Value>>()
  return {
    get: (key) => known.get(key),
    keep: (key, result) => {
      known.set(key, result)
      onKept(result)
      return result
    },
  }
}
