import { type WorldQueries, worldStatement } from '../storage/storage.ts'

/**
 * What a completed SCA leaves behind, whatever it was for: that the PSU has acted in a scope, and a
 * session when the TPP has named one, in place of the one before. Only who has seen the consent
 * renews it: logging in or paying would otherwise bring back one that is over.
 */
export async function recordSca(
  world: WorldQueries,
  sca: {
    psuId: string
    scope: string | null
    sessionId: string | null
    renews: boolean
  },
  now: Temporal.Instant,
): Promise<void> {
  const { psuId, scope, sessionId, renews } = sca
  if (scope !== null) await world.run(renews ? renewScope : enterScope, [psuId, scope, now])
  if (sessionId === null) return
  await world.run(upsertSession, [psuId, sessionId, scope ?? 'PRIVATE', now])
}

const renewScope = worldStatement<[psuId: string, scope: string, at: Temporal.Instant]>(
  'psu-scope-renew',
  `insert into psu_scope (world_id, psu_id, scope, last_sca_at) values ($1, $2, $3, $4)
   on conflict (world_id, psu_id, scope) do update set last_sca_at = excluded.last_sca_at`,
)

// The time stands for nothing where nothing is granted yet, and granting renews it.
const enterScope = worldStatement<[psuId: string, scope: string, at: Temporal.Instant]>(
  'psu-scope-enter',
  `insert into psu_scope (world_id, psu_id, scope, last_sca_at) values ($1, $2, $3, $4)
   on conflict (world_id, psu_id, scope) do nothing`,
)

const upsertSession = worldStatement<
  [psuId: string, sessionId: string, scope: string, at: Temporal.Instant]
>(
  'psu-session-upsert',
  `insert into psu_session (world_id, psu_id, session_id, scope, began_at)
   values ($1, $2, $3, $4, $5)
   on conflict (world_id, psu_id) do update
     set session_id = excluded.session_id, scope = excluded.scope, began_at = excluded.began_at`,
)
