import type { AccountStatus, Balance, ReachedAccount, ReachedCardAccount } from '../bank/port.ts'
import { osloTime } from '../kernel/oslo.ts'
import type { WireAccount } from '../wire/accounts.ts'
import { toWireAmount } from '../wire/amount.ts'
import type { WireBalance } from '../wire/balances.ts'
import type { WireCardAccount } from '../wire/card-accounts.ts'
import { link } from '../wire/link.ts'

/** The Berlin Group's word for an account that was closed. */
const statuses: Record<AccountStatus, WireAccount['status']> = {
  enabled: 'enabled',
  blocked: 'blocked',
  closed: 'deleted',
}

export interface Printed {
  /** Of the service, where links begin. */
  publicUrl: string
  withBalance: boolean
}

export const toWireAccount = (account: ReachedAccount, printed: Printed): WireAccount => ({
  ...inCommon(account, 'accounts', printed),
  iban: account.iban,
  bban: account.bban,
  cashAccountType: account.cashAccountType,
})

export const toWireCardAccount = (
  account: ReachedCardAccount,
  printed: Printed,
): WireCardAccount => ({
  ...inCommon(account, 'card-accounts', printed),
  maskedPan: account.maskedPan,
  debitAccounting: false,
  creditLimit: toWireAmount(account.creditLimit),
})

function inCommon(
  account: ReachedAccount | ReachedCardAccount,
  path: 'accounts' | 'card-accounts',
  { publicUrl, withBalance }: Printed,
) {
  const address = `${publicUrl}/v1/${path}/${account.id}`
  return {
    resourceId: account.id,
    currency: account.currency,
    ownerName: account.ownerName,
    name: account.name,
    product: account.product,
    status: statuses[account.status],
    usage: account.ownerType === 'PRIVATE' ? ('PRIV' as const) : ('ORGA' as const),
    ...(withBalance && { balances: toWireBalances(account.balances) }),
    _links: {
      balances: link(`${address}/balances`, 'GET'),
      transactions: link(`${address}/transactions`, 'GET'),
    },
  }
}

/** Those of one account mostly changed together, and printing that costs more than the rest. */
export function toWireBalances(balances: readonly Balance[]): WireBalance[] {
  let printedAt: Temporal.Instant | undefined
  let lastChangeDateTime = ''
  return balances.map(({ amount, type, creditLimitIncluded, lastChangeAt }) => {
    if (lastChangeAt !== printedAt) lastChangeDateTime = osloTime(lastChangeAt)
    printedAt = lastChangeAt
    const balanceAmount = toWireAmount(amount)
    return { balanceAmount, balanceType: type, creditLimitIncluded, lastChangeDateTime }
  })
}
