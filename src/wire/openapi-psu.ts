import { ScaNeeded } from './consents.ts'
import { answerHeader } from './openapi-headers.ts'
import { isSigned, type Operation } from './operation.ts'

type Json = Record<string, unknown>

interface Refused {
  description: string
  headers: Json
  content: { 'application/json': { schema: Json; example: Json } }
}

/** What a refusal says besides, where an operation acts for a PSU. */
export function forPsu(operation: Operation<never>, status: number, refused: Refused): Json {
  if (leadsToBank(operation, status)) return orScaRedirect(refused)
  if (!isSigned(operation) || status !== 429) return { ...refused }
  const headers = { ...refused.headers, ...rateHeaders(operation), ...retryAfter }
  return { ...refused, headers }
}

/** What tells that refusal from the one of other operations. */
export function psuVariant(operation: Operation<never>, status: number): string {
  if (leadsToBank(operation, status)) return 'OrScaRedirect'
  return isSigned(operation) && status === 429 ? 'WithoutPsu' : ''
}

function leadsToBank(operation: Operation<never>, status: number): boolean {
  if (status !== 401 || !isSigned(operation)) return false
  const { sca } = operation.guards
  // Those that offer a link by themselves answer with 201.
  return sca !== undefined && sca !== 'offer'
}

/** The other 401: no refusal, but the link that leads the PSU to the bank. */
function orScaRedirect({ content, description, ...rest }: Refused): Json {
  const { schema, example } = content['application/json']
  return {
    ...rest,
    description: `The PSU is needed: \`_links\` with \`scaRedirect\`. ${description}`,
    content: { 'application/json': { schema: { anyOf: [schema, ScaNeeded] }, example } },
  }
}

const retryAfter = answerHeader(
  'Retry-After',
  'Seconds until one more call is let pass.',
  'integer',
)

const rates = {
  ...answerHeader(
    'RateLimit-Limit',
    'Without the PSU: calls that are let pass in 24 hours.',
    'integer',
  ),
  ...answerHeader('RateLimit-Remaining', 'Without the PSU: how many of them are left.', 'integer'),
  ...answerHeader('RateLimit-Reset', 'Without the PSU: seconds until one more is free.', 'integer'),
}

/** Only answers to calls without PSU-IP-Address carry them. */
export function rateHeaders(operation: Operation<never>): Json {
  return isSigned(operation) && operation.guards.quota ? rates : {}
}
