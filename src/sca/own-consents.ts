import type { Account, CardAccount } from '../bank/port.ts'
import type { OwnConsent } from './flow.ts'
import { type Consent, consentsOf } from './grants.ts'
import { scaRenewalDays } from './policy.ts'
import { contextOf } from './scope.ts'
import type { Visit } from './visit.ts'

/** What the customer has granted to whom; an account that is out of reach is not shown. */
export async function ownConsents({ world, bank, link }: Visit): Promise<OwnConsent[]> {
  const customerId = link.customerId ?? ''
  const shown: OwnConsent[] = []
  for (const consent of await consentsOf(world, customerId)) {
    const context = contextOf(consent.scope)
    const accounts = await bank.accountsOf(customerId, context)
    const cards = await bank.cardAccountsOf(customerId, context)
    const reached = [...(accounts.ok ? accounts.value : []), ...(cards.ok ? cards.value : [])]
    const agreements = context.kind === 'PRIVATE' ? undefined : await bank.agreementsOf(customerId)
    const agreement = agreements?.ok
      ? agreements.value.find(({ id }) => id === consent.scope)
      : undefined
    shown.push({
      id: idOf(consent),
      tppId: consent.tppId,
      tppName: consent.tppName,
      context: context.kind,
      ...(agreement && { agreement: { name: agreement.name, ownerName: agreement.ownerName } }),
      grantedAt: consent.grantedAt,
      validUntil: consent.lastScaAt.add({ hours: 24 * scaRenewalDays }),
      accounts: reached
        .filter(({ id, rights }) => rights.visible && consent.accountIds.includes(id))
        .map((account) => ({ id: account.id, name: account.name, number: numberOf(account) })),
    })
  }
  return shown
}

const idOf = ({ psuId, scope }: Consent): string => `${psuId}.${scope}`

/** The opposite; anything else names a consent that does not exist. */
export function consentNamed(id: string): { psuId: string; scope: string } | undefined {
  const [, psuId, scope] = /^([0-9a-f-]{36})\.(PRIVATE|[0-9a-f-]{36})$/.exec(id) ?? []
  return psuId !== undefined && scope !== undefined ? { psuId, scope } : undefined
}

const numberOf = (account: Account | CardAccount): string =>
  'iban' in account ? account.iban : account.maskedPan
