import assert from 'node:assert/strict'
import type { Explanation } from '../src/signing/signing.ts'
import { Explanation as ExplanationSchema } from '../src/wire/explanation.ts'
import { type TppMessage, TppMessage as TppMessageSchema } from '../src/wire/tpp-message.ts'
import { checkFor } from '../src/wire/validate.ts'

export interface Refusal {
  status: number
  code: string
  /** What the message must say. */
  says?: RegExp
  /** Checks 5 to 9 are explained in the sandbox, and nothing else ever is. */
  explained?: boolean
  /** Payments and baskets: the tppMessages, each as its code and its path, if it has one. */
  messages?: readonly string[]
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
  tppMessages?: TppMessage[]
  explanation?: Explanation
}

/** Holds an answer to be this refusal, with exactly the members that an error body has. */
export function assertRefused(answer: Answered, refusal: Refusal): RefusalBody {
  const { status, code, says = /./, explained = false, messages } = refusal
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
    ...(messages ? ['tppMessages'] : []),
    ...(explained ? ['explanation'] : []),
  ]
  assert.deepEqual(Object.keys(body), members, seen)
  assert.equal(body.status, status, seen)
  assert.equal(body.code, code, seen)
  assert.equal(body.system, 'nordgate')
  assert.match(body.id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  assert.match(body.message, says, seen)
  if (explained) assert.deepEqual(checkExplanation(body.explanation), [], seen)
  if (messages) assert.deepEqual(body.tppMessages?.map(shortly), messages, seen)
  return body
}

const checkExplanation = checkFor(ExplanationSchema, 'explanation')
const misfits = checkFor(TppMessageSchema, 'tppMessage')

function shortly(message: TppMessage): string {
  assert.deepEqual(misfits(message), [], JSON.stringify(message))
  assert.equal(message.category, 'ERROR')
  return [message.code, message.path].filter(Boolean).join(' ')
}
