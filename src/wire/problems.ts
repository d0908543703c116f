import assert from 'node:assert/strict'
import type { Problem, ProblemCode } from '../kernel/problem.ts'
import {
  isTppMessageCode,
  type TppMessage,
  type TppMessageCode,
  tppMessage,
} from './tpp-message.ts'

/**
 * The one table from a problem to its HTTP status. `code` is what the caller reads; where the
 * interface gives one code to several statuses, our own names tell them apart. `inMessages` stands
 * for a code that the interface does not have in tppMessages.
 */
interface ProblemRow {
  status: number
  code?: ProblemCode
  inMessages?: TppMessageCode
  title: string
}

// biome-ignore format: a table
export const problems: Record<ProblemCode, ProblemRow> = {
  FORMAT_ERROR: { status: 400, title: 'Something in the request is malformed.' },
  BAD_REQUEST: { status: 400, title: 'The request cannot be carried out as it is.' },
  HTTP_HEADER_REQUIRED: { status: 400, title: 'A required header is missing.' },
  QUERY_PARAMETER_REQUIRED: { status: 400, title: 'A required query parameter is missing.' },
  PERIOD_INVALID: { status: 400, inMessages: 'BAD_REQUEST', title: 'The period asked for is invalid.' },
  KID_MISSING: { status: 400, title: 'The creditor’s account demands a KID.' },
  KID_INVALID: { status: 400, title: 'The KID is not one, or not one of this creditor.' },
  EXECUTION_DATE_INVALID: { status: 400, title: 'The payment cannot be carried out on that day.' },
  REFERENCE_MIX_INVALID: { status: 400, inMessages: 'BAD_REQUEST', title: 'A basket takes single payments only.' },
  PRODUCT_INVALID: { status: 400, title: 'The payment does not fit its product.' },
  PAYMENT_FAILED: { status: 400, title: 'The payment was approved and could not be carried out.' },
  TIMESTAMP_INVALID: { status: 400, inMessages: 'BAD_REQUEST', title: 'The Date header is malformed or too far off.' },
  SIGNATURE_MISSING: { status: 400, inMessages: 'BAD_REQUEST', title: 'The request is not signed.' },
  SIGNATURE_INVALID: { status: 400, inMessages: 'BAD_REQUEST', title: 'The signature or the digest does not hold.' },
  CERTIFICATE_MISSING: { status: 401, inMessages: 'FORBIDDEN', title: 'No certificate was sent.' },
  CERTIFICATE_INVALID: { status: 401, inMessages: 'FORBIDDEN', title: 'The certificate cannot be used here.' },
  CERTIFICATE_EXPIRED: { status: 401, inMessages: 'FORBIDDEN', title: 'The certificate has expired.' },
  CERTIFICATE_REVOKED: { status: 401, inMessages: 'FORBIDDEN', title: 'The certificate has been revoked.' },
  CERTIFICATE_BLOCKED: { status: 401, inMessages: 'FORBIDDEN', title: 'The TPP is blocked or not registered.' },
  ROLE_INVALID: { status: 401, inMessages: 'FORBIDDEN', title: 'The TPP lacks the role this operation needs.' },
  FORBIDDEN: { status: 403, title: 'The PSU may not do this.' },
  RESOURCE_UNKNOWN: { status: 404, title: 'There is no such resource for this caller.' },
  PRODUCT_UNKNOWN: { status: 404, title: 'There is no such payment product here.' },
  SERVICE_INVALID: { status: 405, inMessages: 'BAD_REQUEST', title: 'The resource does not know this method.' },
  REQUESTED_FORMATS_INVALID: { status: 406, inMessages: 'BAD_REQUEST', title: 'Only JSON is spoken here.' },
  CONFLICT: { status: 409, title: 'The request conflicts with one made before.' },
  BODY_TOO_LARGE: { status: 413, code: 'FORMAT_ERROR', title: 'The body is too large.' },
  URI_TOO_LONG: { status: 414, code: 'FORMAT_ERROR', title: 'The request line is too long.' },
  MEDIA_TYPE_INVALID: { status: 415, code: 'FORMAT_ERROR', title: 'The body must be JSON.' },
  ACCESS_EXCEEDED: { status: 429, title: 'Too many calls; try again later.' },
  HEADERS_TOO_LARGE: { status: 431, code: 'FORMAT_ERROR', title: 'The headers are too large.' },
  SYSTEM_ERROR: { status: 500, title: 'Something went wrong on our side.' },
  SERVICE_UNAVAILABLE: { status: 503, inMessages: 'SYSTEM_ERROR', title: 'The service is not available right now.' },
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
  /** On payments and baskets only. */
  tppMessages?: TppMessage[]
  explanation?: unknown
}

/** A message is for reading: past this many characters the rest of the findings is counted only. */
const messageMax = 2000

export function errorBody(
  id: string,
  problem: Problem,
  { tppMessages = false }: { tppMessages?: boolean } = {},
): ErrorBody {
  const body: ErrorBody = {
    id,
    system: 'nordgate',
    status: problemStatus(problem.code),
    code: problemCode(problem.code),
    message: messageWithFindings(problem),
  }
  if (tppMessages) body.tppMessages = messagesOf(problem)
  if (problem.explanation !== undefined) body.explanation = problem.explanation
  return body
}

function messageWithFindings({ message, findings }: Problem): string {
  let text = message
  for (const [index, finding] of findings.entries()) {
    const said = `${finding.path}: ${finding.text.replace(/\.$/, '')}`
    const next = `${text}${index === 0 ? ' ' : '; '}${said}`
    if (next.length > messageMax) return `${text}; and ${findings.length - index} more`
    text = next
  }
  return text
}

/** One for each finding; one for the problem itself when it has none. */
function messagesOf({ code, message, findings }: Problem): TppMessage[] {
  if (findings.length === 0) return [tppMessage('ERROR', messageCode(code), message)]
  return findings.map((finding) =>
    tppMessage('ERROR', messageCode(finding.code ?? code), finding.text, finding.path),
  )
}

/** The code that stands for a problem in tppMessages. */
export function messageCode(problem: ProblemCode): TppMessageCode {
  const code = problems[problem].inMessages ?? problemCode(problem)
  assert(isTppMessageCode(code), `Nothing stands for ${code} in tppMessages.`)
  return code
}
