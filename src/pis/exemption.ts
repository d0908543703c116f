import type { Bank } from '../bank/port.ts'
import { osloDate } from '../kernel/oslo.ts'
import { hasNumber, isAbroad } from './account-numbers.ts'
import { within } from './limits.ts'
import type { Asked } from './new-payments.ts'

/**
 * Between two accounts of the same owner, both within the PSU's reach in this context, a valid
 * session is enough (RTS art. 15): provided that the PSU could approve it by themselves.
 */
export async function isExempt(
  bank: Pick<Bank, 'rate'>,
  { caller, service, draft, debtor }: Asked,
): Promise<boolean> {
  const { own } = debtor
  if (!caller.session || service !== 'payments' || !own || 'payments' in draft.body) return false
  if (isAbroad(draft.body)) return false
  const { account, all } = own
  const { creditorAccount } = draft.body
  const creditor = all.find((each) => hasNumber(each, creditorAccount))
  if (creditor?.ownerId !== account.ownerId) return false
  const { mayApprove, approvalLimit } = account.rights
  return mayApprove && within(bank, approvalLimit, [draft.amount], osloDate(caller.now))
}
