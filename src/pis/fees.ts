import assert from 'node:assert/strict'
import type { Bank } from '../bank/port.ts'
import type { Currency } from '../kernel/currency.ts'
import { add, type Money, parseMoney } from '../kernel/money.ts'
import { Problem } from '../kernel/problem.ts'
import type { PaymentBody } from './payment.ts'
import type { Product } from './products/product.ts'
import type { PaymentDraft } from './read-request.ts'
import type { CodedFinding } from './rules/rule.ts'

/** What a payment costs, and of a bulk payment each of its parts; in the account's currency. */
export interface Fees {
  all: Money
  parts: Money[]
}

/** A payment that the bank tells no fee for cannot be made. */
export async function feesOf(
  bank: Pick<Bank, 'fee'>,
  product: Product,
  { body, amount, parts }: Pick<PaymentDraft, 'body' | 'amount' | 'parts'>,
  debtorCurrency: Currency,
): Promise<Fees> {
  if (!('payments' in body)) {
    const fee = await feeOf(bank, product, { body, amount }, debtorCurrency)
    if (!fee) throw noFees(['body'])
    return { all: fee, parts: [] }
  }
  const fees = await Promise.all(
    parts.map((part) =>
      feeOf(bank, product, { body: part, amount: amountIn(part) }, debtorCurrency),
    ),
  )
  const known = fees.filter((fee) => fee !== undefined)
  if (known.length === fees.length) return { all: known.reduce(add), parts: known }
  throw noFees(fees.flatMap((fee, place) => (fee ? [] : [`body/payments/${place}`])))
}

const noFees = (places: string[]): Problem =>
  new Problem(notQuoted.code, 'The payment cannot be made:', {
    findings: places.map((place) => ({ ...notQuoted, path: `${place}/${notQuoted.path}` })),
  })

/** Below the payment that it is about. */
export const notQuoted = {
  code: 'FORMAT_ERROR',
  path: 'instructedAmount/currency',
  text: 'The bank has no rate for this currency, or for that of the debtor’s account.',
} as const satisfies CodedFinding

/** Undefined where the bank quotes no rate, by which it could be told in the account's currency. */
export async function feeOf(
  bank: Pick<Bank, 'fee'>,
  { price: service }: Product,
  { body, amount }: { body: Pick<PaymentBody, 'serviceLevelCode'>; amount: Money },
  debtorCurrency: Currency,
): Promise<Money | undefined> {
  const urgent = body.serviceLevelCode === 'URGP'
  const fee = await bank.fee({ service, urgent, debtorCurrency, amount })
  if (fee.ok) return fee.value
  assert.equal(fee.refusal, 'currency-not-quoted')
  return undefined
}

/** The amount of a payment that has been read before. */
export function amountIn({ instructedAmount }: Pick<PaymentBody, 'instructedAmount'>): Money {
  const { amount, currency } = instructedAmount
  const money = parseMoney(amount, currency)
  assert(money.ok, 'The amount of a payment was checked when it was made.')
  return money.value
}
