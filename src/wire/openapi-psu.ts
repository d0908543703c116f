import { ScaRedirect } from './consents.ts'
import { isSigned, type Operation } from './operation.ts'

type Json = Record<string, unknown>

interface Refused {
  description: string
  headers: Json
  content: { 'application/json': { schema: Json; example: Json } }
}

/** What a refusal says besides, where an operation acts for a PSU. */
export function forPsu(operation: Operation<never>, status: number, refused: Refused): Json {
  if (!isSigned(operation)) return { ...refused }
  const { sca } = operation.guards
  // Those that offer a link by themselves answer with 201.
  if (status === 401 && sca !== undefined && sca !== 'offer') return orScaRedirect(refused)
  if (status !== 429) return { ...refused }
  const headers = { ...refused.headers, ...rateHeaders(operation), 'Retry-After': retryAfter }
  return { ...refused, headers }
}

/** The other 401: no refusal, but the link that leads the PSU to the bank. */
function orScaRedirect({ content, description, ...rest }: Refused): Json {
  const { schema, example } = content['application/json']
  return {
    ...rest,
    description: `The PSU is needed: \`_links\` with \`scaRedirect\`, and nothing else. ${description}`,
    content: { 'application/json': { schema: { anyOf: [schema, ScaRedirect] }, example } },
  }
}

const whole = (description: string): Json => ({ description, schema: { type: 'integer' } })

const retryAfter = whole('Seconds until one more call is let pass.')

/** Only answers to calls without PSU-IP-Address carry them. */
export function rateHeaders(operation: Operation<never>): Json {
  if (!isSigned(operation) || !operation.guards.quota) return {}
  return {
    'RateLimit-Limit': whole('Without the PSU: calls that are let pass in 24 hours.'),
    'RateLimit-Remaining': whole('Without the PSU: how many of them are left.'),
    'RateLimit-Reset': whole('Without the PSU: seconds until one more is free.'),
  }
}
