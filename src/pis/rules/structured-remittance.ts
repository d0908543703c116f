import type { ChangeName } from '../../wire/announced-changes.ts'
import type { GivenPayment } from '../../wire/payment-fields.ts'
import type { StructuredReference } from '../payment.ts'
import type { Report, RuleSituation } from './rule.ts'

const change: ChangeName = 'structured-remittance-array'
const path = 'remittanceInformationStructured'

/** The single reference is the old form of the array: taken for it until the change is in force. */
export function readReferences(
  given: GivenPayment,
  { changes }: Pick<RuleSituation, 'changes'>,
  report: Report,
): StructuredReference[] | undefined {
  const { remittanceInformationStructured: single, remittanceInformationStructuredArray } = given
  const array = remittanceInformationStructuredArray?.map(typed)
  if (single === undefined) return array
  if (changes.has(change)) {
    report.error('FORMAT_ERROR', path, `is no longer taken; send ${path}Array.`)
    return array
  }
  if (array) {
    report.error('FORMAT_ERROR', path, `Send ${path}Array alone.`)
    return array
  }
  report.warning(
    'FORMAT_ERROR',
    path,
    `is taken for ${path}Array, which replaces it; see ${change}.`,
  )
  return [typed(single)]
}

/** A reference that says nothing of its type is the creditor's own, as the KID is. */
const typed = (reference: StructuredReference): StructuredReference => ({
  ...reference,
  referenceType: reference.referenceType ?? 'SCOR',
})
