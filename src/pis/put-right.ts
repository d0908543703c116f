import { parseBban } from '../kernel/bban.ts'
import type { GivenPayment } from '../wire/payment-fields.ts'
import type { AccountNumbers, PaymentBody } from './payment.ts'
import type { Report, RuleSituation } from './rules/rule.ts'
import { readReferences } from './rules/structured-remittance.ts'
import { readAddress } from './rules/town-name.ts'

/** One way to write what may be written in many; whether it is right, the rules say afterwards. */
export function putRight(
  given: GivenPayment,
  situation: Pick<RuleSituation, 'changes'>,
  report: Report,
): PaymentBody {
  const { creditorAddress, remittanceInformationStructured: _, ...body } = given
  const { debtorAccount, creditorAccount } = body
  const references = readReferences(given, situation, report)
  return {
    ...body,
    creditorAccount: accountPutRight(creditorAccount),
    ...(debtorAccount && { debtorAccount: accountPutRight(debtorAccount) }),
    ...(creditorAddress && { creditorAddress: readAddress(creditorAddress, situation, report) }),
    ...(references && { remittanceInformationStructuredArray: references }),
  }
}

/** Without the spaces and points that numbers are read with. */
export function accountPutRight({ iban, bban, ...rest }: AccountNumbers): AccountNumbers {
  const norwegian = bban === undefined ? undefined : parseBban(bban)
  const plain = (number: string) => number.replaceAll(' ', '').toUpperCase()
  return {
    ...(iban !== undefined && { iban: plain(iban) }),
    ...(bban !== undefined && { bban: norwegian?.ok ? norwegian.value : plain(bban) }),
    ...rest,
  }
}
