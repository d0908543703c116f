import { type WorldQueries, worldStatement } from '../storage/storage.ts'

export interface GrantedAccount {
  id: string
  kind: 'account' | 'card'
}

export const grantedIn = async (
  world: WorldQueries,
  { tppId, customerId, scope }: { tppId: string; customerId: string; scope: string },
): Promise<Set<string>> => {
  const rows = await world.rows(readGranted, [tppId, customerId, scope])
  return new Set(rows.map(({ accountId }) => accountId))
}

/** What is ticked is granted from now on, and what is not is taken back. */
export async function setGrants(
  world: WorldQueries,
  { psuId, scope }: { psuId: string; scope: string },
  accounts: readonly GrantedAccount[],
  now: Temporal.Instant,
): Promise<void> {
  const ids = accounts.map(({ id }) => id)
  await world.run(deleteOthers, [psuId, scope, ids])
  await world.run(upsertGrants, [psuId, scope, ids, accounts.map(({ kind }) => kind), now])
}

/** One consent: what one TPP may see of the customer in one scope. */
export interface Consent {
  psuId: string
  scope: string
  tppId: string
  tppName: string
  lastScaAt: Temporal.Instant
  accountIds: string[]
  grantedAt: Temporal.Instant
}

export const consentsOf = (world: WorldQueries, customerId: string): Promise<Consent[]> =>
  world.rows(readConsents, [customerId])

/** Of one TPP in one scope, or all that the customer has given. */
export const revokeConsents = (
  world: WorldQueries,
  customerId: string,
  which: { psuId: string; scope: string } | 'all',
): Promise<number> => {
  const { psuId, scope } = which === 'all' ? { psuId: null, scope: null } : which
  return world.run(deleteConsents, [customerId, psuId, scope])
}

const readGranted = worldStatement<
  [tppId: string, customerId: string, scope: string],
  { accountId: string }
>(
  'psu-grant-read',
  `select g.account_id as "accountId" from psu p
     join psu_grant g on g.world_id = $1 and g.psu_id = p.id
   where p.world_id = $1 and p.tpp_id = $2 and p.customer_id = $3 and g.scope = $4`,
)

const deleteOthers = worldStatement<[psuId: string, scope: string, kept: readonly string[]]>(
  'psu-grant-delete-others',
  `delete from psu_grant g where g.world_id = $1 and g.psu_id = $2 and g.scope = $3
     and g.account_id <> all ($4::uuid[])`,
)

const upsertGrants = worldStatement<
  [
    ...[psuId: string, scope: string, ids: readonly string[], kinds: readonly string[]],
    at: Temporal.Instant,
  ]
>(
  'psu-grant-upsert',
  `insert into psu_grant (world_id, psu_id, scope, account_id, kind, granted_at)
   select $1, $2, $3, new.id, new.kind, $6
   from unnest($4::uuid[], $5::text[]) as new (id, kind)
   on conflict (world_id, psu_id, scope, account_id) do update set granted_at = excluded.granted_at`,
)

const readConsents = worldStatement<[customerId: string], Consent>(
  'psu-consents',
  `select p.id as "psuId", g.scope, p.tpp_id as "tppId", coalesce(t.name, p.tpp_id) as "tppName",
     sc.last_sca_at as "lastScaAt", array_agg(g.account_id::text) as "accountIds",
     max(g.granted_at) as "grantedAt"
   from psu p
     join psu_grant g on g.world_id = $1 and g.psu_id = p.id
     join psu_scope sc on sc.world_id = $1 and sc.psu_id = p.id and sc.scope = g.scope
     left join tpp t on t.id = p.tpp_id
   where p.world_id = $1 and p.customer_id = $2
   group by p.id, g.scope, p.tpp_id, t.name, sc.last_sca_at order by "tppName", p.tpp_id, g.scope`,
)

const deleteConsents = worldStatement<
  [customerId: string, psuId: string | null, scope: string | null]
>(
  'psu-consents-delete',
  `delete from psu_grant g using psu p
   where g.world_id = $1 and p.world_id = $1 and p.id = g.psu_id and p.customer_id = $2
     and ($3::uuid is null or (g.psu_id = $3 and g.scope = $4))`,
)
