import type { Static } from 'typebox'
import type { ChangeName } from '../../wire/announced-changes.ts'
import type { GivenAddress } from '../../wire/payment-fields.ts'
import type { CreditorAddress } from '../payment.ts'
import type { Report, RuleSituation } from './rule.ts'

const change: ChangeName = 'town-name'
const path = 'creditorAddress/city'

/** `city` is the old name of `townName`: taken for it until the change is in force. */
export function readAddress(
  { city, ...address }: Static<typeof GivenAddress>,
  { changes }: Pick<RuleSituation, 'changes'>,
  report: Report,
): CreditorAddress {
  if (city === undefined) return address
  if (changes.has(change)) {
    report.error('FORMAT_ERROR', path, 'is no longer taken; send townName.')
    return address
  }
  if (address.townName !== undefined && address.townName !== city) {
    report.error('FORMAT_ERROR', path, 'differs from townName; send townName alone.')
    return address
  }
  report.warning('FORMAT_ERROR', path, `is taken for townName, which replaces it; see ${change}.`)
  return { ...address, townName: city }
}
