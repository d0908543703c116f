import { type Static, Type } from 'typebox'
import { contract } from './operation.ts'

/** The checks of a request by name, in the order in which they are made. */
export const requestChecks = [
  'size',
  'route',
  'request-id',
  'format',
  'certificate',
  'date',
  'digest',
  'signature',
  'trust',
  'role',
  'headers',
  'input',
  'fault',
  'repetition',
  'psu',
  'quota',
  'act',
  'answer',
] as const

export type RequestCheck = (typeof requestChecks)[number]

export const verdicts = ['passed', 'refused', 'not-reached'] as const

const Verdict = Type.Object(
  {
    check: Type.Enum([...requestChecks]),
    verdict: Type.Enum([...verdicts]),
  },
  { title: 'Verdict' },
)

export const LoggedRequest = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Real time, not that of the sandbox.' }),
    requestId: Type.Optional(Type.String()),
    method: Type.String(),
    path: Type.String({ description: 'Without the query; long numbers are masked.' }),
    operation: Type.Optional(Type.String()),
    status: Type.Integer({ description: '499 when the caller left before the answer.' }),
    code: Type.Optional(Type.String()),
    errorId: Type.Optional(Type.String({ description: 'The id in the error body.' })),
    faultId: Type.Optional(Type.String({ description: 'The planned fault that struck.' })),
    durationMs: Type.Number(),
    checks: Type.Array(Verdict, {
      description:
        'In their order. A planned fault refuses at `fault` when nothing has been done yet, and at ' +
        '`answer` when everything has.',
    }),
  },
  { title: 'LoggedRequest' },
)

export type WireLoggedRequest = Static<typeof LoggedRequest>

/** Every check before the one that refused has passed; none after it was made. */
export function verdictsOf(refusedAt: RequestCheck | null): WireLoggedRequest['checks'] {
  const place = refusedAt === null ? -1 : requestChecks.indexOf(refusedAt)
  return requestChecks.map((check, index) => {
    if (place === -1 || index < place) return { check, verdict: 'passed' }
    return { check, verdict: index === place ? 'refused' : 'not-reached' }
  })
}

export const requestsKept = 200

export const listRequests = contract({
  id: 'list-requests',
  tag: 'Sandbox: requests',
  summary: 'See your latest calls and how each check went',
  description:
    `The latest ${requestsKept} calls of this TPP, newest first. A call is listed when it is ` +
    'proven to come from the TPP: by its signature and a trusted certificate, or, where the date ' +
    'or the digest was refused, by a signature that is nevertheless its own. No bodies are kept.',
  query: Type.Object({
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: requestsKept, description: '50 if left out.' }),
    ),
  }),
  answer: {
    status: 200,
    description: 'The calls, newest first.',
    schema: Type.Object({ requests: Type.Array(LoggedRequest) }),
    example: {
      requests: [
        {
          time: '2026-03-02T09:14:07.412Z',
          requestId: '99391c7e-ad88-49ec-a2ad-99ddcb1f7721',
          method: 'GET',
          path: '/v1/sandbox/accounts',
          operation: 'list-sandbox-accounts',
          status: 200,
          durationMs: 3.8,
          checks: verdictsOf(null),
        },
      ],
    },
  },
})
