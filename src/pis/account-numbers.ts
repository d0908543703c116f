import type { Account, AccountNumber } from '../bank/port.ts'
import { bicCountry } from '../kernel/bic.ts'
import { bbanOf } from '../kernel/iban.ts'
import type { AccountNumbers, PaymentBody } from './payment.ts'

/** How payments name accounts, and when two names are of the same one. */

export const givenNumber = ({ iban, bban }: AccountNumbers): string | undefined => iban ?? bban

/** What the bank can be asked by. */
export function toAccountNumber({ iban, bban }: AccountNumbers): AccountNumber | undefined {
  if (iban !== undefined) return { iban }
  return bban === undefined ? undefined : { bban }
}

export const hasNumber = (account: Account, { iban, bban }: AccountNumbers): boolean =>
  iban === undefined ? account.bban === bban : account.iban === iban

export const isMeant = (account: Account, numbers: AccountNumbers): boolean =>
  hasNumber(account, numbers) &&
  (numbers.currency === undefined || account.currency === numbers.currency)

/** The same text for one account, whether it is named by its IBAN or its Norwegian number. */
export function accountKey({ iban, bban }: AccountNumbers): string | undefined {
  return iban === undefined ? bban : (bbanOf(iban) ?? iban)
}

export function isSameAccount(one: AccountNumbers, other: AccountNumbers): boolean {
  const [left, right] = [accountKey(one), accountKey(other)]
  return left !== undefined && left === right
}

/**
 * Whether a creditor's account that has no IBAN is at a bank abroad: its number may well look like a
 * Norwegian one.
 */
export const isAbroad = ({ creditorAccount, creditorAgent }: PaymentBody): boolean =>
  creditorAccount.iban === undefined &&
  creditorAgent !== undefined &&
  bicCountry(creditorAgent) !== 'NO'
