import type { Currency } from '../../kernel/currency.ts'
import type { Money } from '../../kernel/money.ts'
import { osloDate } from '../../kernel/oslo.ts'
import type { Random } from '../../kernel/random.ts'
import { isUuid } from '../../kernel/uuid.ts'
import { type WorldQueries, worldStatement } from '../../storage/storage.ts'
import type { BankTransaction } from '../port.ts'
import { done, refuse } from './answer.ts'
import { balanceRow } from './balances.ts'
import type {
  AccountChange,
  BooksResult,
  InternalAccount,
  InternalBalance,
  RecordQuery,
} from './books.ts'
import { enter } from './enter.ts'
import { transactionsIn } from './transactions.ts'

export async function changeAccount(
  world: WorldQueries,
  accountId: string,
  change: AccountChange,
): Promise<BooksResult<void>> {
  const balance = await balanceRow(world, accountId)
  if (!balance) return refuse('account-unknown')
  const { name, status, paymentsAllowed, kidRequired, creditLimit } = change
  if (creditLimit && creditLimit.currency !== balance.currency) return refuse('currency-not-held')
  await world.run(updateAccount, [accountId, name ?? null, kidRequired ?? null])
  await world.run(updateStanding, [
    accountId,
    status ?? null,
    paymentsAllowed ?? null,
    creditLimit?.minor ?? null,
  ])
  return done(undefined)
}

/** The row is locked first, so that the difference is still the difference when it is booked. */
export async function setBalance(
  world: WorldQueries,
  random: Random,
  { accountId, booked, at }: { accountId: string; booked: Money; at: Temporal.Instant },
): Promise<BooksResult<BankTransaction | undefined>> {
  const balance = isUuid(accountId) ? await world.row(lockBalance, [accountId]) : undefined
  if (!balance) return refuse('account-unknown')
  if (balance.currency !== booked.currency) return refuse('currency-not-held')
  const minor = booked.minor - balance.booked
  if (minor === 0n) return done(undefined)
  const amount = { minor, currency: booked.currency }
  const details = { remittanceInformationUnstructured: 'Saldojustering' }
  const adjustment = { accountId, amount, bookingDate: osloDate(at), details }
  const [result] = await enter(world, random, [adjustment], at, 'adjustment')
  return result!
}

export async function records(
  world: WorldQueries,
  { accountId, from, to, offset, limit = recordsMax }: RecordQuery,
): Promise<BooksResult<BankTransaction[]>> {
  const result = await transactionsIn(world).transactions({
    ...{ accountId, status: 'booked', limit, place: { at: 'first', offset } },
    ...(from && { from }),
    ...(to && { to }),
  })
  return result.ok ? done(result.value.transactions) : result
}

/** Nobody reads more in one go, and no process should hold more. */
const recordsMax = 100_000

export async function internalBalances(world: WorldQueries): Promise<InternalBalance[]> {
  const rows = await world.rows(sumInternal, [])
  return rows.map(({ name, sum, currency }) => ({
    name,
    amount: { minor: BigInt(sum), currency },
  }))
}

const lockBalance = worldStatement<[accountId: string], { booked: bigint; currency: Currency }>(
  'balance-locked',
  `select b.booked, b.currency from account_balance b
   where b.world_id = $1 and b.account_id = $2 for no key update`,
)

const updateAccount = worldStatement<
  [id: string, name: string | null, kidRequired: boolean | null]
>(
  'account-change',
  `update account a set name = coalesce($3, a.name), kid_required = coalesce($4, a.kid_required)
   where a.world_id = $1 and a.id = $2`,
)

const updateStanding = worldStatement<
  [
    accountId: string,
    status: string | null,
    paymentsAllowed: boolean | null,
    creditLimit: bigint | null,
  ]
>(
  'account-change-standing',
  `update account_balance b set status = coalesce($3, b.status),
     payments_allowed = coalesce($4, b.payments_allowed),
     credit_limit = coalesce($5, b.credit_limit)
   where b.world_id = $1 and b.account_id = $2`,
)

const sumInternal = worldStatement<[], { name: InternalAccount; currency: Currency; sum: string }>(
  'ledger-internal-balances',
  `select e.internal as name, e.currency, sum(e.amount)::text as sum from ledger_entry e
   where e.world_id = $1 and e.internal is not null
   group by e.internal, e.currency order by e.internal, e.currency`,
)
