import type { Books, Counted } from '../../bank/ledger/ledger.ts'
import { Problem } from '../../kernel/problem.ts'

/** How much of each a world takes, by the names of the settings. */
export interface WorldBounds {
  worldCustomers: number
  worldAccounts: number
  worldAgreements: number
  worldEngagements: number
  worldTransactions: number
}

const boundOf: Record<Counted, keyof WorldBounds> = {
  customers: 'worldCustomers',
  accounts: 'worldAccounts',
  agreements: 'worldAgreements',
  engagements: 'worldEngagements',
  transactions: 'worldTransactions',
}

/** Before they are written. Calls that come at the same moment may go over by as many as they are. */
export async function requireRoom(
  books: Books,
  bounds: WorldBounds,
  what: Counted,
  adding = 1,
): Promise<void> {
  const most = bounds[boundOf[what]]
  const there = await books.count(what)
  if (there + BigInt(adding) <= BigInt(most)) return
  const asked = adding === 1 ? '' : `, and these would be ${adding} more`
  throw new Problem(
    'CONFLICT',
    `There are ${there} ${what} in your sandbox${asked}; it holds ${most}. ` +
      'POST /v1/sandbox/initialize begins anew.',
  )
}
