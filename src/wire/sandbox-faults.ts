import { type Static, Type } from 'typebox'
import type { ProblemCode } from '../kernel/problem.ts'
import { uuidPattern } from '../kernel/uuid.ts'
import { contract } from './operation.ts'
import { type ErrorBody, messageCode, problemCode, problems } from './problems.ts'
import { Form } from './text.ts'
import { isTppMessageCode, tppMessage } from './tpp-message.ts'

const tag = 'Sandbox: faults'

const effect = {
  status: Type.Optional(
    Type.Integer({ minimum: 400, maximum: 599, description: 'The call is answered with this.' }),
  ),
  code: Type.Optional(
    Form('^[A-Z][A-Z_]{2,39}$', '3 to 40 capital letters and underscores', {
      description: 'The code of that answer; by itself the usual one for the status.',
    }),
  ),
  delayMs: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      description: 'The call waits this long, and then goes on unless status or drop says more.',
    }),
  ),
  drop: Type.Optional(
    Type.Boolean({ description: 'The connection is cut, and there is no answer.' }),
  ),
}

const moment = Type.Enum(['before', 'after'], {
  description:
    'Before (the default) nothing has been done when the fault strikes; after, everything has, ' +
    'and only the answer is lost or late.',
})

const target = {
  method: Type.Enum(['*', 'GET', 'POST', 'PUT', 'DELETE'], { description: '`*` is any.' }),
  path: Form(
    "^(/([A-Za-z0-9._~!$&'()+,;=:@%-]+|\\*{1,2}|\\{\\w+\\}))+$",
    'a path without its query, such as /v1/accounts/{id}/transactions or /v1/payments/**',
    {
      maxLength: 200,
      description:
        'A path without its query. `*` or `{anything}` stands for one part of it, and `**` at the ' +
        'end for all the rest.',
      examples: ['/v1/accounts/{id}/transactions', '/v1/payments/**'],
    },
  ),
}

const timesMax = 1000

export const PlannedFault = Type.Object(
  {
    id: Type.String(),
    ...target,
    ...effect,
    moment,
    times: Type.Integer(),
    timesLeft: Type.Integer({ description: 'How many more calls it strikes.' }),
  },
  { title: 'PlannedFault' },
)

const example = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  method: 'GET',
  path: '/v1/accounts/{id}/transactions',
  status: 503,
  moment: 'before',
  times: 2,
  timesLeft: 2,
}

export const listFaults = contract({
  id: 'list-faults',
  tag,
  summary: 'List the faults to come',
  answer: {
    status: 200,
    description: 'The faults that have calls left to strike, in the order they were planned.',
    schema: Type.Object({ faults: Type.Array(PlannedFault) }),
    example: { faults: [example] },
  },
})

export const planFault = contract({
  id: 'plan-fault',
  tag,
  summary: 'Plan a fault for your own next calls',
  description:
    'The next matching calls of this TPP are answered with the status, delayed or dropped, as ' +
    'many times as asked. Of several faults that match, the one planned first strikes. They ' +
    'strike calls that are signed and well-formed, and never the operations for faults ' +
    'themselves. Initialising the sandbox forgets them.',
  body: Type.Object(
    {
      ...target,
      ...effect,
      moment: Type.Optional(moment),
      times: Type.Optional(
        Type.Integer({ minimum: 1, maximum: timesMax, description: 'Once, if left out.' }),
      ),
    },
    { additionalProperties: false },
  ),
  bodyExample: {
    method: 'GET',
    path: '/v1/accounts/{id}/transactions',
    status: 503,
    times: 2,
  },
  answer: { status: 201, description: 'The fault as planned.', schema: PlannedFault, example },
  refusals: ['CONFLICT'],
})

export const forgetFault = contract({
  id: 'forget-fault',
  tag,
  summary: 'Forget a fault',
  path: Type.Object({ id: Form(uuidPattern, 'a UUID') }),
  answer: { status: 204, description: 'It strikes no more.' },
  refusals: ['RESOURCE_UNKNOWN'],
})

export type WireFault = Static<typeof PlannedFault>

/** The error body of a planned fault; made here because no problem of our own has free statuses. */
export function faultBody(
  errorId: string,
  status: number,
  { code, tppMessages }: { code: string | undefined; tppMessages: boolean },
): ErrorBody {
  const message = 'A fault that was planned through /v1/sandbox/faults.'
  const usual = usualProblem(status)
  const told = code !== undefined && isTppMessageCode(code) ? code : messageCode(usual)
  return {
    ...{ id: errorId, system: 'nordgate', status, code: code ?? problemCode(usual), message },
    ...(tppMessages && { tppMessages: [tppMessage('ERROR', told, message)] }),
  }
}

function usualProblem(status: number): ProblemCode {
  const row = Object.entries(problems).find(([, problem]) => problem.status === status)
  if (row) return row[0] as ProblemCode
  return status < 500 ? 'FORMAT_ERROR' : 'SYSTEM_ERROR'
}
