import type { Random } from '../../kernel/random.ts'
import { remembered } from '../../kernel/remembered.ts'
import { type AuditNote, inWorld, type Storage, type WorldQueries } from '../../storage/storage.ts'
import type { Bank, Execution } from '../port.ts'
import { accountsIn } from './accounts.ts'
import { advance, steps } from './advance-payments.ts'
import { customersIn } from './customers.ts'
import { execute, reserve, transfer } from './open-payments.ts'
import { pricesIn } from './prices.ts'
import { type RegisterMemory, registerIn } from './register.ts'
import { transactionsIn } from './transactions.ts'
import { transferAtOnce } from './transfer-at-once.ts'

export const ledgerCharacterSet = 'latin'

/**
 * Our own bank within one world. Execution needs queries that are a transaction. Without a memory
 * the register is asked each time.
 */
export const ledgerBank = (world: WorldQueries, random: Random, memory?: RegisterMemory): Bank => ({
  characterSet: ledgerCharacterSet,
  ...customersIn(world),
  ...accountsIn(world),
  register: (edition) => registerIn(world, memory, edition),
  ...transactionsIn(world),
  ...pricesIn(world),
  ...executionIn(world, random),
})

const worldsRemembered = 10_000

/** For calls that only read: putting a bank together takes longer than many a read in it. */
export function ledgerBanks(storage: Storage, random: Random): (caller: { world: bigint }) => Bank {
  const bankOf = remembered(worldsRemembered, (world: bigint) =>
    ledgerBank(inWorld(storage, world), random),
  )
  return ({ world }) => bankOf(world)
}

const executionIn = (world: WorldQueries, random: Random): Execution => ({
  reserve: (orders, at) => reserve(world, random, orders, at),
  book: (references, at) => advance(world, random, references, at, steps.book),
  settle: (references, at) => advance(world, random, references, at, steps.settle),
  release: (references, at) => advance(world, random, references, at, steps.release),
  giveBack: (references, at) => advance(world, random, references, at, steps.giveBack),
  execute: (orders, at) => execute(world, random, orders, at),
  transfer: async (orders, at) =>
    (await transferAtOnce(world, random, orders, at)) ?? transfer(world, random, orders, at),
})

/** The same with each step of execution in a transaction of its own. */
export function ledgerBankOver(
  storage: Storage,
  world: bigint,
  { random, actor, requestId }: { random: Random } & Pick<AuditNote, 'actor' | 'requestId'>,
): Bank {
  const within = <T>(action: string, step: (bank: Bank) => Promise<T>): Promise<T> =>
    storage.transaction({ actor, action, requestId }, (tx) =>
      step(ledgerBank(inWorld(tx, world), random)),
    )
  const alone = (action: string): Pick<WorldQueries, 'rows'> => ({
    rows: (statement, parameters) =>
      storage.write({ actor, action, requestId }, statement.inWorld, [world, ...parameters]),
  })
  return {
    ...ledgerBank(inWorld(storage, world), random),
    reserve: (orders, at) => within('reserve-payments', (bank) => bank.reserve(orders, at)),
    book: (references, at) => within('book-payments', (bank) => bank.book(references, at)),
    settle: (references, at) => within('settle-payments', (bank) => bank.settle(references, at)),
    release: (references, at) => within('release-payments', (bank) => bank.release(references, at)),
    giveBack: (references, at) =>
      within('give-back-payments', (bank) => bank.giveBack(references, at)),
    execute: (orders, at) => within('execute-payments', (bank) => bank.execute(orders, at)),
    // One that is not done at once leaves two audit rows: that of the try, and that of the verdict.
    transfer: async (orders, at) =>
      (await transferAtOnce(alone('transfer-payments'), random, orders, at)) ??
      within('transfer-payments', (bank) => bank.transfer(orders, at)),
  }
}
