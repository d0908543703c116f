import { type ProblemCode, problemCodes } from '../kernel/problem.ts'
import { Explanation } from './explanation.ts'
import { answerHeader } from './openapi-headers.ts'
import type { Operation } from './operation.ts'
import { type ErrorBody, messageCode, problemCode, problems } from './problems.ts'
import { TppMessage, tppMessage } from './tpp-message.ts'

/** Every answer carries it. */
export const repeatedId = answerHeader('X-Request-ID', 'The request’s own id, repeated.')

/** The refusals of an operation that have one status. */
export const refusal = (
  { contract }: Operation<never>,
  status: number,
  codes: readonly ProblemCode[],
) => ({
  description: codes.map((code) => `\`${problemCode(code)}\`: ${problems[code].title}`).join(' '),
  headers: { ...repeatedId },
  content: {
    'application/json': {
      schema: contract.tppMessages ? paymentErrorSchema : errorSchema,
      example: { ...example(status, codes[0] ?? 'SYSTEM_ERROR', contract.tppMessages) },
    },
  },
})

function example(status: number, code: ProblemCode, withMessages = false): ErrorBody {
  const message = problems[code].title
  return {
    ...{ id: '5b1f3a52-6c0e-4c36-9d0e-0f3f3f0c8a11', system: 'nordgate', status },
    ...{ code: problemCode(code), message },
    ...(withMessages && { tppMessages: [tppMessage('ERROR', messageCode(code), message)] }),
  }
}

const members = {
  id: { type: 'string', description: 'Names this occurrence in the log.' },
  system: { type: 'string', description: 'The system that refused.' },
  status: { type: 'integer', description: 'The HTTP status.' },
  code: { title: 'ErrorCode', type: 'string', enum: [...new Set(problemCodes.map(problemCode))] },
  message: { type: 'string', description: 'What is wrong, for people.' },
  explanation: Explanation,
}
const required = ['id', 'system', 'status', 'code', 'message']

// Not `Error`, which is something else in most languages that a client is written in.
const errorSchema = { title: 'ErrorBody', type: 'object', required, properties: members }

const paymentErrorSchema = {
  title: 'PaymentError',
  type: 'object',
  required: [...required, 'tppMessages'],
  properties: {
    ...members,
    tppMessages: {
      type: 'array',
      description: 'One for each thing that is wrong.',
      items: TppMessage,
    },
  },
}
