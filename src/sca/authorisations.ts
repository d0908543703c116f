import { isUuid } from '../kernel/uuid.ts'
import { type WorldQueries, worldStatement } from '../storage/storage.ts'
import type { LinkRow } from './link-rows.ts'
import { secondsLeft } from './links.ts'

/** What is approved: the kind that is registered, and which one. */
export interface Subject {
  kind: string
  id: string
}

/** How far an approval has come, in the words of the interface. */
export const scaStatuses = [
  'received',
  'psuIdentified',
  'psuAuthenticated',
  'finalised',
  'failed',
] as const
export type ScaStatus = (typeof scaStatuses)[number]

/** The ids of all approvals that were begun for it, oldest first. */
export async function authorisations(
  world: WorldQueries,
  { kind, id }: Subject,
): Promise<string[]> {
  const rows = await world.rows(readAuthorisations, [kind, id])
  return rows.map(({ authorisationId }) => authorisationId)
}

/** Undefined when there is no such approval of this subject; capitals are taken for small letters. */
export async function authorisation(
  world: WorldQueries,
  { kind, id }: Subject,
  authorisationId: string,
  now: Temporal.Instant,
): Promise<ScaStatus | undefined> {
  const given = authorisationId.toLowerCase()
  if (!isUuid(given)) return undefined
  const row = await world.row(readAuthorisation, [kind, id, given])
  return row && statusOf(row, now)
}

type Progress = Pick<LinkRow, 'createdAt' | 'touchedAt' | 'logInName' | 'customerId' | 'outcome'>

function statusOf(row: Progress, now: Temporal.Instant): ScaStatus {
  if (row.outcome !== null) return row.outcome === 'approved' ? 'finalised' : 'failed'
  if (secondsLeft(row, now) <= 0) return 'failed'
  if (row.customerId !== null) return 'psuAuthenticated'
  return row.logInName === null ? 'received' : 'psuIdentified'
}

const readAuthorisations = worldStatement<
  [kind: string, subjectId: string],
  { authorisationId: string }
>(
  'sca-link-authorisations',
  `select l.authorisation_id as "authorisationId" from sca_link l
   where l.world_id = $1 and l.subject_kind = $2 and l.subject_id = $3
     and l.authorisation_id is not null
   order by l.created_at, l.authorisation_id`,
)

const readAuthorisation = worldStatement<
  [kind: string, subjectId: string, authorisationId: string],
  Progress
>(
  'sca-link-authorisation',
  `select l.created_at as "createdAt", l.touched_at as "touchedAt", l.log_in_name as "logInName",
     l.customer_id as "customerId", l.outcome
   from sca_link l where l.world_id = $1 and l.subject_kind = $2 and l.subject_id = $3
     and l.authorisation_id = $4`,
)
