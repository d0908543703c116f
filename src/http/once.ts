import { hash } from 'node:crypto'
import { Problem } from '../kernel/problem.ts'
import {
  type AuditNote,
  isNullRefused,
  type Queries,
  type Storage,
  statement,
  type Transaction,
} from '../storage/storage.ts'
import type { Answer } from './answer.ts'
import type { Trace } from './pipeline.ts'
import type { Received } from './received.ts'

export interface Sent {
  storage: Storage
  tppId: string
  requestId: string
  request: Received
  /** A call that is sent again is one, however far a sandbox clock was moved in between. */
  realNow: Temporal.Instant
  trace: Pick<Trace, 'check'>
}

/**
 * Check 13. A POST, PUT or DELETE is done once for each X-Request-ID of a TPP: its effect, its
 * audit row and its answer are committed together, and for 24 hours the same request gets the same
 * answer. Nearly all are new, so each is done as if it were: one that is not cannot keep its answer,
 * which undoes it, and whatever came of it counts for nothing beside the answer that is kept. A twin
 * that arrives meanwhile waits where it would keep its own. A refusal changes nothing and keeps
 * nothing, so the call may be mended and sent again under the same id.
 */
export async function once(
  sent: Sent,
  note: AuditNote,
  act: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  const { storage, tppId, requestId, request, realNow } = sent
  const fingerprint = fingerprintOf(request)
  try {
    return await storage.transaction(note, async (tx) => {
      const answer = await act(tx)
      const { status, headers, body } = answer
      const kept = [status, JSON.stringify(headers), Buffer.from(body)] as const
      const values = [tppId, requestId, fingerprint, realNow, dayBefore(realNow), ...kept] as const
      tx.runLast(keepNew, values, (error) => (isTaken(error) ? usedBefore() : error))
      return answer
    })
  } catch (error) {
    if (error instanceof NotYet) throw error
    return answeredBefore(sent, fingerprint, error)
  }
}

/** Also where the database was too slow: what is locked may be what the first one did. */
async function answeredBefore(sent: Sent, fingerprint: Buffer, failure: unknown): Promise<Answer> {
  const { storage, trace } = sent
  const { check } = trace
  trace.check = 'repetition'
  try {
    const answer = await keptAnswer(storage, sent, fingerprint)
    if (answer) return answer
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
  trace.check = check
  throw failure
}

/** For an act that finds something has to be done before it: it was not even tried. */
export class NotYet extends Error {}

/**
 * The same for an act that commits as it goes, in transactions of its own. The claim is committed
 * first; when the process dies before the answer is kept, the same request sent again goes on with
 * the act, which knows by the request id what it has done already.
 */
export async function onceInSteps(
  sent: Sent,
  note: AuditNote,
  act: () => Promise<Answer>,
): Promise<Answer> {
  const { storage, tppId, requestId, request, realNow } = sent
  const fingerprint = fingerprintOf(request)
  try {
    await storage.transaction(note, (tx) => claim(tx, sent, fingerprint))
  } catch (error) {
    if (error instanceof Repeated) return error.answer
    throw error
  }
  const id = [tppId, requestId] as const
  try {
    const { status, headers, body } = await act()
    const answered = { ...note, action: `${note.action}-answered` }
    const kept = [status, JSON.stringify(headers), Buffer.from(body)] as const
    // A twin may have answered before, and then its answer is the one.
    const first = await storage.transaction(answered, async (tx) => {
      const isFirst = (await tx.run(keepClaimed, [...id, fingerprint, realNow, ...kept])) > 0
      return isFirst ? undefined : keptAnswer(tx, sent, fingerprint)
    })
    return first ?? { status, headers, body }
  } catch (error) {
    if (error instanceof Problem && !isUnavailable(error)) {
      const refused = { ...note, action: `${note.action}-refused` }
      await storage.transaction(refused, (tx) => tx.run(unclaim, [...id]))
    }
    throw error
  }
}

/** Leaves the transaction without a trace: a repetition is not an act. */
class Repeated extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('answered before')
    this.answer = answer
  }
}

async function claim(tx: Transaction, sent: Sent, fingerprint: Buffer): Promise<void> {
  const { tppId, requestId, realNow } = sent
  const values = [tppId, requestId, fingerprint, realNow, dayBefore(realNow)] as const
  if ((await tx.run(insertClaim, values)) > 0) return
  const answer = await keptAnswer(tx, sent, fingerprint)
  // Without one it was begun and not yet answered: go on.
  if (answer) throw new Repeated(answer)
}

/** Refuses when the id was used for another request. */
async function keptAnswer(
  queries: Queries,
  { tppId, requestId, realNow }: Sent,
  fingerprint: Buffer,
): Promise<Answer | undefined> {
  const kept = await queries.row(readKept, [tppId, requestId, dayBefore(realNow)])
  if (!kept) return undefined
  if (!kept.fingerprint.equals(fingerprint)) throw usedBefore()
  const { status, headers, body } = kept
  return status === null ? undefined : { status, headers, body }
}

const isUnavailable = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE'

const usedBefore = (): Problem =>
  new Problem(
    'CONFLICT',
    'This X-Request-ID was used for another request in the last 24 hours; each call needs its own.',
  )

const dayBefore = (realNow: Temporal.Instant): Temporal.Instant => realNow.subtract({ hours: 24 })

const forWhom = [
  ...['psu-id', 'psu-corporate-id', 'x-psu-identity', 'psu-context'],
  ...['tpp-redirect-uri', 'tpp-redirect-preferred', 'tpp-session-id'],
]

/** What makes two requests the same: what is asked for, for whom, and with which body. */
function fingerprintOf({ method, target, headers, body }: Received): Buffer {
  const parts = [method, target, ...forWhom.map((name) => headers.get(name) ?? '')]
  const all = Buffer.concat([Buffer.from(`${parts.join('\n')}\n\n`), body])
  // By way of text, since a buffer straight from the hash has memory of its own.
  return Buffer.from(hash('sha256', all, 'hex'), 'hex')
}

type Instant = Temporal.Instant

const insertClaim = statement<readonly [string, string, Buffer, Instant, Instant]>(
  'kept-answer-claim',
  `insert into kept_answer (tpp_id, request_id, fingerprint, kept_at) values ($1, $2, $3, $4)
   on conflict (tpp_id, request_id) do update
     set fingerprint = $3, kept_at = $4, status = null, headers = null, body = null
     where kept_answer.kept_at <= $5`,
)

/** The place of an answer that is still kept cannot be taken: its fingerprint would become null. */
const keepNew = statement<
  readonly [string, string, Buffer, Instant, Instant, number, string, Buffer]
>(
  'kept-answer-keep',
  `insert into kept_answer (tpp_id, request_id, fingerprint, kept_at, status, headers, body)
   values ($1, $2, $3, $4, $6, $7, $8)
   on conflict (tpp_id, request_id) do update
     set fingerprint = case when kept_answer.kept_at <= $5 then $3 end,
       kept_at = $4, status = $6, headers = $7, body = $8`,
)

const isTaken = (error: unknown): boolean => isNullRefused(error, 'kept_answer', 'fingerprint')

/** Even where a twin was refused meanwhile, and its claim is gone. */
const keepClaimed = statement<readonly [string, string, Buffer, Instant, number, string, Buffer]>(
  'kept-answer-keep-claimed',
  `insert into kept_answer (tpp_id, request_id, fingerprint, kept_at, status, headers, body)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (tpp_id, request_id) do update set status = $5, headers = $6, body = $7
     where kept_answer.status is null and kept_answer.fingerprint = $3`,
)

const readKept = statement<
  [string, string, since: Instant],
  { fingerprint: Buffer; status: number | null; headers: Record<string, string>; body: Buffer }
>(
  'kept-answer-read',
  `select fingerprint, status, headers, body from kept_answer
   where tpp_id = $1 and request_id = $2 and kept_at > $3`,
)

const unclaim = statement<[string, string]>(
  'kept-answer-unclaim',
  'delete from kept_answer where tpp_id = $1 and request_id = $2 and status is null',
)

export const forgottenAtOnce = 10_000

export const forgetOldAnswers = statement<[Instant]>(
  'kept-answer-forget',
  `delete from kept_answer where (tpp_id, request_id) in
     (select tpp_id, request_id from kept_answer where kept_at < $1 limit ${forgottenAtOnce})`,
)
