import type { Currency } from '../../kernel/currency.ts'
import { isUuid } from '../../kernel/uuid.ts'
import type { ListedAccount, Reach } from '../port.ts'

/** First parameters of every statement that reads what is on one account. */
export type AskedAccount = [
  accountId: string,
  customerId: string | null,
  agreementId: string | null,
]

/** Nothing when one of the ids cannot be one. */
export function askedAccount(
  accountId: string,
  reach: Reach | undefined,
): AskedAccount | undefined {
  const agreementId = reach?.context.kind === 'CORPORATE' ? reach.context.agreementId : null
  const ids = [accountId, reach?.customerId ?? null, agreementId] as const
  return ids.every((id) => id === null || isUuid(id)) ? [...ids] : undefined
}

/** The account $2, if there is one and the customer $3, when given, sees it, under $4 or by owning it. */
export const knownAccount = `known as materialized (
  select a.kind, a.iban, a.bban, a.masked_pan as "maskedPan", a.currency
  from account a
  where a.world_id = $1 and a.id = $2 and (
    $3::uuid is null
    or ($4::uuid is null and a.owner_id = $3)
    or exists (select from engagement n
      where n.world_id = $1 and n.agreement_id = $4 and n.customer_id = $3
        and n.account_id = a.id and 'VIEW' = any(n.roles))))`

/** The account itself, beside what is on it. */
export interface ListedRow {
  kind: 'account' | 'card'
  iban: string | null
  bban: string | null
  maskedPan: string | null
  currency: Currency
}

export const toListedAccount = ({
  kind,
  iban,
  bban,
  maskedPan,
  currency,
}: ListedRow): ListedAccount =>
  kind === 'card'
    ? { kind, maskedPan: maskedPan!, currency }
    : { kind, iban: iban!, bban: bban!, currency }
