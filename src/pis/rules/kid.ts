import { parseKid } from '../../kernel/kid.ts'
import { toAccountNumber } from '../account-numbers.ts'
import type { AccountNumbers, StructuredReference } from '../payment.ts'
import type { PaymentRule, RuleSituation } from './rule.ts'

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
  if ((body.remittanceInformationStructuredArray ?? []).some(isKid)) return
  if (!(await demandsKid(body.creditorAccount, situation))) return
  report.error(
    'KID_MISSING',
    array,
    'The creditor takes payments with a KID only: a reference with referenceType SCOR.',
  )
}

async function demandsKid(account: AccountNumbers, { bank }: RuleSituation): Promise<boolean> {
  const number = toAccountNumber(account)
  if (!number) return false
  const found = await bank.accountByNumber(number)
  return found.ok && found.value.kidRequired
}
