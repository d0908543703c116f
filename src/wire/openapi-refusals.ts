import type { ProblemCode } from '../kernel/problem.ts'
import { refusal } from './openapi-errors.ts'
import { Part, pascalCase } from './openapi-parts.ts'
import { forPsu, psuVariant } from './openapi-psu.ts'
import { isSigned, type Operation } from './operation.ts'
import { problems } from './problems.ts'

type Json = Record<string, unknown>

/** What any operation may answer, by which part of the pipeline it passes. */
const always: ProblemCode[] = [
  'REQUESTED_FORMATS_INVALID',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'FORMAT_ERROR',
  'SYSTEM_ERROR',
  'SERVICE_UNAVAILABLE',
]
const withBody: ProblemCode[] = ['BODY_TOO_LARGE', 'MEDIA_TYPE_INVALID']
const whenSigned: ProblemCode[] = [
  'HTTP_HEADER_REQUIRED',
  'TIMESTAMP_INVALID',
  'SIGNATURE_MISSING',
  'SIGNATURE_INVALID',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_REVOKED',
  'CERTIFICATE_BLOCKED',
  'ROLE_INVALID',
]

/** Everything that an operation may refuse, by status. */
export function refusals(operation: Operation<never>): Json {
  const { contract } = operation
  const codes = new Set<ProblemCode>([
    ...always,
    ...(contract.body ? withBody : []),
    ...(isSigned(operation) ? whenSigned : []),
    ...(isSigned(operation) && operation.method !== 'GET' ? (['CONFLICT'] as const) : []),
    ...(isSigned(operation) && operation.guards.quota ? (['ACCESS_EXCEEDED'] as const) : []),
    ...(contract.refusals ?? []),
  ])
  const byStatus = [...Map.groupBy(codes, (code) => problems[code].status)].sort()
  return Object.fromEntries(
    byStatus.map(([status, those]) => [status, refused(operation, status, those)]),
  )
}

/** Under a name, unless the operation has refusals that hardly any other one has. */
function refused(operation: Operation<never>, status: number, codes: ProblemCode[]): Json | Part {
  const answer = forPsu(operation, status, refusal(operation, status, codes))
  const name = nameOf(codes)
  if (name === undefined) return answer
  const ofPayments = operation.contract.tppMessages ? 'Payment' : ''
  return new Part('responses', `${ofPayments}${name}${psuVariant(operation, status)}`, answer)
}

function nameOf(codes: readonly ProblemCode[]): string | undefined {
  if (codes.length <= 2) {
    return codes.map((code) => pascalCase(code.replaceAll('_', '-'))).join('Or')
  }
  const ofPipeline = codes.every((code) => always.includes(code) || whenSigned.includes(code))
  if (!ofPipeline) return undefined
  return codes.includes('FORMAT_ERROR') ? 'BadRequest' : 'Unauthorized'
}
