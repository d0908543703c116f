import { parseKid } from '../../kernel/kid.ts'
import { toAccountNumber } from '../account-numbers.ts'
import type { StructuredReference } from '../payment.ts'
import type { PaymentRule } from './rule.ts'

const array = 'remittanceInformationStructuredArray'

/** A reference is the KID; others, such as that of an electronic invoice, only come with it. */
export const isKid = ({ referenceType }: StructuredReference): boolean => referenceType === 'SCOR'

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
    if (/^kid$/i.test(reference.referenceType ?? '')) {
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

/** An account here may take payments with a KID only; of others their own bank knows. */
export const kidForCreditor: PaymentRule = async (body, situation, report) => {
  const number = toAccountNumber(body.creditorAccount)
  if (!number || body.remittanceInformationStructuredArray?.some(isKid)) return
  const creditor = await situation.bank.accountByNumber(number)
  if (!creditor.ok || !creditor.value.kidRequired) return
  report.error(
    'KID_MISSING',
    array,
    'The creditor takes payments with a KID only: a reference with referenceType SCOR.',
  )
}
