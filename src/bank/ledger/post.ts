import type { WorldQueries } from '../../storage/storage.ts'
import type { BankRefusal } from '../port.ts'
import { balanceLimit, decide, type Standing } from './decide.ts'
import { postingColumns, type Total, totalsOf } from './post-columns.ts'
import { type PostParameters, postStatement } from './post-statement.ts'
import { assertBalanced, type Change } from './posting.ts'

/** Writes those changes that may be, and says in their order why the others may not. */
export async function post(
  world: WorldQueries,
  changes: readonly Change[],
  at: Temporal.Instant,
): Promise<(BankRefusal | undefined)[]> {
  if (changes.length === 0) return []
  for (const { postings } of changes) postings.forEach(assertBalanced)
  const totals = totalsOf(changes)
  const standings = isModest(totals)
    ? await write(world, at, { mode: 'if-all-fit', changes, totals })
    : await write(world, at, { mode: 'look', changes: [], totals })
  if (standings === undefined) return changes.map(() => undefined)
  // The rows are locked now, so what is decided here still holds when it is written.
  const refusals = decide(changes, standings)
  const accepted = changes.filter((_, place) => refusals[place] === undefined)
  if (accepted.length > 0) {
    await write(world, at, { mode: 'decided', changes: accepted, totals: totalsOf(accepted) })
  }
  return refusals
}

/** The database adds in 64 bits; sums that might not fit are left to the decision in bigint. */
const isModest = (totals: readonly Total[]): boolean =>
  totals.every(({ gross, consistent }) => gross < balanceLimit && consistent)

interface Writing {
  mode: PostParameters[0]
  changes: readonly Change[]
  totals: readonly Total[]
}

/**
 * Two that open the same payment at once: the later waits for the earlier and then finds it there.
 * Storage takes this for a serialisation failure and runs the work anew, which then answers.
 */
class PaymentRace extends Error {
  readonly code = '40001'
}

/** Nothing when it is written; otherwise the accounts as they stand. */
async function write(
  world: WorldQueries,
  at: Temporal.Instant,
  { mode, changes, totals }: Writing,
): Promise<Standing[] | undefined> {
  const rows = await world.rows(postStatement, [mode, at, ...postingColumns(changes, totals)])
  if (rows[0]?.fits) {
    const openings = changes.filter(({ opens }) => opens !== undefined)
    if (rows[0].opened < openings.length)
      throw new PaymentRace('It was opened elsewhere meanwhile.')
    return undefined
  }
  return rows.flatMap(({ fits: _, opened: __, accountId, ...standing }) =>
    accountId === null ? [] : [{ ...standing, accountId }],
  )
}
