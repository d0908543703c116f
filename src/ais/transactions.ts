import type { PsuCaller } from '../sca/sca.ts'
import type { Input, Output } from '../wire/operation.ts'
import type { listTransactions, readTransaction } from '../wire/transactions.ts'
import { pageLinks } from './paging.ts'
import type { AccountInformationParts } from './parts.ts'
import { requireReach } from './period.ts'
import { toDetails, toListed } from './print-transaction.ts'
import { grantOf, known, reachOf } from './reach.ts'
import { readPage } from './read-page.ts'

export interface TransactionParts extends AccountInformationParts {
  /** As in production, where it is a known issue of the bank's systems. */
  everyPending: boolean
}

export function createTransactions({ bankOf, publicUrl, everyPending }: TransactionParts) {
  return {
    async list(
      caller: PsuCaller,
      { path, query }: Input<typeof listTransactions>,
    ): Promise<Output<typeof listTransactions>> {
      const { psu, changes } = caller
      grantOf(psu.accounts, path.id)
      const ask = { accountId: path.id, query, everyPending }
      const page = await readPage(bankOf(caller), caller, ask)
      const account = `${publicUrl()}/v1/accounts/${path.id}`
      const address = `${account}/transactions`
      const slim = changes?.has('slim-transaction-list') ?? false
      const print = (among: typeof page.booked) =>
        among?.map((transaction) => toListed(transaction, address, slim))
      const [booked, pending] = [print(page.booked), print(page.pending)]
      const { kind: _, ...reference } = page.account
      return {
        account: reference,
        transactions: {
          ...(booked && { booked }),
          ...(pending && { pending }),
          _links: {
            account: { href: account, verbs: ['GET'] },
            ...pageLinks(address, query, page, psu.listing),
          },
        },
      }
    },

    async read(
      caller: PsuCaller,
      { path }: Input<typeof readTransaction>,
    ): Promise<Output<typeof readTransaction>> {
      const { psu } = caller
      grantOf(psu.accounts, path.id)
      const transaction = known(
        await bankOf(caller).transaction(path.id, path.transactionId, reachOf(psu)),
      )
      requireReach(Temporal.PlainDate.from(transaction.bookingDate), caller)
      return {
        transactionsDetails: toDetails(transaction, `${publicUrl()}/v1/accounts/${path.id}`),
      }
    },
  }
}
