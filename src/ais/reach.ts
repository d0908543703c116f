import type {
  BankResult,
  ListedBalances,
  Reach,
  ReachedAccount,
  ReachedCardAccount,
} from '../bank/port.ts'
import { Problem } from '../kernel/problem.ts'
import type { Grant, PsuAccess } from '../sca/sca.ts'
import type { AccountInformationParts } from './parts.ts'

type Asking = { world: bigint; psu: PsuAccess }
type Granted = Pick<AccountInformationParts, 'bankOf'>

export const reachOf = ({ customerId, context }: PsuAccess): Reach => ({ customerId, context })

/** Whatever is not granted is answered like what does not exist. */
export function grantOf(grants: ReadonlyMap<string, Grant>, id: string): Grant {
  const grant = grants.get(id)
  if (!grant) throw unknownResource()
  return grant
}

/** Granted, and still within the PSU's reach as the bank sees it now. */
export async function visibleAccounts(
  { bankOf }: Granted,
  caller: Asking,
): Promise<ReachedAccount[]> {
  const { customerId, context, accounts } = caller.psu
  return visible(await bankOf(caller).accountsOf(customerId, context), accounts)
}

export async function visibleCardAccounts(
  { bankOf }: Granted,
  caller: Asking,
): Promise<ReachedCardAccount[]> {
  const { customerId, context, cardAccounts } = caller.psu
  return visible(await bankOf(caller).cardAccountsOf(customerId, context), cardAccounts)
}

/** What is on one account that is granted, asked together with whether it is still reached. */
export const balancesWithin = (
  { bankOf }: Granted,
  caller: Asking,
  id: string,
): Promise<BankResult<ListedBalances>> => bankOf(caller).balancesWithin(id, reachOf(caller.psu))

export function withId<Account extends { id: string }>(accounts: Account[], id: string): Account {
  const account = accounts.find((each) => each.id === id)
  if (!account) throw unknownResource()
  return account
}

/** An agreement that ended, or a customer who left, reaches nothing any more. */
const visible = <Account extends ReachedAccount | ReachedCardAccount>(
  reached: BankResult<Account[]>,
  grants: ReadonlyMap<string, Grant>,
): Account[] =>
  reached.ok ? reached.value.filter(({ id, rights }) => rights.visible && grants.has(id)) : []

/** For what the bank does not know, or not for this PSU. */
export function known<Value>(result: BankResult<Value>): Value {
  if (result.ok) return result.value
  throw unknownResource()
}

const unknownResource = (): Problem =>
  new Problem('RESOURCE_UNKNOWN', 'There is no such resource for this PSU and this TPP.')
