import { type Static, Type } from 'typebox'
import { currencies } from '../kernel/currency.ts'
import { formatAmount, type Money } from '../kernel/money.ts'
import { expects } from './text.ts'

export const CurrencyCode = Type.Enum([...currencies], {
  title: 'CurrencyCode',
  description: 'An ISO 4217 code.',
  [expects]: 'an ISO 4217 currency code that the bank takes, such as NOK',
})

export const Amount = Type.Object(
  {
    amount: Type.String({
      maxLength: 24,
      description:
        'Digits and a decimal point. The bank takes fewer fraction digits than the currency has ' +
        '(85.2 EUR), never more, and tells all of them (85.20 EUR).',
    }),
    currency: CurrencyCode,
  },
  { title: 'Amount', additionalProperties: false },
)

export const toWireAmount = (money: Money): Static<typeof Amount> => ({
  amount: formatAmount(money),
  currency: money.currency,
})
