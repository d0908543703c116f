import { type Static, Type } from 'typebox'
import { currencies } from '../kernel/currency.ts'
import { formatAmount, type Money } from '../kernel/money.ts'

export const CurrencyCode = Type.Enum([...currencies], {
  title: 'CurrencyCode',
  description: 'An ISO 4217 code.',
})

export const Amount = Type.Object(
  {
    amount: Type.String({
      maxLength: 24,
      description: 'Digits and a decimal point, with the fraction digits of the currency.',
    }),
    currency: CurrencyCode,
  },
  { title: 'Amount', additionalProperties: false },
)

export const toWireAmount = (money: Money): Static<typeof Amount> => ({
  amount: formatAmount(money),
  currency: money.currency,
})
