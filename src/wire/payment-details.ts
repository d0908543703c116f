import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { AccountReference } from './account-reference.ts'
import { fields, GivenAddress } from './payment-fields.ts'
import { periodicMembers } from './payment-periodic.ts'
import { detailsMembers, readDetails, TransactionStatus } from './payments.ts'

/** Payments as they are read: what was asked for, put right, with what has become of it. */

const { city: _, ...address } = GivenAddress.properties

const { remittanceInformationStructured: __, ...asked } = fields
const given = { ...asked, debtorAccount: AccountReference, creditorAccount: AccountReference }
const always: readonly string[] = ['instructedAmount', 'creditorAccount']
const members: Record<string, TSchema> = {
  ...Object.fromEntries(
    Object.entries(given).map(([name, type]) => [
      name,
      always.includes(name) ? type : Type.Optional(type as TSchema),
    ]),
  ),
  creditorAddress: Type.Optional(Type.Object(address, { title: 'PaymentAddress' })),
}

const paymentId = Type.String({ description: 'Of its own.' })

export const PaymentDetails = Type.Object(
  { ...members, ...detailsMembers },
  { title: 'PaymentDetails' },
)

export const BulkDetails = Type.Object(
  {
    paymentInformationId: Type.Optional(Type.String()),
    batchBookingPreferred: Type.Optional(Type.Boolean()),
    debtorAccount: AccountReference,
    requestedExecutionDate: Type.Optional(fields.requestedExecutionDate),
    payments: Type.Array(
      Type.Object({ paymentId, ...members, ...detailsMembers }, { title: 'BulkPaymentPart' }),
    ),
    ...detailsMembers,
  },
  { title: 'BulkPaymentDetails' },
)

export const PeriodicDetails = Type.Object(
  {
    ...periodicMembers(Type.Object(members)),
    nextExecutionDate: Type.Optional(
      Type.String({ format: 'date', description: 'While there is one to come.' }),
    ),
    executions: Type.Array(
      Type.Object(
        {
          paymentId,
          executionDate: Type.String({ format: 'date' }),
          transactionStatus: TransactionStatus,
        },
        { title: 'PeriodicExecution' },
      ),
      { description: 'So far; each can be read as a payment of its own.' },
    ),
    ...detailsMembers,
  },
  { title: 'PeriodicPaymentDetails' },
)

export type WireDetails = Static<typeof PaymentDetails> | Static<typeof BulkDetails>

const exampleAmount = { amount: '1249.00', currency: 'NOK' }
const account = (bban: string) => ({ bban, currency: 'NOK' })
const endToEndIdentification = '5f0b7f0e6d8f4b3b8a4e2a4a3f0f8c11'
const toCreditor = {
  endToEndIdentification,
  instructedAmount: exampleAmount,
  creditorAccount: account('99992202021'),
  creditorName: 'Solbakken Boligutleie AS',
}
const debtorAccount = account('99911110012')
const approved = { transactionStatus: 'ACTC', transactionFeeIndicator: false }

export const readPaymentDetails = readDetails('payments', {
  schema: PaymentDetails,
  example: { ...toCreditor, debtorAccount, ...approved },
})
export const readBulkDetails = readDetails('bulk-payments', {
  schema: BulkDetails,
  example: {
    debtorAccount,
    payments: [{ paymentId: 'c2f6b9d4-0f0d-4b7e-9a55-5a1d1f4c2b90', ...toCreditor, ...approved }],
    ...approved,
  },
})
export const readPeriodicDetails = readDetails('periodic-payments', {
  schema: PeriodicDetails,
  example: {
    ...toCreditor,
    ...{
      debtorAccount,
      startDate: '2027-02-20',
      frequency: 'Monthly',
      nextExecutionDate: '2027-02-22',
      executions: [],
      ...approved,
    },
  },
})

/** The members of a value in the order of its schema; the database keeps none. */
export function inOrder<Value extends object>(value: Value, { properties }: TObject): Value {
  const given = value as Record<string, unknown>
  const names = Object.keys(properties).filter((name) => given[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, given[name]])) as Value
}
