import assert from 'node:assert/strict'
import type { Bank } from '../bank/port.ts'
import type { Currency } from '../kernel/currency.ts'
import { add, type Money, parseMoney } from '../kernel/money.ts'
import type { PaymentBody } from './payment.ts'
import type { Product } from './products/product.ts'
import type { PaymentDraft } from './read-request.ts'

/** What a payment costs, and of a bulk payment each of its parts; in the account's currency. */
export interface Fees {
  all: Money
  parts: Money[]
}

export async function feesOf(
  bank: Pick<Bank, 'fee'>,
  product: Product,
  { body, amount, parts }: Pick<PaymentDraft, 'body' | 'amount' | 'parts'>,
  debtorCurrency: Currency,
): Promise<Fees> {
  if (!('payments' in body)) {
    return { all: await feeOf(bank, product, { body, amount }, debtorCurrency), parts: [] }
  }
  const fees = await Promise.all(
    parts.map((part) =>
      feeOf(bank, product, { body: part, amount: amountIn(part) }, debtorCurrency),
    ),
  )
  return { all: fees.reduce(add), parts: fees }
}

export async function feeOf(
  bank: Pick<Bank, 'fee'>,
  { price: service }: Product,
  { body, amount }: { body: Pick<PaymentBody, 'serviceLevelCode'>; amount: Money },
  debtorCurrency: Currency,
): Promise<Money> {
  const urgent = body.serviceLevelCode === 'URGP'
  const fee = await bank.fee({ service, urgent, debtorCurrency, amount })
  assert(fee.ok, 'A payment from a known account has a price.')
  return fee.value
}

/** The amount of a payment that has been read before. */
export function amountIn({ instructedAmount }: Pick<PaymentBody, 'instructedAmount'>): Money {
  const { amount, currency } = instructedAmount
  const money = parseMoney(amount, currency)
  assert(money.ok, 'The amount of a payment was checked when it was made.')
  return money.value
}
