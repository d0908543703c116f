import type { PsuCaller } from '../sca/sca.ts'
import type { listAccounts, readAccount } from '../wire/accounts.ts'
import type { readBalances } from '../wire/balances.ts'
import type { Input, Output } from '../wire/operation.ts'
import type { AccountInformationParts } from './parts.ts'
import { type Printed, toWireAccount, toWireBalances } from './print-account.ts'
import { balancesWithin, grantOf, known, visibleAccounts, withId } from './reach.ts'

export function createAccounts(parts: AccountInformationParts) {
  const printedWith = ({ withBalance = false }: { withBalance?: boolean }): Printed => ({
    publicUrl: parts.publicUrl(),
    withBalance,
  })
  const visibleOne = async (caller: PsuCaller, id: string) => {
    grantOf(caller.psu.accounts, id)
    return withId(await visibleAccounts(parts, caller), id)
  }

  return {
    async list(
      caller: PsuCaller,
      { query }: Input<typeof listAccounts>,
    ): Promise<Output<typeof listAccounts>> {
      const accounts = await visibleAccounts(parts, caller)
      return { accounts: accounts.map((each) => toWireAccount(each, printedWith(query))) }
    },

    async read(
      caller: PsuCaller,
      { path, query }: Input<typeof readAccount>,
    ): Promise<Output<typeof readAccount>> {
      const account = await visibleOne(caller, path.id)
      return { account: toWireAccount(account, printedWith(query)) }
    },

    async balances(
      caller: PsuCaller,
      { path }: Input<typeof readBalances>,
    ): Promise<Output<typeof readBalances>> {
      grantOf(caller.psu.accounts, path.id)
      const { account, balances } = known(await balancesWithin(parts, caller, path.id))
      const { kind: _, ...reference } = account
      return { account: reference, balances: toWireBalances(balances) }
    },
  }
}
