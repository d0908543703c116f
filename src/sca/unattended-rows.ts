import { worldStatement } from '../storage/storage.ts'
import type { QuotaKind } from '../wire/operation.ts'

type Instant = Temporal.Instant

/**
 * Counts one call for each of the accounts, or for none when one of them has no room: its calls
 * become null then, which the column refuses. Whoever counts holds the row, so that however many
 * processes call at once, no more than the limit pass. No row comes back when the PSU is gone, with
 * the rest of a world that was begun anew meanwhile.
 */
export const countCall = worldStatement<
  [
    ...[psuId: string, accountIds: readonly string[], kind: QuotaKind, now: Instant],
    ...[listing: string, since: Instant, limit: number],
  ],
  { calledAt: Instant[] }
>(
  'unattended-count',
  `insert into unattended_calls as u (world_id, psu_id, account_id, kind, called_at, listings)
   select $1, $2, wanted.id, $4, array[$5::timestamptz], array[$6::uuid]
   from (select id from unnest($3::uuid[]) as given (id) order by id) as wanted
   where (select hold_psu($1, $2))
   on conflict (world_id, psu_id, account_id, kind) do update
     set called_at = case
         when (select count(*) from unnest(u.called_at) as c (at) where c.at > $7) < $8
         then array(select c.at from unnest(u.called_at) with ordinality as c (at, place)
           where c.at > $7 order by c.place) || $5::timestamptz end,
       listings = array(select c.listing from unnest(u.called_at, u.listings)
           with ordinality as c (at, listing, place) where c.at > $7 order by c.place) || $6::uuid
   returning u.called_at as "calledAt"`,
)

/** Takes one call off again, by the name it was given. */
export const uncountCall = worldStatement<
  [psuId: string, accountIds: readonly string[], kind: QuotaKind, listing: string]
>(
  'unattended-uncount',
  `update unattended_calls u
   set called_at = array(select c.at from unnest(u.called_at, u.listings)
         with ordinality as c (at, listing, place) where c.listing <> $5 order by c.place),
     listings = array_remove(u.listings, $5::uuid)
   where u.world_id = $1 and u.psu_id = $2 and u.account_id = any ($3::uuid[]) and u.kind = $4
     and (select hold_psu($1, $2))`,
)

export const readCalls = worldStatement<
  [psuId: string, accountIds: readonly string[], kind: QuotaKind],
  { calledAt: Instant[] }
>(
  'unattended-read',
  `select u.called_at as "calledAt" from unattended_calls u
   where u.world_id = $1 and u.psu_id = $2 and u.account_id = any ($3::uuid[]) and u.kind = $4`,
)

export interface CallsOfTpp {
  psuId: string
  accountId: string
  kind: QuotaKind
  calledAt: Instant[]
}

export const readCallsOfTpp = worldStatement<[tppId: string], CallsOfTpp>(
  'unattended-of-tpp',
  `select u.psu_id as "psuId", u.account_id as "accountId", u.kind, u.called_at as "calledAt"
   from unattended_calls u join psu p on p.world_id = $1 and p.id = u.psu_id
   where u.world_id = $1 and p.tpp_id = $2 order by u.psu_id, u.account_id, u.kind`,
)

export const clearCallsOfTpp = worldStatement<[tppId: string]>(
  'unattended-clear',
  `delete from unattended_calls u using psu p
   where u.world_id = $1 and p.world_id = $1 and p.id = u.psu_id and p.tpp_id = $2`,
)
