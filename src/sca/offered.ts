import type { Bank, BankResult, Context, ReachedAccount, ReachedCardAccount } from '../bank/port.ts'
import type { Money } from '../kernel/money.ts'
import type { ConsentChoice } from './flow.ts'

/** What the PSU can tick: all that they may look at in the context, just now. */
export interface Offered {
  accounts: ConsentChoice[]
  cardAccounts: ConsentChoice[]
}

export async function offeredBy(
  bank: Bank,
  customerId: string,
  context: Context,
  granted: ReadonlySet<string>,
): Promise<Offered> {
  const accounts = await bank.accountsOf(customerId, context)
  const cards = await bank.cardAccountsOf(customerId, context)
  const balanceOf = await balancesIn(bank, [accounts, cards])
  const choice =
    <A extends ReachedAccount | ReachedCardAccount>(number: (account: A) => string) =>
    (account: A): ConsentChoice => ({
      id: account.id,
      name: account.name,
      number: number(account),
      granted: granted.has(account.id),
      ...balanceOf(account.id),
    })
  const visible = ({ rights }: { rights: { visible: boolean } }) => rights.visible
  return {
    accounts: accounts.ok
      ? accounts.value.filter(visible).map(choice<ReachedAccount>(({ iban }) => iban))
      : [],
    cardAccounts: cards.ok
      ? cards.value.filter(visible).map(choice<ReachedCardAccount>(({ maskedPan }) => maskedPan))
      : [],
  }
}

/** What is available on each, where the bank can tell. */
async function balancesIn(bank: Bank, found: readonly BankResult<readonly { id: string }[]>[]) {
  const ids = found.flatMap((result) => (result.ok ? result.value.map(({ id }) => id) : []))
  const balances = await bank.balances(ids)
  return (id: string): { balance?: Money } => {
    const result = balances[ids.indexOf(id)]
    const available = result?.ok
      ? result.value.find(({ type }) => type === 'interimAvailable')
      : undefined
    return available ? { balance: available.amount } : {}
  }
}
