import assert from 'node:assert/strict'
import type { PsuCaller } from '../sca/sca.ts'
import type { listCardAccounts, readCardAccount, readCardBalances } from '../wire/card-accounts.ts'
import type { Input, Output } from '../wire/operation.ts'
import type { AccountInformationParts } from './parts.ts'
import { type Printed, toWireBalances, toWireCardAccount } from './print-account.ts'
import { balancesWithin, grantOf, known, visibleCardAccounts, withId } from './reach.ts'

export function createCardAccounts(parts: AccountInformationParts) {
  const printedWith = ({ withBalance = false }: { withBalance?: boolean }): Printed => ({
    publicUrl: parts.publicUrl(),
    withBalance,
  })
  const visibleOne = async (caller: PsuCaller, id: string) => {
    grantOf(caller.psu.cardAccounts, id)
    return withId(await visibleCardAccounts(parts, caller), id)
  }

  return {
    async list(
      caller: PsuCaller,
      { query }: Input<typeof listCardAccounts>,
    ): Promise<Output<typeof listCardAccounts>> {
      const accounts = await visibleCardAccounts(parts, caller)
      return { cardAccounts: accounts.map((each) => toWireCardAccount(each, printedWith(query))) }
    },

    async read(
      caller: PsuCaller,
      { path, query }: Input<typeof readCardAccount>,
    ): Promise<Output<typeof readCardAccount>> {
      const account = await visibleOne(caller, path.id)
      return { cardAccount: toWireCardAccount(account, printedWith(query)) }
    },

    async balances(
      caller: PsuCaller,
      { path }: Input<typeof readCardBalances>,
    ): Promise<Output<typeof readCardBalances>> {
      grantOf(caller.psu.cardAccounts, path.id)
      const { account, balances } = known(await balancesWithin(parts, caller, path.id))
      assert(account.kind === 'card', 'A card account was granted and is none.')
      const { kind: _, ...reference } = account
      return {
        cardAccount: reference,
        debitAccounting: false,
        balances: toWireBalances(balances),
      }
    },
  }
}
