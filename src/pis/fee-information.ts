import type { Bank } from '../bank/port.ts'
import type { Caller } from '../kernel/caller.ts'
import { type Money, parseMoney } from '../kernel/money.ts'
import { Problem } from '../kernel/problem.ts'
import { inWorld, type Queries } from '../storage/storage.ts'
import { toWireAmount } from '../wire/amount.ts'
import type { FeeBody, FeeQuery, WireFees } from '../wire/payment-fees.ts'
import { type FeeQuestion, questionInBody, questionInQuery } from './fee-question.ts'
import { amountIn, feeOf, notQuoted } from './fees.ts'
import type { PaymentParts } from './parts.ts'
import type { Product } from './products/product.ts'
import { checkAccount } from './rules/accounts.ts'
import { checkAmount, checkCurrency } from './rules/amount.ts'
import type { CodedFinding, Report } from './rules/rule.ts'

/**
 * What payments of a product cost. There is no PSU here, so no account is ever looked up: whoever
 * asks learns the price list, and nothing about which accounts there are.
 */
export function createFeeInformation(
  parts: Pick<PaymentParts, 'storage' | 'bank'>,
  product: Product,
) {
  const answer = async (queries: Queries, { world }: Caller, question: FeeQuestion) =>
    printFee(await feeFor(parts.bank(inWorld(queries, world)), product, question))
  return {
    read: async (caller: Caller, { query }: { query: FeeQuery }): Promise<WireFees> =>
      answer(parts.storage, caller, questionInQuery(product, query)),
    ask: async (caller: Caller, { body }: { body: FeeBody }, tx: Queries): Promise<WireFees> =>
      answer(tx, caller, questionInBody(body)),
  }
}

async function feeFor(
  bank: Pick<Bank, 'fee'>,
  product: Product,
  question: FeeQuestion,
): Promise<Money> {
  const findings = findingsIn(question, product)
  const { amount, currency } = question.instructedAmount
  if (findings.length > 0 || amount === undefined || currency === undefined) throw noFee(findings)
  const asked = { body: question, amount: amountIn({ instructedAmount: { amount, currency } }) }
  const fee = await feeOf(bank, product, asked, question.debtorCurrency)
  if (fee) return fee
  throw noFee([{ ...notQuoted, path: question.at(notQuoted.path) }])
}

/** The code of the whole is that of its first finding, as with payments. */
const noFee = (findings: CodedFinding[]): Problem =>
  new Problem(findings[0]?.code ?? 'FORMAT_ERROR', 'No fee can be told:', { findings })

/** The same rules as for a payment, as far as they concern the price; all findings at once. */
function findingsIn(question: FeeQuestion, product: Product): CodedFinding[] {
  const found: CodedFinding[] = [...question.faults]
  const report: Pick<Report, 'error'> = {
    error: (code, path, text) => found.push({ code, path: question.at(path), text }),
  }
  checkSaid(question.instructedAmount, product, report)
  for (const side of ['debtor', 'creditor'] as const) {
    const account = question[`${side}Account`]
    if (account) checkAccount(account, `${side}Account`, product.accounts[side], report)
  }
  if (question.serviceLevelCode !== undefined && !product.body.properties.serviceLevelCode) {
    report.error('FORMAT_ERROR', 'serviceLevelCode', 'is not a choice with this product')
  }
  return found
}

function checkSaid(
  { amount, currency }: FeeQuestion['instructedAmount'],
  product: Product,
  report: Pick<Report, 'error'>,
): void {
  if (currency !== undefined) {
    if (amount !== undefined) checkAmount({ amount, currency }, report)
    checkCurrency(currency, product.currency, report)
  } else if (amount !== undefined) {
    checkAmountInAny(amount, report)
  }
}

/** How many digits it may have, the currency would say. */
function checkAmountInAny(amount: string, report: Pick<Report, 'error'>): void {
  const money = parseMoney(amount, 'NOK')
  if (money.ok || (money.reason !== 'amount-format' && money.reason !== 'amount-sign')) return
  report.error('FORMAT_ERROR', 'instructedAmount/amount', money.text)
}

const printFee = (fee: Money): WireFees => ({
  transactionFees: toWireAmount(fee),
  transactionFeeIndicator: fee.minor > 0n,
})
