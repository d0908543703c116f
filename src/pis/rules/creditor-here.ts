import type { Account } from '../../bank/port.ts'
import { isAbroad, toAccountNumber } from '../account-numbers.ts'
import type { PaymentBody } from '../payment.ts'
import type { PaymentRule, Report, RuleSituation } from './rule.ts'

/** What the creditor's account itself has to say. */
export type CreditorRule = (
  creditor: Account,
  body: PaymentBody,
  report: Report,
  situation: Pick<RuleSituation, 'psuKnown'>,
) => void

/** One look at the creditor's account for all of them; of accounts elsewhere their own bank knows. */
export const creditorHere =
  (...rules: CreditorRule[]): PaymentRule =>
  async (body, situation, report) => {
    const number = toAccountNumber(body.creditorAccount)
    if (!number || isAbroad(body)) return
    const creditor = await situation.bank.accountByNumber(number)
    if (!creditor.ok) return
    for (const rule of rules) rule(creditor.value, body, report, situation)
  }

/**
 * An account has one currency, and is named with it on either side. In which currency it is paid is
 * another matter, that of the amount. Nobody finds out by it which accounts there are without a PSU.
 */
export const namedCurrency: CreditorRule = (
  creditor,
  { creditorAccount: { currency } },
  report,
  { psuKnown },
) => {
  if (!psuKnown || currency === undefined || currency === creditor.currency) return
  report.error('FORMAT_ERROR', 'creditorAccount/currency', 'The account is in another currency.')
}
