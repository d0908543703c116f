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
export function requirerOfHeaders({ requires = [] }: Guards): (request: Received) => void {
  const needs = requires.map(needOf)
  return ({ headers }) => {
    if (needs.every((need) => isMet(need, headers))) return
    const unmet = needs.filter((need) => !isMet(need, headers))
    const findings = unmet.map((need) => findingOf(need, headers))
    throw new Problem('HTTP_HEADER_REQUIRED', 'This operation needs more headers:', { findings })
  }
}

interface Need {
  /** Any of them will do. */
  names: readonly string[]
  keys: readonly string[]
  holding: string | undefined
}

function needOf(required: RequiredHeader): Need {
  const names = namesOf(required)
  const holding =
    typeof required === 'object' && 'holding' in required ? required.holding : undefined
  return { names, keys: names.map((name) => name.toLowerCase()), holding }
}

/** An empty one says no more than one that is not there. */
const sentFor = ({ keys }: Need, headers: Received['headers']): string | undefined =>
  headers.get(keys.find((key) => headers.get(key)) ?? '')

function isMet(need: Need, headers: Received['headers']): boolean {
  const value = sentFor(need, headers)
  return value !== undefined && (need.holding === undefined || holds(value, need.holding))
}

const holds = (value: string, wanted: string): boolean =>
  value === wanted || listedIn(value).includes(wanted)

function findingOf(need: Need, headers: Received['headers']): Finding {
  const { names, holding } = need
  const path = `header ${names[0]}`
  if (sentFor(need, headers)) return { path, text: `must have ${holding} among its values` }
  const others = names.slice(1).map((name) => `, or ${name} instead of it`)
  const having = holding === undefined ? '' : ` with the value ${holding}`
  return { path, text: `is required${having}${others.join('')}` }
}
