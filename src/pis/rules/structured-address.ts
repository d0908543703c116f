import type { ChangeName } from '../../wire/announced-changes.ts'
import type { PaymentBody } from '../payment.ts'
import type { PaymentRule } from './rule.ts'

export const structuredAddresses: ChangeName = 'structured-addresses'

/** What the networks ask for about the creditor; what they ask about the debtor the bank knows. */
const parts: Record<string, (body: PaymentBody) => unknown> = {
  creditorName: (body) => body.creditorName,
  creditorAgent: (body) => body.creditorAgent,
  'creditorAddress/townName': (body) => body.creditorAddress?.townName,
  'creditorAddress/country': (body) => body.creditorAddress?.country,
}

/** SEPA and SWIFT payments: a refusal once the change is in force, and a warning until then. */
export const structuredAddress: PaymentRule = (body, { changes }, report) => {
  const inForce = changes.has(structuredAddresses)
  for (const [path, partOf] of Object.entries(parts)) {
    if (partOf(body) !== undefined) continue
    if (inForce) report.error('FORMAT_ERROR', path, `is required (${structuredAddresses}).`)
    else report.warning('FORMAT_ERROR', path, `will be required; see ${structuredAddresses}.`)
  }
}
