import type { Currency } from '../../kernel/currency.ts'
import type { AccountStatus, BankRefusal } from '../port.ts'
import { type Change, type Effect, effectsOf, spendOf } from './posting.ts'

/** An account as it stands while its balance row is locked. */
export interface Standing {
  accountId: string
  currency: Currency
  status: AccountStatus
  paymentsAllowed: boolean
  booked: bigint
  invoiced: bigint
  reserved: bigint
  incoming: bigint
  creditLimit: bigint
}

/** A balance is printed with at most 18 digits. */
export const balanceLimit = 10n ** 18n

export const fundsOf = ({ booked, reserved, creditLimit }: Standing): bigint =>
  booked - reserved + creditLimit

/**
 * One change after the other, each on what those before it have left. Refused ones leave no trace.
 * The answer has the order of the changes; undefined is a yes.
 */
export function decide(
  changes: readonly Change[],
  standings: readonly Standing[],
): (BankRefusal | undefined)[] {
  const now = new Map(standings.map((standing) => [standing.accountId, standing]))
  return changes.map((change) => {
    const effects = [...effectsOf(change).values()]
    const refusal = effects
      .map((effect) => refusalOf(change, effect, now.get(effect.accountId)))
      .find((each) => each !== undefined)
    if (refusal !== undefined) return refusal
    for (const effect of effects)
      now.set(effect.accountId, after(now.get(effect.accountId)!, effect))
    return undefined
  })
}

/** In the order of precedence. */
function refusalOf(
  { payerId, payeeId }: Change,
  effect: Effect,
  standing: Standing | undefined,
): BankRefusal | undefined {
  const pays = effect.accountId === payerId
  const isPaid = effect.accountId === payeeId && !pays
  if (!standing) return isPaid ? 'creditor-refuses' : 'account-unknown'
  if (isPaid && standing.status !== 'enabled') return 'creditor-refuses'
  if (standing.status === 'closed' && !onlyFrees(effect)) return 'account-closed'
  if (pays && standing.status === 'blocked') return 'account-blocked'
  if (pays && !standing.paymentsAllowed) return 'payments-not-allowed'
  if (standing.currency !== effect.currency) return 'currency-not-held'
  const then = after(standing, effect)
  if (pays && spendOf(effect) > 0n && fundsOf(then) < 0n) return 'insufficient-funds'
  if (isTooLarge(then)) return 'amount-too-large'
  return undefined
}

/** The end of a reservation is not stopped by anything that happened to the account meanwhile. */
const onlyFrees = ({ booked, reserved, incoming }: Effect): boolean =>
  booked === 0n && reserved <= 0n && incoming <= 0n

const after = (standing: Standing, effect: Effect): Standing => ({
  ...standing,
  booked: standing.booked + effect.booked,
  invoiced: standing.invoiced + effect.invoiced,
  reserved: standing.reserved + effect.reserved,
  incoming: standing.incoming + effect.incoming,
})

const isTooLarge = ({ booked, invoiced, reserved, incoming }: Standing): boolean =>
  [booked, -booked, invoiced, -invoiced, reserved, incoming].some((each) => each >= balanceLimit)
