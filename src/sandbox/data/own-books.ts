import { type Books, ledgerBank, ledgerBooks } from '../../bank/ledger/ledger.ts'
import type { Bank } from '../../bank/port.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Random } from '../../kernel/random.ts'
import { inWorld, type Queries } from '../../storage/storage.ts'

export type WorldCaller = Caller & { world: bigint }

/** The bank of the caller's own world, and its books: there is no way to another's. */
export interface OwnBooks {
  bank: Bank
  books: Books
}

export function ownBooks(queries: Queries, caller: WorldCaller, random: Random): OwnBooks {
  const world = inWorld(queries, caller.world)
  return { bank: ledgerBank(world, random), books: ledgerBooks(world, random) }
}
