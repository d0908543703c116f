import { type Static, Type } from 'typebox'
import { Amount, CurrencyCode } from './amount.ts'
import { contract } from './operation.ts'
import { givenNumbers, PaymentAccount, ServiceLevelCode } from './payment-fields.ts'
import { saying } from './saying.ts'

const number = (of: string) =>
  Type.Optional(
    Type.String({
      maxLength: 42,
      description: `The ${of}’s IBAN or account number. ${givenNumbers.iban}`,
    }),
  )

/** What is missing is told by the operation, all at once, since the currency depends on the product. */
export const feeQuery = Type.Object({
  amount: Type.Optional(Type.String({ maxLength: 24, description: 'As in a payment.' })),
  currency: Type.Optional(
    saying(CurrencyCode, 'Of the amount; required where the product carries more than one.'),
  ),
  creditorAccount: number('creditor'),
  debtorAccount: number('debtor'),
  debtorCurrency: Type.Optional(
    saying(CurrencyCode, 'Of the debtor’s account, which the fee is told in; NOK when absent.'),
  ),
  serviceLevelCode: Type.Optional(ServiceLevelCode),
})
export type FeeQuery = Static<typeof feeQuery>

export const feeBody = Type.Object(
  {
    amount: Type.Optional(saying(Amount, 'Required, unless instructedAmount is there.')),
    instructedAmount: Type.Optional(
      saying(Amount, 'Another name for amount, the one that payments have; not both.'),
    ),
    creditorAccount: Type.Optional(PaymentAccount),
    debtorAccount: Type.Optional(PaymentAccount),
    serviceLevelCode: Type.Optional(ServiceLevelCode),
  },
  {
    title: 'FeeQuestion',
    additionalProperties: false,
    description: 'With either amount or instructedAmount.',
  },
)
export type FeeBody = Static<typeof feeBody>

const Fees = Type.Object(
  {
    transactionFees: saying(Amount, 'All together, what an exchange costs included.'),
    transactionFeeIndicator: Type.Boolean({ description: 'Whether it costs anything.' }),
  },
  { title: 'Fees' },
)

export type WireFees = Static<typeof Fees>

const common = {
  tag: 'Payments',
  tppMessages: true,
  description:
    'By the price list: for the product, the amount, and the currency of the account that is paid ' +
    'from. The accounts are checked for being written right and never looked up.',
  answer: {
    status: 200,
    description: 'The fee, in the currency of the debtor’s account.',
    schema: Fees,
    example: {
      transactionFees: { amount: '65.00', currency: 'NOK' },
      transactionFeeIndicator: true,
    },
  },
} as const

/** `currency` is that of the product, if it carries one only. */
export const readFeeInformation = (product: string, currency: string | undefined) =>
  contract({
    ...common,
    id: `read-fee-information-${product}`,
    summary: 'Ask what a payment would cost',
    query: feeQuery,
    queryRequired: currency === undefined ? ['amount', 'currency'] : ['amount'],
    refusals: ['QUERY_PARAMETER_REQUIRED'],
  })

export const askFeeInformation = (product: string, currency: string) =>
  contract({
    ...common,
    id: `ask-fee-information-${product}`,
    summary: 'Ask what a payment would cost, with a body',
    body: feeBody,
    bodyExample: {
      amount: { amount: '250.00', currency },
      creditorAccount: { iban: 'NO2199992202021', currency: 'NOK' },
      debtorAccount: { iban: 'NO7099911110012', currency: 'NOK' },
    },
  })
