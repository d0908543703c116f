import { type TObject, Type } from 'typebox'
import { fields, type GivenPayment, titleOf, without } from './payment-fields.ts'
import { Name } from './text.ts'

/** Several payments from one account on one day, approved together. */
export interface GivenBulk {
  paymentInformationId?: string
  batchBookingPreferred?: boolean
  debtorAccount: NonNullable<GivenPayment['debtorAccount']>
  requestedExecutionDate?: string
  payments: GivenPayment[]
}

/** `payment` is the body of a single payment of the same product. */
export function bulkBody(payment: TObject, paymentsMax: number): TObject {
  const part = without(payment, ['debtorAccount', 'requestedExecutionDate'])
  const title = `Bulk${titleOf(payment)}`
  return Type.Object(
    {
      paymentInformationId: Type.Optional(Name(35, { description: 'The TPP’s own name for it.' })),
      batchBookingPreferred: Type.Optional(
        Type.Boolean({ description: 'Taken and told again; each payment is booked for itself.' }),
      ),
      debtorAccount: fields.debtorAccount,
      requestedExecutionDate: Type.Optional(fields.requestedExecutionDate),
      payments: Type.Array(
        Type.Object(part, { title: `${title}Part`, additionalProperties: false }),
        {
          minItems: 1,
          maxItems: paymentsMax,
        },
      ),
    },
    { title, additionalProperties: false },
  )
}
