import { parseBban } from '../../kernel/bban.ts'
import { parseIban } from '../../kernel/iban.ts'
import { isAbroad, isSameAccount } from '../account-numbers.ts'
import type { AccountNumbers } from '../payment.ts'
import type { PaymentRule, Report } from './rule.ts'
import { isInSepaArea } from './sepa-area.ts'

/** Norwegian by either number, in the SEPA area by its IBAN, or anywhere in the world. */
export type AccountKind = 'norwegian' | 'sepa' | 'anywhere'

export const creditorAccount =
  (kind: AccountKind): PaymentRule =>
  ({ creditorAccount: account }, _, report) =>
    checkAccount(account, 'creditorAccount', kind, report)

/** Of a bulk payment it stands beside its parts. */
export const debtorAccount =
  (kind: AccountKind): PaymentRule =>
  ({ debtorAccount: account }, _, report) => {
    if (account) checkAccount(account, 'debtorAccount', kind, report)
  }

/** Nobody pays into the account that they pay from. */
export const twoAccounts: PaymentRule = (body, _, report) => {
  const { creditorAccount, debtorAccount } = body
  if (!debtorAccount || isAbroad(body) || !isSameAccount(creditorAccount, debtorAccount)) return
  report.error('FORMAT_ERROR', 'creditorAccount', 'The creditor’s account is the debtor’s own.')
}

export function checkAccount(
  account: AccountNumbers,
  path: string,
  kind: AccountKind,
  report: Pick<Report, 'error'>,
): void {
  const { iban, bban } = account
  if (iban === undefined && (bban === undefined || kind === 'sepa')) {
    const needed = kind === 'sepa' ? 'This product needs the IBAN.' : 'Needs iban or bban.'
    report.error('FORMAT_ERROR', kind === 'sepa' ? `${path}/iban` : path, needed)
  }
  const ibanIsGood = iban === undefined || checkIban(iban, `${path}/iban`, kind, report)
  const bbanIsGood = bban === undefined || checkBban(account, `${path}/bban`, kind, report)
  if (!ibanIsGood || !bbanIsGood || iban === undefined || bban === undefined) return
  if (iban.slice(4) === bban) return
  report.error('FORMAT_ERROR', `${path}/bban`, 'This is another account than that of the IBAN.')
}

function checkIban(
  raw: string,
  path: string,
  kind: AccountKind,
  report: Pick<Report, 'error'>,
): boolean {
  const iban = parseIban(raw)
  if (!iban.ok) {
    report.error('FORMAT_ERROR', path, iban.text)
    return false
  }
  const { takes, otherwise } = areas[kind]
  if (takes(iban.value)) return true
  report.error('FORMAT_ERROR', path, otherwise)
  return false
}

const areas: Record<AccountKind, { takes(iban: string): boolean; otherwise: string }> = {
  norwegian: {
    takes: (iban) => iban.startsWith('NO'),
    otherwise: 'This is no Norwegian account, and the product takes no other.',
  },
  sepa: {
    takes: isInSepaArea,
    otherwise: 'This account is outside the SEPA area: send a cross-border payment.',
  },
  anywhere: { takes: () => true, otherwise: '' },
}

/** Abroad a number is whatever that country has; beside an IBAN it is compared with it anyway. */
function checkBban(
  { bban = '' }: AccountNumbers,
  path: string,
  kind: AccountKind,
  report: Pick<Report, 'error'>,
): boolean {
  if (kind !== 'norwegian') {
    if (/^[A-Z0-9]{1,30}$/.test(bban)) return true
    report.error('FORMAT_ERROR', path, 'An account number has 1 to 30 letters and digits.')
    return false
  }
  const number = parseBban(bban)
  if (!number.ok) report.error('FORMAT_ERROR', path, number.text)
  return number.ok
}
