import { type Static, Type } from 'typebox'
import { Amount } from './amount.ts'
import { Day } from './day.ts'
import { contract } from './operation.ts'
import { accountPath } from './sandbox-accounts.ts'
import { MaskedPan } from './sandbox-card-accounts.ts'
import { recordQuery } from './sandbox-transactions.ts'
import { saying } from './saying.ts'
import { CountryCode, Form } from './text.ts'

const tag = 'Sandbox: card accounts'

const date = Day()
const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }))

const addressProperties = {
  street: text(70),
  buildingNumber: text(16),
  postalCode: text(16),
  townName: text(70),
}

/** What is given and what is told back have these alike. */
const told = {
  terminalId: text(35),
  merchantCategoryCode: Type.Optional(Form('^[0-9]{4}$', 'four digits')),
  markupFeePercentage: Type.Optional(
    Form('^[0-9]{1,3}(\\.[0-9]{1,4})?$', 'a number of percent, such as 1.75', {
      examples: ['1.75'],
    }),
  ),
  cardAcceptorId: text(35),
  cardAcceptorPhone: text(35),
  transactionDetails: text(1000),
  proprietaryBankTransactionCode: text(35),
}

export const SandboxCardTransaction = Type.Object(
  {
    cardTransactionId: Type.String(),
    transactionDate: date,
    bookingDate: date,
    valueDate: date,
    transactionAmount: Amount,
    originalAmount: Type.Optional(Amount),
    markupFee: Type.Optional(Amount),
    maskedPan: Type.String(),
    cardAcceptorAddress: Type.Optional(
      Type.Object({ ...addressProperties, country: CountryCode }, { title: 'CardAcceptorAddress' }),
    ),
    invoiced: Type.Boolean(),
    ...told,
  },
  { title: 'SandboxCardTransaction' },
)

export type WireCardTransaction = Static<typeof SandboxCardTransaction>

const GivenCardTransaction = Type.Object(
  {
    transactionAmount: saying(
      Amount,
      'What it comes to on the account, in its currency, as account information shows it: ' +
        'negative for a purchase, positive for what is paid back or paid in.',
    ),
    originalAmount: Type.Optional(Amount),
    markupFee: Type.Optional(Amount),
    transactionDate: Type.Optional(date),
    bookingDate: Type.Optional(date),
    valueDate: Type.Optional(date),
    maskedPan: Type.Optional(MaskedPan),
    cardAcceptorAddress: Type.Optional(
      Type.Object(
        { ...addressProperties, city: text(70), country: CountryCode },
        { title: 'GivenCardAcceptorAddress', additionalProperties: false },
      ),
    ),
    invoiced: Type.Optional(
      Type.Boolean({ description: 'Whether it is on an invoice already; false if left out.' }),
    ),
    ...told,
  },
  { title: 'GivenCardTransaction', additionalProperties: false },
)

export type GivenCardTransaction = Static<typeof GivenCardTransaction>

const bodyExample = {
  transactionAmount: { amount: '-348.12', currency: 'NOK' },
  originalAmount: { amount: '29.35', currency: 'EUR' },
  markupFee: { amount: '5.99', currency: 'NOK' },
  markupFeePercentage: '1.75',
  transactionDate: '2026-03-01',
  bookingDate: '2026-03-03',
  merchantCategoryCode: '5812',
  cardAcceptorId: 'Restaurante El Mirlo',
  cardAcceptorAddress: { townName: 'Málaga', postalCode: '29001', country: 'ES' },
}

const example = {
  ...bodyExample,
  cardTransactionId: 'c0a3b7f2-0d4c-4d6f-a4b7-5b7b9d7f5e21',
  valueDate: '2026-03-03',
  maskedPan: '457112******4827',
  invoiced: false,
}

export const listSandboxCardTransactions = contract({
  id: 'list-sandbox-card-transactions',
  tag,
  summary: 'List all booked transactions of a card account',
  path: accountPath,
  query: recordQuery,
  answer: {
    status: 200,
    description: 'The transactions, newest first.',
    schema: Type.Array(SandboxCardTransaction),
    example: [example],
  },
  refusals: ['RESOURCE_UNKNOWN', 'PERIOD_INVALID'],
})

export const createSandboxCardTransactions = contract({
  id: 'create-sandbox-card-transactions',
  tag,
  summary: 'Enter transactions into the books of a card account',
  description: 'All of them or, when one is refused, none. `city` is taken for `townName`.',
  path: accountPath,
  body: Type.Array(GivenCardTransaction, { minItems: 1, maxItems: 1000 }),
  bodyExample: [bodyExample],
  answer: {
    status: 201,
    description: 'The transactions as they were booked, in the same order.',
    schema: Type.Array(SandboxCardTransaction),
    example: [example],
  },
  refusals: ['RESOURCE_UNKNOWN'],
})
