import type { Currency } from '../../kernel/currency.ts'
import { remembered } from '../../kernel/remembered.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { Balance, BalanceType, BankResult, ListedBalances, Reach } from '../port.ts'
import { done, refuse } from './answer.ts'
import {
  type AskedAccount,
  askedAccount,
  knownAccount,
  type ListedRow,
  toListedAccount,
} from './asked-account.ts'

export async function balancesOf(
  world: WorldQueries,
  accountIds: readonly string[],
): Promise<BankResult<Balance[]>[]> {
  const rows = await world.rows(readBalances, [accountIds.filter(isUuid)])
  const found = new Map(rows.map((row) => [row.accountId, row]))
  return accountIds.map((id) => {
    const row = found.get(id)
    return row ? done(toBalances(row)) : refuse('account-unknown')
  })
}

/** Of one account that is reached so. */
export async function balancesWithin(
  world: WorldQueries,
  accountId: string,
  reach: Reach,
): Promise<BankResult<ListedBalances>> {
  const asked = askedAccount(accountId, reach)
  const row = asked && (await world.row(readWithin, asked))
  if (!row) return refuse('account-unknown')
  return done({ account: toListedAccount(row), balances: toBalances(row) })
}

/** The columns behind the balances of one account. */
export interface BalanceColumns {
  kind: 'account' | 'card'
  currency: Currency
  booked: bigint
  reserved: bigint
  incoming: bigint
  invoiced: bigint
  creditLimit: bigint
  /** As the database prints it. */
  changedAt: string
}

export interface BalanceRow extends BalanceColumns {
  accountId: string
}

/** The one balance, if the account is known. */
export const balanceRow = async (
  world: WorldQueries,
  accountId: string,
): Promise<BalanceRow | undefined> =>
  isUuid(accountId) ? world.row(readBalances, [[accountId]]) : undefined

/**
 * For a card the Berlin Group counts as available what is booked, invoiced or not, and as closing
 * what is invoiced and not yet paid; the credit limit stands beside the balances, not in them.
 */
export function toBalances(row: BalanceColumns): Balance[] {
  const { currency, booked, reserved, incoming, invoiced, creditLimit } = row
  const lastChangeAt = instantIn(row.changedAt)
  const balance = (type: BalanceType, minor: bigint, creditLimitIncluded = false): Balance => ({
    type,
    amount: { minor, currency },
    creditLimitIncluded,
    lastChangeAt,
  })
  if (row.kind === 'card') {
    return [
      balance('closingBooked', invoiced),
      balance('interimAvailable', booked),
      balance('nonInvoiced', booked - invoiced),
      balance('interimBooked', booked),
    ]
  }
  return [
    balance('interimAvailable', booked - reserved + creditLimit, creditLimit > 0n),
    balance('interimBooked', booked),
    balance('expected', booked - reserved + incoming),
  ]
}

const instantsRemembered = 10_000

/** A balance is read more often than it changes. */
const instantIn = remembered(instantsRemembered, (text: string) => Temporal.Instant.from(text))

/** Those that no list of accounts has by itself. */
export const balanceColumns = `b.booked, b.reserved, b.incoming, b.invoiced,
  b.changed_at::text as "changedAt"`

const readWithin = worldStatement<AskedAccount, ListedRow & BalanceColumns>(
  'balances-within',
  `with ${knownAccount}
   select known.*, b.credit_limit as "creditLimit", ${balanceColumns}
   from known join account_balance b on b.world_id = $1 and b.account_id = $2`,
)

const readBalances = worldStatement<[accountIds: readonly string[]], BalanceRow>(
  'balances',
  `select b.account_id as "accountId", a.kind, b.currency, b.credit_limit as "creditLimit",
     ${balanceColumns}
   from account_balance b join account a on a.world_id = $1 and a.id = b.account_id
   where b.world_id = $1 and b.account_id = any($2::uuid[])`,
)
