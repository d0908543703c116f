import type { Random } from '../kernel/random.ts'
import { type WorldQueries, worldStatement } from '../storage/storage.ts'

/** The PSU-ID of a customer towards a TPP: made once, the same for good. */
export async function psuIdFor(
  world: WorldQueries,
  random: Random,
  tppId: string,
  customerId: string,
): Promise<string> {
  const row = await world.row(upsertPsu, [tppId, random.uuid(), customerId])
  return row!.id
}

/** The PSU-Corporate-IDs of agreements towards a TPP, by agreement. */
export async function corporateIdsFor(
  world: WorldQueries,
  random: Random,
  tppId: string,
  agreementIds: readonly string[],
): Promise<Map<string, string>> {
  const ids = [...new Set(agreementIds)].sort()
  const drawn = ids.map(() => random.uuid())
  const rows = await world.rows(upsertCorporate, [tppId, ids, drawn])
  return new Map(rows.map(({ agreementId, id }) => [agreementId, id]))
}

export const readCorporateIds = worldStatement<
  [tppId: string, agreementIds: readonly string[]],
  { agreementId: string; id: string }
>(
  'psu-corporate-read',
  `select k.agreement_id as "agreementId", k.id from psu_corporate k
   where k.world_id = $1 and k.tpp_id = $2 and k.agreement_id = any($3::uuid[])`,
)

// An update that changes nothing, since only then the row that was there is returned.
const upsertPsu = worldStatement<[tppId: string, id: string, customerId: string], { id: string }>(
  'psu-upsert',
  `insert into psu (world_id, tpp_id, id, customer_id) values ($1, $2, $3, $4)
   on conflict (world_id, tpp_id, customer_id) do update set customer_id = excluded.customer_id
   returning id`,
)

const upsertCorporate = worldStatement<
  [tppId: string, agreementIds: readonly string[], ids: readonly string[]],
  { agreementId: string; id: string }
>(
  'psu-corporate-upsert',
  `insert into psu_corporate (world_id, tpp_id, agreement_id, id)
   select $1, $2, new.agreement_id, new.id
   from unnest($3::uuid[], $4::uuid[]) as new (agreement_id, id)
   on conflict (world_id, tpp_id, agreement_id) do update set agreement_id = excluded.agreement_id
   returning agreement_id as "agreementId", id`,
)
