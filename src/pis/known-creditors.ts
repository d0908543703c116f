import type { Account, AccountNumber, BankResult } from '../bank/port.ts'
import type { GivenPayment } from '../wire/payment-fields.ts'
import { toAccountNumber } from './account-numbers.ts'
import { accountPutRight } from './put-right.ts'
import type { RuleSituation } from './rules/rule.ts'

/** The situation with all creditors looked up: a thousand parts of a bulk are one question. */
export async function knowingCreditors(
  situation: RuleSituation,
  payments: readonly GivenPayment[],
): Promise<RuleSituation> {
  const { bank } = situation
  const numbers = payments
    .map(({ creditorAccount }) => toAccountNumber(accountPutRight(creditorAccount)))
    .filter((number) => number !== undefined)
  const found = await bank.accountsByNumber(numbers)
  const known = new Map<string, BankResult<Account>>()
  for (const [place, result] of found.entries()) known.set(keyOf(numbers[place]!), result)
  const accountByNumber: typeof bank.accountByNumber = async (number) =>
    known.get(keyOf(number)) ?? bank.accountByNumber(number)
  return { ...situation, bank: { ...bank, accountByNumber } }
}

const keyOf = (number: AccountNumber): string => ('iban' in number ? number.iban : number.bban)
