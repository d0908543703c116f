import { type Static, Type } from 'typebox'
import { AccountReference, exampleReference } from './account-reference.ts'
import { Amount, CurrencyCode } from './amount.ts'
import { accountInformation, resourcePath } from './balances.ts'
import { Link } from './link.ts'
import { contract } from './operation.ts'
import { saying } from './saying.ts'
import { pageLinks, pagingDescription, transactionQuery } from './transaction-query.ts'

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }))

const Agent = Type.Optional(
  Type.String({ pattern: '^[A-Z]{6,6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3,3}){0,1}$' }),
)

export const CurrencyExchange = Type.Object(
  {
    sourceCurrency: CurrencyCode,
    exchangeRate: Type.String(),
    unitCurrency: saying(CurrencyCode, 'The currency of which one unit costs the rate.'),
    targetCurrency: CurrencyCode,
    quotationDate: Type.String({ format: 'date' }),
    contractIdentification: text(35),
  },
  { title: 'CurrencyExchange' },
)

const StructuredRemittance = Type.Object(
  {
    reference: Type.String({ maxLength: 35 }),
    referenceType: text(35),
    referenceIssuer: text(35),
  },
  { title: 'StructuredRemittance' },
)

/** Stay in the list when it becomes slim. */
const slim = {
  transactionId: Type.String({
    description: 'Stays the same once booked; that of a pending transaction ends with it.',
  }),
  endToEndId: text(35),
  bookingDate: day('Absent while it is pending.'),
  valueDate: day('When the money counts.'),
  transactionAmount: Amount,
  creditorName: text(140),
  debtorName: text(140),
  bankTransactionCode: Type.Optional(
    Type.String({ minLength: 4, maxLength: 14, description: 'By ISO 20022.' }),
  ),
}

/** Move to the details with the announced change `slim-transaction-list`. */
const moved = {
  entryReference: text(35),
  mandateId: text(35),
  creditorId: text(35),
  currencyExchange: Type.Optional(CurrencyExchange),
  creditorAccount: Type.Optional(AccountReference),
  creditorAgent: Agent,
  ultimateCreditor: text(140),
  debtorAccount: Type.Optional(AccountReference),
  debtorAgent: Agent,
  ultimateDebtor: text(140),
  remittanceInformationUnstructured: text(140),
  remittanceInformationUnstructuredArray: Type.Optional(
    Type.Array(Type.String({ maxLength: 140 })),
  ),
  remittanceInformationStructuredArray: Type.Optional(Type.Array(StructuredRemittance)),
  additionalInformation: text(500),
  purposeCode: Type.Optional(Type.String({ minLength: 1, maxLength: 4 })),
  proprietaryBankTransactionCode: text(35),
}

export const slimNames: ReadonlySet<string> = new Set([...Object.keys(slim), '_links'])

const proprietary = {
  patternProperties: {
    '^additionalInformationProprietary[A-Z0-9][A-Za-z0-9]*$': Type.String({
      maxLength: 500,
      description: 'References of the bank’s own systems, where there are any.',
    }),
  },
}

const Transaction = Type.Object(
  { ...slim, ...moved, _links: Type.Object({ transactionDetails: Link }) },
  { title: 'Transaction', ...proprietary },
)

const TransactionDetails = Type.Object(
  { ...slim, ...moved, _links: Type.Object({ self: Link, account: Link }) },
  { title: 'TransactionDetails', ...proprietary },
)

export type WireTransaction = Static<typeof Transaction>
export type WireTransactionDetails = Static<typeof TransactionDetails>

const account = 'https://127.0.0.1:8443/v1/accounts/5f0b7f0e-6d8f-4b3b-8a4e-2a4a3f0f8c11'
const transactionId = '1f6f1c2a-5c0b-4f0a-9a57-8a2cf7a9e0d4'
const self = `${account}/transactions/${transactionId}`
const get = (href: string) => ({ href, verbs: ['GET' as const] })

const told: Omit<WireTransaction, '_links'> = {
  transactionId,
  bookingDate: '2026-03-02',
  valueDate: '2026-03-02',
  transactionAmount: { amount: '-14500.00', currency: 'NOK' },
  creditorName: 'Solbakken Boligutleie AS',
  creditorAccount: { iban: 'NO2199992202021', bban: '99992202021', currency: 'NOK' },
  debtorName: 'Ingrid Haugland Solvang',
  debtorAccount: exampleReference,
  remittanceInformationUnstructured: 'Husleie mars',
  remittanceInformationUnstructuredArray: ['Husleie mars'],
  bankTransactionCode: 'PMNT-ICDT-DMCT',
}

export const listTransactions = contract({
  id: 'list-transactions',
  tag: accountInformation,
  summary: 'List the transactions of an account',
  description: pagingDescription,
  path: resourcePath,
  query: transactionQuery,
  answer: {
    status: 200,
    description: 'A page of the list.',
    schema: Type.Object({
      account: AccountReference,
      transactions: Type.Object(
        {
          booked: Type.Optional(Type.Array(Transaction)),
          pending: Type.Optional(Type.Array(Transaction)),
          _links: Type.Object({ account: Link, ...pageLinks }),
        },
        { title: 'TransactionPage' },
      ),
    }),
    example: {
      account: exampleReference,
      transactions: {
        booked: [{ ...told, _links: { transactionDetails: get(self) } }],
        _links: {
          account: get(account),
          first: get(`${account}/transactions?limit=1`),
          next: get(`${account}/transactions?limit=1&offset=1&cursor=after-${transactionId}`),
          last: get(`${account}/transactions?limit=1&cursor=last`),
        },
      },
    },
  },
  refusals: ['RESOURCE_UNKNOWN', 'PERIOD_INVALID', 'ACCESS_EXCEEDED'],
})

export const readTransaction = contract({
  id: 'read-transaction-details',
  tag: accountInformation,
  summary: 'Read the details of a transaction',
  description:
    'Without PSU-IP-Address four calls in any 24 hours are answered for each account, for ' +
    'transactions of the last 90 days, and the account must have been granted at most 90 days ago.',
  path: Type.Object({
    ...resourcePath.properties,
    transactionId: Type.String({ maxLength: 128, description: 'From the list.' }),
  }),
  answer: {
    status: 200,
    description: 'The transaction with all that is known of it.',
    schema: Type.Object({ transactionsDetails: TransactionDetails }),
    example: {
      transactionsDetails: { ...told, _links: { self: get(self), account: get(account) } },
    },
  },
  refusals: ['RESOURCE_UNKNOWN', 'PERIOD_INVALID', 'ACCESS_EXCEEDED'],
})
