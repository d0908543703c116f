import { type Money, parseMoney } from '../../kernel/money.ts'
import { convert } from '../../kernel/rate.ts'
import type { PaymentRule, RuleSituation } from './rule.ts'

/** From 100 000 NOK on the authorities are told what money that leaves the country is for. */
const reportedFrom = 100_000_00n

const members = ['regulatoryReportingCode', 'regulatoryReportingInformation'] as const

export const regulatoryReporting: PaymentRule = async (body, situation, report) => {
  const missing = members.filter((member) => body[member] === undefined)
  if (missing.length === 0) return
  const money = parseMoney(body.instructedAmount.amount, body.instructedAmount.currency)
  if (!money.ok || !(await isReported(money.value, situation))) return
  for (const member of missing) {
    report.error('FORMAT_ERROR', member, 'is required for transfers of 100 000 NOK or more.')
  }
}

/** At the bank's rate of today; what the bank has no rate for might well be as much. */
async function isReported(money: Money, { bank, today }: RuleSituation): Promise<boolean> {
  if (money.currency === 'NOK') return money.minor >= reportedFrom
  const rate = await bank.rate(money.currency, 'NOK', today)
  return !rate.ok || convert(money, rate.value, 'half-even').minor >= reportedFrom
}
