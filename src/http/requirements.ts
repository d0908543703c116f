import type { Caller } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import { signingHeaders } from '../wire/headers.ts'
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
  const missing = requires.filter((name) => !headers.has(name.toLowerCase()))
  if (missing.length === 0) return
  const [are, plural] = missing.length === 1 ? ['is', ''] : ['are', 's']
  throw new Problem(
    'HTTP_HEADER_REQUIRED',
    `The header${plural} ${missing.join(', ')} ${are} required.`,
  )
}
