import assert from 'node:assert/strict'
import type { Bank } from '../bank/port.ts'
import { add } from '../kernel/money.ts'
import { feeOf } from './fees.ts'
import type { Payable } from './payable.ts'
import type { Payment } from './payment.ts'
import { bodyOf } from './payment-words.ts'
import { productNamed } from './products/products.ts'

/**
 * The fee that was told stays; where none could be told it is that of today. Without a rate there is
 * none, and the payment cannot be approved now.
 */
export async function priced(bank: Bank, payable: Payable): Promise<Payable> {
  const { payment, parts, account } = payable
  if (isPriced(payable)) return payable
  const product = productNamed(payment.product)
  assert(product, `There is no product ${payment.product}.`)
  const feeFor = (each: Payment) =>
    feeOf(bank, product, { body: bodyOf(each), amount: each.amount }, account.currency)
  if (parts.length === 0) {
    return { ...payable, payment: { ...payment, fee: (await feeFor(payment)) ?? null } }
  }
  const fees = await Promise.all(parts.map(feeFor))
  const known = fees.filter((fee) => fee !== undefined)
  if (known.length < fees.length) return payable
  return {
    account,
    payment: { ...payment, fee: known.reduce(add) },
    parts: parts.map((part, place) => ({ ...part, fee: fees[place] ?? null })),
  }
}

export const isPriced = ({ payment }: Pick<Payable, 'payment'>): boolean => payment.fee !== null
