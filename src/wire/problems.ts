import type { Problem, ProblemCode } from '../kernel/problem.ts'

/**
 * The one table from a problem to its HTTP status. `code` is what the caller reads; where the
 * interface gives one code to several statuses, our own names tell them apart.
 */
interface ProblemRow {
  status: number
  code?: ProblemCode
  title: string
}

export const problems: Record<ProblemCode, ProblemRow> = {
  FORMAT_ERROR: { status: 400, title: 'Something in the request is malformed.' },
  HTTP_HEADER_REQUIRED: { status: 400, title: 'A required header is missing.' },
  QUERY_PARAMETER_REQUIRED: { status: 400, title: 'A required query parameter is missing.' },
  PERIOD_INVALID: { status: 400, title: 'The period asked for is invalid.' },
  TIMESTAMP_INVALID: { status: 400, title: 'The Date header is malformed or too far off.' },
  SIGNATURE_MISSING: { status: 400, title: 'The request is not signed.' },
  SIGNATURE_INVALID: { status: 400, title: 'The signature or the digest does not hold.' },
  CERTIFICATE_MISSING: { status: 401, title: 'No certificate was sent.' },
  CERTIFICATE_INVALID: { status: 401, title: 'The certificate cannot be used here.' },
  CERTIFICATE_EXPIRED: { status: 401, title: 'The certificate has expired.' },
  CERTIFICATE_REVOKED: { status: 401, title: 'The certificate has been revoked.' },
  CERTIFICATE_BLOCKED: { status: 401, title: 'The TPP is blocked or not registered.' },
  ROLE_INVALID: { status: 401, title: 'The TPP lacks the role this operation needs.' },
  RESOURCE_UNKNOWN: { status: 404, title: 'There is no such resource for this caller.' },
  SERVICE_INVALID: { status: 405, title: 'The resource does not know this method.' },
  REQUESTED_FORMATS_INVALID: { status: 406, title: 'Only JSON is spoken here.' },
  CONFLICT: { status: 409, title: 'The request conflicts with one made before.' },
  BODY_TOO_LARGE: { status: 413, code: 'FORMAT_ERROR', title: 'The body is too large.' },
  URI_TOO_LONG: { status: 414, code: 'FORMAT_ERROR', title: 'The request line is too long.' },
  MEDIA_TYPE_INVALID: { status: 415, code: 'FORMAT_ERROR', title: 'The body must be JSON.' },
  ACCESS_EXCEEDED: { status: 429, title: 'Too many calls; try again later.' },
  HEADERS_TOO_LARGE: { status: 431, code: 'FORMAT_ERROR', title: 'The headers are too large.' },
  SYSTEM_ERROR: { status: 500, title: 'Something went wrong on our side.' },
  SERVICE_UNAVAILABLE: { status: 503, title: 'The service is not available right now.' },
}

export const problemStatus = (code: ProblemCode): number => problems[code].status

/** The code a caller reads for a problem. */
export const problemCode = (code: ProblemCode): ProblemCode => problems[code].code ?? code

export interface ErrorBody {
  id: string
  system: string
  status: number
  code: string
  message: string
  explanation?: unknown
}

/** A message is for reading: past this many characters the rest of the findings is counted only. */
const messageMax = 2000

export function errorBody(id: string, problem: Problem): ErrorBody {
  const body: ErrorBody = {
    id,
    system: 'nordgate',
    status: problemStatus(problem.code),
    code: problemCode(problem.code),
    message: messageWithFindings(problem),
  }
  if (problem.explanation !== undefined) body.explanation = problem.explanation
  return body
}

function messageWithFindings({ message, findings }: Problem): string {
  let text = message
  for (const [index, finding] of findings.entries()) {
    const next = `${text}${index === 0 ? ' ' : '; '}${finding.path}: ${finding.text}`
    if (next.length > messageMax) return `${text}; and ${findings.length - index} more`
    text = next
  }
  return text
}
