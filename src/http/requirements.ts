import type { Caller } from '../kernel/caller.ts'
import { type Finding, Problem } from '../kernel/problem.ts'
import { listedIn, namesOf, type RequiredHeader, signingHeaders } from '../wire/headers.ts'
import type { Guards } from '../wire/operation.ts'
import type { Received } from './received.ts'

export function requireRequestId(requestId: string | undefined, { headers }: Received): void {
  if (requestId !== undefined) return
  const rule = signingHeaders.find(({ name }) => name === 'X-Request-ID')
  if (!headers.has('x-request-id')) {
    throw new Problem('HTTP_HEADER_REQUIRED', 'The header X-Request-ID is required.')
  }
  throw new Problem('FORMAT_ERROR', `The header X-Request-ID must be ${rule?.takes}.`)
}

/** Check 10. The roles are those in the certificate that the register confirms. */
export function requireRole({ roles }: Pick<Caller, 'roles'>, { role }: Guards): void {
  if (role === 'any' ? roles.length > 0 : roles.includes(role)) return
  const needed = role === 'any' ? 'AISP or PISP' : role
  const held = roles.length > 0 ? roles.join(' and ') : 'none'
  throw new Problem('ROLE_INVALID', `This needs the role ${needed}; the TPP holds ${held}.`)
}

/** Check 11. Names all that are missing at once. */
export function requireHeaders({ headers }: Received, { requires = [] }: Guards): void {
  const findings = requires.flatMap((required) => missing(required, headers))
  if (findings.length === 0) return
  throw new Problem('HTTP_HEADER_REQUIRED', 'This operation needs more headers:', { findings })
}

function missing(required: RequiredHeader, headers: Received['headers']): Finding[] {
  const names = namesOf(required)
  // An empty one says no more than one that is not there.
  const value = names.map((name) => headers.get(name.toLowerCase())).find(Boolean)
  const path = `header ${names[0]}`
  const holding =
    typeof required === 'object' && 'holding' in required ? required.holding : undefined
  if (value !== undefined) {
    if (holding === undefined || listedIn(value).includes(holding)) return []
    return [{ path, text: `must have ${holding} among its values` }]
  }
  const others = names.slice(1).map((name) => `, or ${name} instead of it`)
  const having = holding === undefined ? '' : ` with the value ${holding}`
  return [{ path, text: `is required${having}${others.join('')}` }]
}
