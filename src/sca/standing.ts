import { reachesSql } from '../bank/ledger/ledger.ts'
import { isUuid } from '../kernel/uuid.ts'
import type { QuotaKind } from '../wire/operation.ts'
import type { PsuRequest } from './psu-access.ts'

/** How a TPP stands with the PSU of a request, as the rows say it; what it means goes by the time. */
export interface Standing {
  psuId: string | null
  customerId: string | null
  /** Of the PSU-Corporate-ID that was sent. */
  agreementId: string | null
  /**
   * Whether the PSU has ever acted as a private person towards this TPP. Null when they have acted
   * in no context yet: a mere log-in need not be in one.
   */
  actsPrivately: boolean | null
  sessionBeganAt: Temporal.Instant | null
}

/** And what the PSU has granted, for calls that need it: most of the statement is about that. */
export interface GrantedStanding extends Standing {
  /** Of the last SCA in this scope that showed the consent. */
  lastScaAt: Temporal.Instant | null
  sessionScope: string | null
  sessionCorporateId: string | null
  /** What is granted and still reached, in the scope asked for. */
  grants: GrantRow[]
  /** Of the account and the kind of call that were asked about. */
  calledAt: Temporal.Instant[] | null
  listings: string[] | null
}

/** Part of one JSON value, where times are text. */
export interface GrantRow {
  accountId: string
  kind: 'account' | 'card'
  grantedAt: string
}

/** The account and the kind of a call whose quota is looked at along with the rest. */
export interface CountedCall {
  kind: QuotaKind
  accountId: string
}

export type StandingParameters = readonly [
  tppId: string,
  psuId: string | null,
  psuCorporateId: string | null,
  psuIdentity: string | null,
  sessionId: string | null,
]

export type GrantedParameters = readonly [
  ...StandingParameters,
  accountId: string | null,
  kind: string | null,
]

/** What has to be asked of the database for a call. */
export type StandingQuestion =
  | { granted: false; parameters: StandingParameters }
  | { granted: true; parameters: GrantedParameters }

const unknownId = '00000000-0000-0000-0000-000000000000'

export function standingParameters(tppId: string, asks: PsuRequest): StandingParameters {
  const { psuId = null, psuCorporateId = null, psuIdentity = null, sessionId = null } = asks
  return [
    tppId,
    psuId,
    psuCorporateId === null || isUuid(psuCorporateId) ? psuCorporateId : unknownId,
    psuId === null ? psuIdentity : null,
    sessionId,
  ]
}

export function grantedParameters(
  tppId: string,
  asks: PsuRequest,
  counted?: CountedCall,
): GrantedParameters {
  const accountId = counted && isUuid(counted.accountId) ? counted.accountId : null
  return [...standingParameters(tppId, asks), accountId, counted?.kind ?? null]
}

/**
 * Read by the statement that also reads the world's row, so that a call pays for one: `$1` is the
 * world and `$2` to `$6` are the parameters above.
 */
export const standingColumns = `p.id as "psuId", p.customer_id as "customerId",
  k.agreement_id as "agreementId",
  (select bool_or(own.scope = 'PRIVATE') from psu_scope own
    where own.world_id = $1 and own.psu_id = p.id) as "actsPrivately",
  s.began_at as "sessionBeganAt"`

const byIdentity = `(select i.id from psu i join customer c on c.world_id = $1
    and c.id = i.customer_id where i.world_id = $1 and i.tpp_id = $2 and c.number = $5)`

export const standingJoins = `
  left join psu p on p.world_id = $1 and p.tpp_id = $2 and p.id = coalesce($3::uuid, ${byIdentity})
  left join psu_corporate k on k.world_id = $1 and k.tpp_id = $2 and k.id = $4::uuid
  left join psu_session s on s.world_id = $1 and s.psu_id = p.id and s.session_id = $6`

/** Along with those above; `$7` and `$8` are the further parameters. */
export const grantedColumns = `sc.last_sca_at as "lastScaAt", s.scope as "sessionScope",
  sk.id as "sessionCorporateId", given.grants, u.called_at as "calledAt",
  u.listings::text[] as listings`

const scope = `(case when $4::uuid is null then 'PRIVATE' else k.agreement_id::text end)`

const reached = reachesSql({
  account: 'g.account_id',
  customer: 'p.customer_id',
  agreement: 'k.agreement_id',
})

export const grantedJoins = `
  left join psu_scope sc on sc.world_id = $1 and sc.psu_id = p.id and sc.scope = ${scope}
  left join psu_corporate sk on sk.world_id = $1 and sk.tpp_id = $2
    and sk.agreement_id = nullif(s.scope, 'PRIVATE')::uuid
  left join unattended_calls u on u.world_id = $1 and u.psu_id = p.id and u.account_id = $7::uuid
    and u.kind = $8
  cross join lateral (
    select coalesce(json_agg(json_build_object('accountId', g.account_id, 'kind', g.kind,
      'grantedAt', g.granted_at)), '[]') as grants
    from psu_grant g where g.world_id = $1 and g.psu_id = p.id and g.scope = ${scope}
      and ${reached}
  ) as given`
