import { hash } from 'node:crypto'
import type { Caller } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import { type AuditNote, type Storage, statement, type Transaction } from '../storage/storage.ts'
import type { Answer } from './answer.ts'
import type { Received } from './received.ts'

interface Sent {
  storage: Storage
  caller: Caller
  request: Received
  /** A call that is sent again is one, however far a sandbox clock was moved in between. */
  realNow: Temporal.Instant
}

interface Act<T> {
  /** Sent along with the claim, so that they are one wait; changes nothing. */
  begin(tx: Transaction): Promise<T>
  act(tx: Transaction, begun: T): Promise<Answer>
}

/**
 * Check 13. A POST, PUT or DELETE is done once for each X-Request-ID of a TPP: its effect, its
 * audit row and its answer are committed together, and for 24 hours the same request gets the same
 * answer. A twin that arrives meanwhile waits on the row that the first one holds. A refusal
 * changes nothing and keeps nothing, so the call may be mended and sent again under the same id.
 */
export async function once<T>(
  sent: Sent,
  note: AuditNote,
  { begin, act }: Act<T>,
): Promise<Answer> {
  const { storage, caller, request } = sent
  const fingerprint = fingerprintOf(request)
  try {
    return await storage.transaction(note, async (tx) => {
      const [, begun] = await Promise.all([claimOrRepeat(tx, sent, fingerprint), begin(tx)])
      const answer = await act(tx, begun)
      const { status, headers, body } = answer
      tx.runLast(keep, [
        caller.tppId,
        caller.requestId,
        status,
        JSON.stringify(headers),
        Buffer.from(body),
      ])
      return answer
    })
  } catch (error) {
    if (error instanceof Repeated) return error.answer
    throw error
  }
}

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
  const { storage, caller, request } = sent
  const fingerprint = fingerprintOf(request)
  try {
    await storage.transaction(note, (tx) => claimOrRepeat(tx, sent, fingerprint))
  } catch (error) {
    if (error instanceof Repeated) return error.answer
    throw error
  }
  const id = [caller.tppId, caller.requestId] as const
  try {
    const { status, headers, body } = await act()
    const answered = { ...note, action: `${note.action}-answered` }
    await storage.transaction(answered, (tx) =>
      tx.run(keep, [...id, status, JSON.stringify(headers), Buffer.from(body)]),
    )
    return { status, headers, body }
  } catch (error) {
    if (error instanceof Problem && error.code !== 'SERVICE_UNAVAILABLE') {
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

async function claimOrRepeat(
  tx: Transaction,
  { caller, realNow }: Sent,
  fingerprint: Buffer,
): Promise<void> {
  const { tppId, requestId } = caller
  const yesterday = realNow.subtract({ hours: 24 })
  if ((await tx.run(claim, [tppId, requestId, fingerprint, realNow, yesterday])) > 0) return
  const kept = await tx.row(readKept, [tppId, requestId])
  if (!kept?.fingerprint.equals(fingerprint)) {
    throw new Problem(
      'CONFLICT',
      'This X-Request-ID was used for another request in the last 24 hours; each call needs its own.',
    )
  }
  const { status, headers, body } = kept
  // Begun in steps and not yet answered: go on.
  if (status === null) return
  throw new Repeated({ status, headers, body })
}

const forWhom = [
  ...['psu-id', 'psu-corporate-id', 'x-psu-identity', 'psu-context'],
  ...['tpp-redirect-uri', 'tpp-redirect-preferred', 'tpp-session-id'],
]

/** What makes two requests the same: what is asked for, for whom, and with which body. */
function fingerprintOf({ method, target, headers, body }: Received): Buffer {
  const parts = [method, target, ...forWhom.map((name) => headers.get(name) ?? '')]
  return hash('sha256', Buffer.concat([Buffer.from(`${parts.join('\n')}\n\n`), body]), 'buffer')
}

type Instant = Temporal.Instant

const claim = statement<[string, string, Buffer, Instant, Instant]>(
  'kept-answer-claim',
  `insert into kept_answer (tpp_id, request_id, fingerprint, kept_at) values ($1, $2, $3, $4)
   on conflict (tpp_id, request_id) do update
     set fingerprint = $3, kept_at = $4, status = null, headers = null, body = null
     where kept_answer.kept_at <= $5`,
)

const readKept = statement<
  [string, string],
  { fingerprint: Buffer; status: number | null; headers: Record<string, string>; body: Buffer }
>(
  'kept-answer-read',
  `select fingerprint, status, headers, body from kept_answer where tpp_id = $1 and request_id = $2`,
)

const keep = statement<[string, string, number, string, Buffer]>(
  'kept-answer-keep',
  `update kept_answer set status = $3, headers = $4, body = $5
   where tpp_id = $1 and request_id = $2`,
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
