import assert from 'node:assert/strict'
import type { Explanation } from '../src/signing/signing.ts'

export interface Refusal {
  status: number
  code: string
  /** What the message must say. */
  says?: RegExp
  /** Checks 5 to 9 are explained in the sandbox, and nothing else ever is. */
  explained?: boolean
}

interface Answered {
  status: number
  headers: ReadonlyMap<string, string>
  body: unknown
}

interface RefusalBody {
  id: string
  system: string
  status: number
  code: string
  message: string
  explanation?: Explanation
}

/** Holds an answer to be this refusal, with exactly the members that an error body has. */
export function assertRefused(answer: Answered, refusal: Refusal): RefusalBody {
  const { status, code, says = /./, explained = false } = refusal
  const body = answer.body as RefusalBody
  const seen = `${answer.status} ${JSON.stringify(body)}`
  assert.equal(answer.status, status, seen)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, seen)
  const members = [
    'id',
    'system',
    'status',
    'code',
    'message',
    ...(explained ? ['explanation'] : []),
  ]
  assert.deepEqual(Object.keys(body), members, seen)
  assert.equal(body.status, status, seen)
  assert.equal(body.code, code, seen)
  assert.equal(body.system, 'nordgate')
  assert.match(body.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.match(body.message, says, seen)
  return body
}
