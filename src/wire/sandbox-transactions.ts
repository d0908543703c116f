import { type Static, Type } from 'typebox'
import { Amount, CurrencyCode } from './amount.ts'
import { Day } from './day.ts'
import { Link } from './link.ts'
import { contract } from './operation.ts'
import { accountPath } from './sandbox-accounts.ts'
import { saying } from './saying.ts'

const tag = 'Sandbox: transactions'

const int32Max = 2 ** 31 - 1

export const recordsMax = 10_000

export const recordQuery = Type.Object({
  fromDate: Type.Optional(Day('The first booking date to list.')),
  toDate: Type.Optional(Day('The last booking date to list.')),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: int32Max, description: 'Transactions to skip.' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: int32Max,
      description: `How many at most; never more than ${recordsMax} at a time.`,
    }),
  ),
})

const text = (maxLength: number) => Type.String({ maxLength })

/** Empty where a party has no account, or none that is known, such as a shop. */
const RecordedAccount = Type.Object(
  { iban: Type.String(), bban: Type.String() },
  { title: 'RecordedAccount' },
)

export const SandboxTransaction = Type.Object(
  {
    id: Type.String(),
    amount: Type.Integer({
      description:
        'In the smallest unit of the currency, so that no øre is lost, and always positive: the ' +
        'money goes from the debtor to the creditor.',
    }),
    currency: CurrencyCode,
    valueDate: Day('When the money counts.'),
    remittanceInformationUnstructured: Type.String(),
    creditorName: Type.String(),
    creditorAccount: RecordedAccount,
    debtorName: Type.String(),
    debtorAccount: RecordedAccount,
    bankTransactionCode: Type.String({ minLength: 4, maxLength: 14 }),
    ultimateDebtor: Type.String({ description: 'The debtor, unless another one was named.' }),
    ultimateCreditor: Type.String({ description: 'The creditor, unless another one was named.' }),
    purposeCode: Type.String(),
    bookingDate: Day('When it was booked.'),
    transactionAmount: saying(
      Amount,
      'As account information shows it: negative when the money leaves the account, and exact ' +
        'however large it is.',
    ),
    _links: Type.Object({ self: Link }),
  },
  { title: 'SandboxTransaction' },
)

export type WireTransaction = Static<typeof SandboxTransaction>

const example: WireTransaction = {
  id: '1f6f1c2a-5c0b-4f0a-9a57-8a2cf7a9e0d4',
  amount: 1_450_000,
  currency: 'NOK',
  valueDate: '2026-03-02',
  remittanceInformationUnstructured: 'Husleie mars',
  creditorName: 'Solbakken Boligutleie AS',
  creditorAccount: { iban: 'NO2199992202021', bban: '99992202021' },
  debtorName: 'Ingrid Haugland Solvang',
  debtorAccount: { iban: 'NO7099911110012', bban: '99911110012' },
  bankTransactionCode: 'PMNT-ICDT-DMCT',
  ultimateDebtor: 'Ingrid Haugland Solvang',
  ultimateCreditor: 'Solbakken Boligutleie AS',
  purposeCode: 'OTHR',
  bookingDate: '2026-03-02',
  transactionAmount: { amount: '-14500.00', currency: 'NOK' },
  _links: {
    self: {
      href: 'https://127.0.0.1:8443/v1/sandbox/accounts/5f0b7f0e-6d8f-4b3b-8a4e-2a4a3f0f8c11/transactions/1f6f1c2a-5c0b-4f0a-9a57-8a2cf7a9e0d4',
      verbs: ['GET'],
    },
  },
}

export const listSandboxTransactions = contract({
  id: 'list-sandbox-transactions',
  tag,
  summary: 'List all booked transactions of an account',
  description:
    'Newest first, wherever they come from: the initial state, mock transactions, balances that ' +
    'were set, and payments made in the sandbox. Takes the id of a card account as well.',
  path: accountPath,
  query: recordQuery,
  answer: {
    status: 200,
    description: 'The transactions.',
    schema: Type.Array(SandboxTransaction),
    example: [example],
  },
  refusals: ['RESOURCE_UNKNOWN', 'PERIOD_INVALID'],
})

const GivenAccount = Type.Object(
  { iban: Type.Optional(text(42)), bban: Type.Optional(text(30)) },
  { title: 'GivenAccount', additionalProperties: false },
)

export const createSandboxTransaction = contract({
  id: 'create-sandbox-transaction',
  tag,
  summary: 'Enter a transaction into the books of an account',
  description:
    'Without a creditor’s account, or with somebody else’s, money leaves the account. With the ' +
    'account itself as creditor’s account, money arrives, and `debtorName` says from whom. The ' +
    'debtor’s account can only be this one. Everything but the amount has a default: today, the ' +
    'account’s currency and owner, the usual codes.',
  path: accountPath,
  body: Type.Object(
    {
      amount: Type.Integer({
        minimum: 1,
        maximum: int32Max,
        description: 'In the smallest unit of the currency: 12.50 NOK is 1250.',
      }),
      currency: Type.Optional(CurrencyCode),
      bookingDate: Type.Optional(Day('Today or earlier, and not after the value date.')),
      valueDate: Type.Optional(Day('Today or earlier.')),
      remittanceInformationUnstructured: Type.Optional(
        Type.String({ minLength: 1, maxLength: 140 }),
      ),
      creditorName: Type.Optional(text(70)),
      creditorAccount: Type.Optional(GivenAccount),
      debtorName: Type.Optional(text(70)),
      debtorAccount: Type.Optional(GivenAccount),
      bankTransactionCode: Type.Optional(Type.String({ minLength: 4, maxLength: 14 })),
      ultimateDebtor: Type.Optional(text(70)),
      ultimateCreditor: Type.Optional(text(70)),
      purposeCode: Type.Optional(Type.String({ minLength: 1, maxLength: 4 })),
    },
    { additionalProperties: false },
  ),
  bodyExample: {
    amount: 45_000,
    creditorName: 'Kornmoen Mat Sagene',
    remittanceInformationUnstructured: 'Varekjøp',
    bookingDate: '2026-03-02',
  },
  answer: {
    status: 201,
    description: 'The transaction as it was booked.',
    schema: SandboxTransaction,
    example,
  },
  refusals: ['RESOURCE_UNKNOWN'],
})

export const readSandboxTransaction = contract({
  id: 'read-sandbox-transaction',
  tag,
  summary: 'Read one transaction',
  path: Type.Object({
    id: Type.String({ maxLength: 128 }),
    transactionId: Type.String({ maxLength: 128 }),
  }),
  answer: {
    status: 200,
    description: 'The transaction.',
    schema: SandboxTransaction,
    example,
  },
  refusals: ['RESOURCE_UNKNOWN'],
})
