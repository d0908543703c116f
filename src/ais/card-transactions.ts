import assert from 'node:assert/strict'
import type { PsuCaller } from '../sca/sca.ts'
import type { listCardTransactions } from '../wire/card-transactions.ts'
import type { Input, Output } from '../wire/operation.ts'
import { pageLinks } from './paging.ts'
import type { AccountInformationParts } from './parts.ts'
import { toWireCardTransaction } from './print-card-transaction.ts'
import { grantOf } from './reach.ts'
import { readPage } from './read-page.ts'

export const createCardTransactions = ({ bankOf, publicUrl }: AccountInformationParts) => ({
  async list(
    caller: PsuCaller,
    { path, query }: Input<typeof listCardTransactions>,
  ): Promise<Output<typeof listCardTransactions>> {
    grantOf(caller.psu.cardAccounts, path.id)
    // The known issue of pending transactions is one of accounts alone.
    const ask = { accountId: path.id, query, everyPending: false }
    const page = await readPage(bankOf(caller), caller, ask)
    const { account } = page
    assert(account.kind === 'card', 'A card account was granted and is none.')
    const print = (among: typeof page.booked) =>
      among?.map((transaction) => toWireCardTransaction(transaction, account.maskedPan))
    const [booked, pending] = [print(page.booked), print(page.pending)]
    const address = `${publicUrl()}/v1/card-accounts/${path.id}`
    return {
      cardAccount: { maskedPan: account.maskedPan, currency: account.currency },
      debitAccounting: false,
      cardTransactions: {
        ...(booked && { booked }),
        ...(pending && { pending }),
        _links: {
          cardAccount: { href: address, verbs: ['GET'] },
          ...pageLinks(`${address}/transactions`, query, page, caller.psu.listing),
        },
      },
    }
  },
})
