import type { Bank } from '../bank/port.ts'
import type { Caller } from '../kernel/caller.ts'
import type { Money } from '../kernel/money.ts'
import { type Finding, Problem } from '../kernel/problem.ts'
import { inWorld, type Queries } from '../storage/storage.ts'
import { toWireAmount } from '../wire/amount.ts'
import type { FeeBody, FeeQuery, WireFees } from '../wire/payment-fees.ts'
import { type FeeQuestion, questionInBody, questionInQuery } from './fee-question.ts'
import { amountIn } from './fees.ts'
import type { PaymentParts } from './parts.ts'
import type { Product } from './products/product.ts'
import { checkAccount } from './rules/accounts.ts'
import { checkAmount, checkCurrency } from './rules/amount.ts'
import type { Report } from './rules/rule.ts'

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
  if (findings.length > 0) throw new Problem('FORMAT_ERROR', 'No fee can be told:', { findings })
  const fee = await bank.fee({
    service: product.price,
    urgent: question.serviceLevelCode === 'URGP',
    amount: amountIn(question),
    debtorCurrency: question.debtorCurrency,
  })
  if (fee.ok) return fee.value
  throw new Problem('FORMAT_ERROR', 'The bank has no rate for one of the currencies.')
}

/** The same rules as for a payment, as far as they concern the price. */
function findingsIn(question: FeeQuestion, product: Product): Finding[] {
  const found: Finding[] = []
  const report: Pick<Report, 'error'> = {
    error: (code, path, text) => found.push({ code, path: question.at(path), text }),
  }
  checkAmount(question.instructedAmount, report)
  checkCurrency(question.instructedAmount.currency, product.currency, report)
  for (const side of ['debtor', 'creditor'] as const) {
    const account = question[`${side}Account`]
    if (account) checkAccount(account, `${side}Account`, product.accounts[side], report)
  }
  if (question.serviceLevelCode !== undefined && !product.body.properties.serviceLevelCode) {
    report.error('FORMAT_ERROR', 'serviceLevelCode', 'is not a choice with this product')
  }
  return found
}

const printFee = (fee: Money): WireFees => ({
  transactionFees: toWireAmount(fee),
  transactionFeeIndicator: fee.minor > 0n,
})
