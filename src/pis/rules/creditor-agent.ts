import { bicCountry, parseBic } from '../../kernel/bic.ts'
import { isCountry } from '../../kernel/country.ts'
import type { PaymentRule } from './rule.ts'
import { structuredAddresses } from './structured-address.ts'

/** A BIC of a country that there is. */
export const creditorAgent: PaymentRule = ({ creditorAgent: agent }, _, report) => {
  if (agent === undefined) return
  const bic = parseBic(agent)
  if (!bic.ok) report.error('FORMAT_ERROR', 'creditorAgent', bic.text)
  // Kosovo has a code in BICs and IBANs that ISO 3166 leaves to its users.
  else if (!isCountry(bicCountry(agent)) && bicCountry(agent) !== 'XK') {
    report.error('FORMAT_ERROR', 'creditorAgent', 'No country has the letters 5 and 6 of this BIC.')
  }
}

/**
 * An IBAN leads to its bank; another account number leads nowhere without the BIC. Once addresses are
 * structured every creditor needs it, which is told there.
 */
export const agentForBban: PaymentRule = (body, { changes }, report) => {
  if (changes.has(structuredAddresses)) return
  if (body.creditorAgent !== undefined || body.creditorAccount.iban !== undefined) return
  if (body.creditorAccount.bban === undefined) return
  report.error('FORMAT_ERROR', 'creditorAgent', 'is required when creditorAccount has no iban.')
}

/** An account in Norway is at a bank in Norway. */
export const norwegianAgent: PaymentRule = ({ creditorAgent: agent }, _, report) => {
  if (agent === undefined || !parseBic(agent).ok || bicCountry(agent) === 'NO') return
  report.error(
    'FORMAT_ERROR',
    'creditorAgent',
    'is a bank abroad, and this product pays in Norway.',
  )
}
