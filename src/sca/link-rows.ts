import type { Context } from '../bank/port.ts'
import { acrossWorlds, worldStatement } from '../storage/storage.ts'
import type { Shows } from './flow.ts'

/**
 * How a link ended; `refused` when the PSU may not do what it is for, and `approved` also when what
 * they approved was not carried out.
 */
export type Outcome = 'approved' | 'declined' | 'aborted' | 'locked' | 'refused'

/** What is settled when a link is made. */
interface Settled {
  shows: Shows
  subjectKind: string | null
  subjectId: string | null
  /** The TPP follows an approval by it; nothing is opened by it. */
  authorisationId: string | null
  reason: string
  /** Null when nobody asked: it is the bank's own page. */
  tppId: string | null
  tppName: string | null
  redirectUri: string | null
  prefersApp: boolean
  sessionId: string | null
  /** As the TPP has told it: prefills the log-in. */
  customerNumber: string | null
  /** Of the PSU-ID that the TPP has named; never shown, since whoever asked may open the link too. */
  expectedCustomerId: string | null
  context: Context['kind'] | null
  agreementId: string | null
  asksContext: boolean
}

/** What a link is for that approves nothing. */
export const forNothing = { subjectKind: null, subjectId: null, authorisationId: null }

type ForSubject = Record<keyof typeof forNothing, string>

/** Which of it goes together: the table does not ask again. */
type Purpose =
  | ({ shows: 'log-in' | 'consent'; tppId: string } & typeof forNothing)
  | ({ shows: 'own-consents'; tppId: null } & typeof forNothing)
  | ({ shows: 'approval'; tppId: string } & ForSubject)

export type NewLink = Settled & Purpose

/** A link to the bank's pages and how far the PSU has come there. */
export interface LinkRow extends Omit<Settled, 'reason'> {
  secretHash: Buffer
  createdAt: Temporal.Instant
  touchedAt: Temporal.Instant
  browserHash: Buffer | null
  logInName: string | null
  code: string | null
  /** What the code is made for, as JSON, where it approves something. */
  binding: string | null
  codeFailed: boolean
  customerId: string | null
  outcome: Outcome | null
  /** Where the PSU went when it ended. */
  redirect: string | null
}

export const worldOfLink = acrossWorlds<[secretHash: Buffer], { world: bigint }>(
  'a browser knows the link and nothing else',
  'sca-link-world',
  'select l.world_id as world from sca_link l where l.secret_hash = $1',
)

export const lockLink = worldStatement<[secretHash: Buffer], LinkRow>(
  'sca-link-lock',
  `select l.secret_hash as "secretHash", l.shows, l.subject_kind as "subjectKind",
     l.subject_id as "subjectId", l.tpp_id as "tppId", l.tpp_name as "tppName",
     l.redirect_uri as "redirectUri", l.prefers_app as "prefersApp", l.session_id as "sessionId",
     l.customer_number as "customerNumber", l.expected_customer_id as "expectedCustomerId",
     l.context, l.agreement_id as "agreementId",
     l.asks_context as "asksContext", l.created_at as "createdAt", l.touched_at as "touchedAt",
     l.browser_hash as "browserHash", l.log_in_name as "logInName", l.code, l.binding,
     l.authorisation_id as "authorisationId", l.code_failed as "codeFailed", l.customer_id as "customerId", l.outcome, l.redirect
   from sca_link l where l.world_id = $1 and l.secret_hash = $2 for update`,
)

export const saveLink = worldStatement<
  [
    ...[secretHash: Buffer, touchedAt: Temporal.Instant, browserHash: Buffer | null],
    ...[logInName: string | null, code: string | null, codeFailed: boolean],
    ...[customerId: string | null, context: string | null, agreementId: string | null],
    ...[outcome: Outcome | null, redirect: string | null, binding: string | null],
  ]
>(
  'sca-link-save',
  `update sca_link l set touched_at = $3, browser_hash = $4, log_in_name = $5, code = $6,
     code_failed = $7, customer_id = $8, context = $9, agreement_id = $10, outcome = $11,
     redirect = $12, binding = $13
   where l.world_id = $1 and l.secret_hash = $2`,
)

export type InsertedLink = [
  ...[secretHash: Buffer, shows: Shows, subjectKind: string | null, subjectId: string | null],
  ...[reason: string, tppId: string | null, tppName: string | null, redirectUri: string | null],
  ...[prefersApp: boolean, sessionId: string | null, customerNumber: string | null],
  ...[context: string | null, agreementId: string | null, asksContext: boolean],
  ...[createdAt: Temporal.Instant, authorisationId: string | null],
  expectedCustomerId: string | null,
]

export const insertLink = worldStatement<InsertedLink>(
  'sca-link-insert',
  `insert into sca_link (world_id, secret_hash, shows, subject_kind, subject_id, reason, tpp_id,
     tpp_name, redirect_uri, prefers_app, session_id, customer_number, context, agreement_id,
     asks_context, created_at, touched_at, authorisation_id, expected_customer_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18)`,
)

/** How many were made for the bank's own page, for everybody and for one number. */
export const countOwnPages = worldStatement<
  [since: Temporal.Instant, number: string],
  { ofAll: bigint; ofNumber: bigint }
>(
  'sca-link-count-own',
  `select count(*) as "ofAll", count(*) filter (where l.customer_number = $3) as "ofNumber"
   from sca_link l where l.world_id = $1 and l.created_at > $2 and l.tpp_id is null
     and l.authorisation_id is null`,
)

/**
 * Made long ago, by the clock of their world. From one world to the next along the index: left to
 * itself the database reads all links there are, of which most are authorisations.
 */
const madeLongAgo = (which: string) =>
  `l.secret_hash = any (array(
     select old.secret_hash from world w cross join lateral (
       select o.secret_hash from sca_link o
       where o.world_id = w.id and ${which}
         and o.created_at < $1::timestamptz + w.clock_ahead_ms * interval '1 millisecond'
       order by o.created_at limit $2 for update skip locked) as old
     limit $2))`

/** Authorisations are kept. */
export const forgetLinks = acrossWorlds<[realBefore: Temporal.Instant, atOnce: number]>(
  'the bank tidies up for all of them',
  'sca-links-forget',
  `delete from sca_link l where ${madeLongAgo('o.authorisation_id is null')}`,
)

/** Of an authorisation remains how it ended, and not what was typed on the way. */
export const clearLinks = acrossWorlds<[realBefore: Temporal.Instant, atOnce: number]>(
  'the bank tidies up for all of them',
  'sca-links-clear',
  `update sca_link l set customer_number = null, log_in_name = null, code = null, binding = null
   where ${madeLongAgo(`o.authorisation_id is not null
         and (o.customer_number is not null or o.log_in_name is not null or o.code is not null)`)}`,
)
