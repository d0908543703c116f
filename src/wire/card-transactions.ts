import { type Static, Type } from 'typebox'
import { CardAccountReference, exampleCardReference } from './account-reference.ts'
import { Amount } from './amount.ts'
import { resourcePath } from './balances.ts'
import { cardInformation, DebitAccounting } from './card-accounts.ts'
import { Link } from './link.ts'
import { contract } from './operation.ts'
import { saying } from './saying.ts'
import { CountryCode, Form } from './text.ts'
import { pageLinks, pagingDescription, transactionQuery } from './transaction-query.ts'
import { CurrencyExchange } from './transactions.ts'

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

const Address = Type.Object(
  {
    streetName: text(70),
    buildingNumber: text(16),
    townName: text(70),
    postCode: text(16),
    country: CountryCode,
  },
  { title: 'Address' },
)

const CardTransaction = Type.Object(
  {
    cardTransactionId: Type.String({
      description: 'Stays the same once booked; that of a pending transaction ends with it.',
    }),
    terminalId: text(35),
    transactionDate: day('When the card was used.'),
    acceptorTransactionDateTime: Type.Optional(Type.String({ format: 'date-time' })),
    bookingDate: day('Absent while it is pending.'),
    valueDate: day('When the money counts.'),
    transactionAmount: saying(
      Amount,
      'What it comes to on the account, in its currency, with the markup.',
    ),
    grandTotalAmount: Type.Optional(Amount),
    currencyExchange: Type.Optional(CurrencyExchange),
    originalAmount: Type.Optional(
      saying(Amount, 'What the merchant asked for, in the merchant’s currency; signed alike.'),
    ),
    markupFee: Type.Optional(Amount),
    markupFeePercentage: text(8),
    cardAcceptorId: text(35),
    cardAcceptorAddress: Type.Optional(Address),
    cardAcceptorPhone: text(35),
    merchantCategoryCode: Type.Optional(Form('^[0-9]{4}$', 'four digits')),
    maskedPAN: text(35),
    transactionDetails: text(1000),
    invoiced: Type.Boolean({ description: 'Whether it is on an invoice already.' }),
    proprietaryBankTransactionCode: text(35),
  },
  { title: 'CardTransaction' },
)

export type WireCardTransaction = Static<typeof CardTransaction>

const address = 'https://127.0.0.1:8443/v1/card-accounts/8a1f2f5e-95b4-4a51-9a0c-40b6b1d6b0a9'
const get = (href: string) => ({ href, verbs: ['GET' as const] })

const example: WireCardTransaction = {
  cardTransactionId: 'c0a3b7f2-0d4c-4d6f-a4b7-5b7b9d7f5e21',
  ...{ transactionDate: '2026-03-01', bookingDate: '2026-03-03', valueDate: '2026-03-03' },
  transactionAmount: { amount: '-348.12', currency: 'NOK' },
  originalAmount: { amount: '-29.35', currency: 'EUR' },
  markupFee: { amount: '5.99', currency: 'NOK' },
  markupFeePercentage: '1.75',
  cardAcceptorId: 'Restaurante El Mirlo',
  cardAcceptorAddress: { townName: 'Málaga', postCode: '29001', country: 'ES' },
  merchantCategoryCode: '5812',
  maskedPAN: exampleCardReference.maskedPan,
  invoiced: false,
}

export const listCardTransactions = contract({
  id: 'list-card-transactions',
  tag: cardInformation,
  summary: 'List the transactions of a card account',
  description: pagingDescription,
  path: resourcePath,
  query: transactionQuery,
  answer: {
    status: 200,
    description: 'A page of the list.',
    schema: Type.Object({
      cardAccount: CardAccountReference,
      debitAccounting: DebitAccounting,
      cardTransactions: Type.Object(
        {
          booked: Type.Optional(Type.Array(CardTransaction)),
          pending: Type.Optional(Type.Array(CardTransaction)),
          _links: Type.Object({ cardAccount: Link, ...pageLinks }),
        },
        { title: 'CardTransactionPage' },
      ),
    }),
    example: {
      cardAccount: exampleCardReference,
      debitAccounting: false,
      cardTransactions: {
        booked: [example],
        _links: {
          cardAccount: get(address),
          first: get(`${address}/transactions?limit=10`),
          last: get(`${address}/transactions?limit=10&cursor=last`),
        },
      },
    },
  },
  refusals: ['RESOURCE_UNKNOWN', 'PERIOD_INVALID', 'ACCESS_EXCEEDED'],
})
