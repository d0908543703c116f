import assert from 'node:assert/strict'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { countries } from '../kernel/country.ts'
import { Amount, CurrencyCode } from './amount.ts'
import { announcedChanges } from './announced-changes.ts'
import { Day } from './day.ts'
import { saying } from './saying.ts'
import { expects, Name } from './text.ts'

/**
 * Every member that the body of a payment may have, whichever the product. What depends on other
 * members, on the product or on the day is a rule of `pis/rules`, not a schema.
 */

const words = (maxLength: number, description?: string) =>
  Name(maxLength, description === undefined ? {} : { description })

const { 'structured-addresses': addresses } = announcedChanges
/** The days are those of docs/announced-changes.md. */
const laterRequired =
  'required in SEPA and cross-border payments since structured-addresses is in force (sandbox ' +
  `${addresses.effective.sandbox}, production ${addresses.effective.production})`

/** The spaces that people read an IBAN with are taken away, so it may come with them. */
const ibanWithSpacesMax = 42

export const givenNumbers = {
  iban: 'At most 34 letters and digits; with the spaces that it is read with at most 42.',
  bban: 'A Norwegian one has 11 digits, which may come with spaces or points.',
}

export const PaymentAccount = Type.Object(
  {
    iban: Type.Optional(
      Type.String({ maxLength: ibanWithSpacesMax, description: givenNumbers.iban }),
    ),
    bban: Type.Optional(Type.String({ maxLength: 30, description: givenNumbers.bban })),
    currency: CurrencyCode,
  },
  {
    title: 'PaymentAccount',
    additionalProperties: false,
    description: 'By iban or bban; both when they are the same.',
  },
)

export const GivenAddress = Type.Object(
  {
    street: Type.Optional(words(70)),
    buildingNumber: Type.Optional(words(16)),
    postalCode: Type.Optional(words(16)),
    townName: Type.Optional(words(35, `Also ${laterRequired}.`)),
    city: Type.Optional({
      ...words(35, 'The old name of townName, still taken with a warning.'),
      deprecated: true,
    }),
    country: Type.Enum([...countries], {
      title: 'CountryCode',
      description: 'An ISO 3166-1 code.',
      [expects]: 'an ISO 3166-1 code of a country, two capital letters such as NO',
    }),
  },
  { title: 'GivenAddress', additionalProperties: false },
)

export const GivenReference = Type.Object(
  {
    reference: words(
      35,
      'A KID in Norwegian domestic and instant payments has 2 to 25 digits, the last of them its ' +
        'check digit by mod 10 or mod 11, for which mod 11 may have a hyphen.',
    ),
    referenceType: Type.Optional(
      words(35, 'SCOR for a KID, which is also meant when absent; others are not checked.'),
    ),
    referenceIssuer: Type.Optional(words(35)),
  },
  {
    title: 'StructuredReference',
    additionalProperties: false,
    description:
      'Such as a KID, of which a payment has one at most. Not together with ' +
      'remittanceInformationUnstructured.',
  },
)

// biome-ignore format: reads as the interface document prints it
export const purposeCodes = [
  'INVS', 'SALA', 'IDCP', 'CASH', 'CORT', 'INTC', 'PENS', 'SSBE', 'SUPP', 'TAXS', 'TREA', 'VATX',
  'LOAN', 'OTHR',
] as const

// biome-ignore format: reads as the interface document prints it
export const regulatoryReportingCodes = [
  '14', '26', '29', '31', '35', '38', '41', '43', '45', '51', '52', '53', '71', '79', '81', '82',
] as const

export const ServiceLevelCode = Type.Enum(['NURG', 'URGP'], {
  title: 'ServiceLevelCode',
  description: 'URGP is faster and costs more; NURG when absent.',
})

const reported =
  'required in norwegian-cross-border-credit-transfers from 100 000 NOK on, by the bank’s rate'

export const fields = {
  endToEndIdentification: words(35, 'Told to the creditor; made by the bank when absent.'),
  debtorAccount: PaymentAccount,
  instructedAmount: Amount,
  creditorAccount: PaymentAccount,
  creditorName: words(70, `Also ${laterRequired}.`),
  creditorAgent: Type.String({
    maxLength: 11,
    description:
      'The BIC of the creditor’s bank; required in cross-border payments when creditorAccount has a ' +
      `bban only, and ${laterRequired}.`,
  }),
  creditorAddress: saying(GivenAddress, `With townName, ${laterRequired}.`),
  ultimateDebtor: words(70),
  ultimateCreditor: words(70),
  purposeCode: Type.Enum([...purposeCodes], {
    title: 'PurposeCode',
    description: 'Of the ISO 20022 purpose codes.',
  }),
  serviceLevelCode: ServiceLevelCode,
  remittanceInformationUnstructured: words(140, 'Not together with structured references.'),
  remittanceInformationStructuredArray: Type.Array(GivenReference, {
    minItems: 1,
    maxItems: 10,
    description: 'Not together with remittanceInformationUnstructured.',
  }),
  remittanceInformationStructured: saying(
    GivenReference,
    'The old form of remittanceInformationStructuredArray with one reference.',
    { deprecated: true },
  ),
  requestedExecutionDate: Day('Today up to 365 days ahead; as soon as the bank works when absent.'),
  regulatoryReportingCode: Type.Enum([...regulatoryReportingCodes], {
    title: 'RegulatoryReportingCode',
    description: `What the money is for, by its code; ${reported}.`,
  }),
  regulatoryReportingInformation: words(140, `What the money is for; ${reported}.`),
}

type Fields = typeof fields
export type FieldName = keyof Fields

/** A payment as a TPP sends it: what its product does not take is not there. */
export type GivenPayment = { [Name in FieldName]?: Static<Fields[Name]> } & {
  [Name in 'instructedAmount' | 'creditorAccount']: Static<Fields[Name]>
}

/** `title` names the product, such as `SepaCreditTransfer`. */
export function paymentBody(
  title: string,
  required: readonly FieldName[],
  optional: readonly FieldName[],
): TObject {
  const properties: Record<string, TSchema> = {}
  for (const name of required) properties[name] = fields[name]
  for (const name of optional) properties[name] = Type.Optional(fields[name])
  return Type.Object(properties, { title, additionalProperties: false })
}

export function titleOf({ title }: TObject & { title?: string }): string {
  assert(title, 'The body of a payment is named by its product.')
  return title
}

/** The same body without some of its members. */
export function without(body: TObject, names: readonly FieldName[]): TObject['properties'] {
  const kept = Object.entries(body.properties).filter(
    ([name]) => !names.includes(name as FieldName),
  )
  return Object.fromEntries(kept)
}
