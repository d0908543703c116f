import { type WorldQueries, worldStatement } from '../storage/storage.ts'

/**
 * What a completed SCA leaves behind, whatever it was for: the time of it where the PSU has acted
 * in a scope, and a session when the TPP has named one, in place of the one before.
 */
export async function recordSca(
  world: WorldQueries,
  sca: {
    psuId: string
    scope: string | null
    sessionScope: string | null
    sessionId: string | null
  },
  now: Temporal.Instant,
): Promise<void> {
  if (sca.scope !== null) await world.run(upsertScope, [sca.psuId, sca.scope, now])
  if (sca.sessionId === null) return
  await world.run(upsertSession, [sca.psuId, sca.sessionId, sca.sessionScope, now])
}

const upsertScope = worldStatement<[psuId: string, scope: string, at: Temporal.Instant]>(
  'psu-scope-upsert',
  `insert into psu_scope (world_id, psu_id, scope, last_sca_at) values ($1, $2, $3, $4)
   on conflict (world_id, psu_id, scope) do update set last_sca_at = excluded.last_sca_at`,
)

const upsertSession = worldStatement<
  [psuId: string, sessionId: string, scope: string | null, at: Temporal.Instant]
>(
  'psu-session-upsert',
  `insert into psu_session (world_id, psu_id, session_id, scope, began_at)
   values ($1, $2, $3, $4, $5)
   on conflict (world_id, psu_id) do update
     set session_id = excluded.session_id, scope = excluded.scope, began_at = excluded.began_at`,
)
