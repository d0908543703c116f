import type { Random } from '../../kernel/random.ts'
import type { Transaction } from '../../storage/storage.ts'
import type { Output } from '../../wire/operation.ts'
import type { initializeSandbox } from '../../wire/sandbox-initialize.ts'
import { forgetFaults } from '../steering/faults.ts'
import { printAccounts } from './accounts.ts'
import { agreementPrinter } from './agreements.ts'
import { printCardAccounts } from './card-accounts.ts'
import { toWireCustomer } from './customers.ts'
import type { InitialState } from './fill-world.ts'
import { ownBooks, type WorldCaller } from './own-books.ts'

export interface InitializeParts {
  random: Random
  /** Empties the world and fills it anew. */
  reset(tx: Transaction, world: bigint, now: Temporal.Instant): Promise<InitialState>
}

export const createInitialize =
  ({ random, reset }: InitializeParts) =>
  async (
    caller: WorldCaller,
    _input: unknown,
    tx: Transaction,
  ): Promise<Output<typeof initializeSandbox>> => {
    await forgetFaults(tx, caller.tppId)
    const state = await reset(tx, caller.world, caller.now)
    const own = ownBooks(tx, caller, random)
    return {
      customers: state.customers.map(toWireCustomer),
      accounts: await printAccounts(own, state.accounts),
      cardAccounts: await printCardAccounts(own, state.cardAccounts),
      agreements: state.agreements.map(await agreementPrinter(own)),
    }
  }
