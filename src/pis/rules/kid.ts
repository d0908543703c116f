import { parseKid } from '../../kernel/kid.ts'
import type { StructuredReference } from '../payment.ts'
import type { CreditorRule } from './creditor-here.ts'
import type { PaymentRule } from './rule.ts'

const array = 'remittanceInformationStructuredArray'

/** A reference is the KID; others, such as that of an electronic invoice, only come with it. */
export const isKid = ({ referenceType }: StructuredReference): boolean => referenceType === 'SCOR'

/** Another name for it, or small letters: meant as one, it would go unchecked without a word. */
const isAlmostKid = (reference: StructuredReference): boolean =>
  !isKid(reference) && /^\s*(kid|scor)\s*$/i.test(reference.referenceType ?? '')

/** The creditor reads either the references or the text. */
export const referencesOrText: PaymentRule = (body, _, report) => {
  if (!body.remittanceInformationStructuredArray) return
  if (body.remittanceInformationUnstructured === undefined) return
  report.error(
    'FORMAT_ERROR',
    'remittanceInformationUnstructured',
    `Send either this text or ${array}, not both.`,
  )
}

/** One at most, and its check digit holds. */
export const kid: PaymentRule = (body, _, report) => {
  let seen = 0
  for (const [place, reference] of (body.remittanceInformationStructuredArray ?? []).entries()) {
    if (isAlmostKid(reference)) {
      report.warning(
        'FORMAT_ERROR',
        `${array}/${place}/referenceType`,
        'is not read as a KID; send SCOR.',
      )
    }
    if (!isKid(reference)) continue
    seen += 1
    if (seen === 2) report.error('KID_INVALID', `${array}/${place}`, 'A payment has one KID.')
    const answer = parseKid(reference.reference)
    if (!answer.ok) report.error('KID_INVALID', `${array}/${place}/reference`, answer.text)
  }
}

/** An account here may take payments with a KID only. */
export const demandedKid: CreditorRule = ({ kidRequired }, body, report) => {
  if (!kidRequired || body.remittanceInformationStructuredArray?.some(isKid)) return
  report.error(
    'KID_MISSING',
    array,
    'The creditor takes payments with a KID only: a reference with referenceType SCOR.',
  )
}
