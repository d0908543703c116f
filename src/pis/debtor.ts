import type { AccountInReach, Bank, Context, Register } from '../bank/port.ts'
import { osloDate } from '../kernel/oslo.ts'
import { Problem } from '../kernel/problem.ts'
import type { PayingCaller } from '../sca/sca.ts'
import { isMeant, toAccountNumber } from './account-numbers.ts'
import { amountIn } from './fees.ts'
import { within } from './limits.ts'
import type { PaymentDraft } from './read-request.ts'

/** Which account pays, as far as that may be looked at yet. */
export interface Debtor {
  /** Null when it is not here, which only whoever approves is told. */
  accountId: string | null
  /** The accounts of the PSU in this context, and the debtor's among them. */
  own?: { account: AccountInReach; all: readonly AccountInReach[] }
}

/**
 * All that the PSU reaches, where they are known and it is settled for whom they act. Otherwise
 * nothing may be told about any account before somebody has logged in.
 */
export async function accountsOf(
  register: Pick<Register, 'accountsOf'>,
  { psu, context, agreementId }: PayingCaller,
): Promise<AccountInReach[] | undefined> {
  const settled = settledContext(context, agreementId)
  if (!psu || !settled) return undefined
  const reached = await register.accountsOf(psu.customerId, settled)
  return reached.ok ? reached.value : []
}

function settledContext(kind: Context['kind'], agreementId: string | null): Context | undefined {
  if (kind === 'PRIVATE') return { kind }
  return agreementId === null ? undefined : { kind, agreementId }
}

export async function debtorOf(
  bank: Pick<Bank, 'accountByNumber' | 'rate'>,
  all: readonly AccountInReach[] | undefined,
  draft: PaymentDraft,
  now: Temporal.Instant,
): Promise<Debtor> {
  const numbers = draft.body.debtorAccount ?? {}
  if (!all) {
    const number = toAccountNumber(numbers)
    const found = number && (await bank.accountByNumber(number))
    return { accountId: found?.ok && isMeant(found.value, numbers) ? found.value.id : null }
  }
  const account = all.find((each) => isMeant(each, numbers))
  if (!account?.rights.paymentsAllowed) throw notAllowed('is not one that the PSU may pay from')
  const { registerLimit } = account.rights
  if (!(await within(bank, registerLimit, amountsOf(draft), osloDate(now)))) {
    throw notAllowed('has a limit for what the PSU may register, and this is above it')
  }
  return { accountId: account.id, own: { account, all } }
}

const amountsOf = ({ amount, parts }: PaymentDraft) =>
  parts.length > 0 ? parts.map(amountIn) : [amount]

const notAllowed = (text: string): Problem =>
  new Problem('FORBIDDEN', 'The payment cannot be made from this account:', {
    findings: [{ path: 'body/debtorAccount', text, code: 'FORBIDDEN' }],
  })
