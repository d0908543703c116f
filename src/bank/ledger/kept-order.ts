import { isDeepStrictEqual } from 'node:util'
import { bicCountry } from '../../kernel/bic.ts'
import type { Currency } from '../../kernel/currency.ts'
import { bbanOf } from '../../kernel/iban.ts'
import type { Money } from '../../kernel/money.ts'
import { formatRate } from '../../kernel/rate.ts'
import type { CurrencyExchange, PaymentInstructions, PaymentOrder } from '../port.ts'
import { type KeptDetails, keepDetails } from './kept-details.ts'

/** An order as it lies in the database, with all that its later steps need. */
export interface KeptOrder {
  debtorAccountId: string
  debit: string
  debitCurrency: Currency
  credit: string
  creditCurrency: Currency
  /** In the currency of the debit. */
  fee: string
  creditorAccount: PaymentOrder['creditorAccount']
  endToEndId?: string
  details: KeptDetails
  instructions?: PaymentInstructions
}

export interface ReadOrder extends Omit<KeptOrder, 'debit' | 'credit' | 'fee'> {
  debit: Money
  credit: Money
  fee: Money
}

export function keepOrder(order: PaymentOrder): KeptOrder {
  const exchange = exchangeOf(order)
  return {
    debtorAccountId: order.debtorAccountId,
    debit: String(order.debit.minor),
    debitCurrency: order.debit.currency,
    credit: String(order.credit.minor),
    creditCurrency: order.credit.currency,
    fee: String(order.fee?.minor ?? 0n),
    creditorAccount: order.creditorAccount,
    ...(order.endToEndId !== undefined && { endToEndId: order.endToEndId }),
    details: { ...keepDetails(order.details), ...(exchange && { currencyExchange: exchange }) },
    ...(order.instructions && { instructions: order.instructions }),
  }
}

export const readOrder = (order: KeptOrder): ReadOrder => ({
  ...order,
  debit: { minor: BigInt(order.debit), currency: order.debitCurrency },
  credit: { minor: BigInt(order.credit), currency: order.creditCurrency },
  fee: { minor: BigInt(order.fee), currency: order.debitCurrency },
})

function exchangeOf({
  debit,
  credit,
  exchange,
  details,
}: PaymentOrder): CurrencyExchange | undefined {
  if (!exchange || details.currencyExchange) return details.currencyExchange
  return {
    sourceCurrency: debit.currency,
    targetCurrency: credit.currency,
    unitCurrency: exchange.unitCurrency,
    exchangeRate: formatRate(exchange.rate),
    quotationDate: exchange.quotationDate.toString(),
  }
}

/** Whether it is the same order, in whatever order its members were written. */
export const isSameOrder = (one: KeptOrder, other: KeptOrder): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)))

/**
 * The Norwegian account number of the creditor; nothing when the account is abroad, where another
 * bank may have the very same number.
 */
export function creditorBban({
  creditorAccount: { bban, iban },
  details: { creditorAgent },
}: Pick<PaymentOrder, 'creditorAccount'> & {
  details: Pick<PaymentOrder['details'], 'creditorAgent'>
}): string | undefined {
  if (iban !== undefined) return bbanOf(iban)
  return creditorAgent === undefined || bicCountry(creditorAgent) === 'NO' ? bban : undefined
}
