import { statement } from './statement.ts'

/** Who did what: one row in the table `audit`, written in the transaction that it describes. */
export interface AuditNote {
  actor: string
  action: string
  requestId: string | null
  details?: Record<string, unknown>
}

export const insertAudit = statement<
  [
    at: Temporal.Instant,
    actor: string,
    action: string,
    requestId: string | null,
    details: Record<string, unknown> | null,
  ]
>(
  'storage.audit',
  'insert into audit (at, actor, action, request_id, details) values ($1, $2, $3, $4, $5)',
)
