/**
 * A refusal is part of the contract: domain code throws a `Problem` with one of these codes, and
 * `wire/problems.ts` alone knows the HTTP status of each. A broken invariant is not a problem but a
 * bug: use `assert`, and the caller sees SYSTEM_ERROR.
 */
export const problemCodes = [
  'FORMAT_ERROR',
  'BAD_REQUEST',
  'HTTP_HEADER_REQUIRED',
  'QUERY_PARAMETER_REQUIRED',
  'PERIOD_INVALID',
  'KID_MISSING',
  'KID_INVALID',
  'EXECUTION_DATE_INVALID',
  'REFERENCE_MIX_INVALID',
  'PRODUCT_INVALID',
  'PAYMENT_FAILED',
  'TIMESTAMP_INVALID',
  'SIGNATURE_MISSING',
  'SIGNATURE_INVALID',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_REVOKED',
  'CERTIFICATE_BLOCKED',
  'ROLE_INVALID',
  'FORBIDDEN',
  'RESOURCE_UNKNOWN',
  'PRODUCT_UNKNOWN',
  'SERVICE_INVALID',
  'REQUESTED_FORMATS_INVALID',
  'MEDIA_TYPE_INVALID',
  'BODY_TOO_LARGE',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'CONFLICT',
  'ACCESS_EXCEEDED',
  'SERVICE_UNAVAILABLE',
  'SYSTEM_ERROR',
] as const

export type ProblemCode = (typeof problemCodes)[number]

/** One thing that is wrong, and where: a JSON pointer, a header or a query parameter. */
export interface Finding {
  path: string
  text: string
  /** Where it is not the code of the whole problem. */
  code?: ProblemCode
}

export interface ProblemDetails {
  /** Everything found wrong at once, so that a developer mends it in one go. */
  findings?: Finding[]
  /** Headers the answer must carry, such as Retry-After or Allow. */
  headers?: Record<string, string>
  /** Helps a developer to mend a refused signature; only the sandbox ever sends it. */
  explanation?: unknown
  /** Goes to the log under the error's id, never to the caller. */
  cause?: unknown
}

export class Problem extends Error {
  readonly code: ProblemCode
  readonly findings: Finding[]
  readonly headers: Record<string, string>
  readonly explanation: unknown

  /** `message` is read by the caller: say what is wrong and what to do about it. */
  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.findings = details.findings ?? []
    this.headers = details.headers ?? {}
    this.explanation = details.explanation
  }
}
