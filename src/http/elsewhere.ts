import { Problem } from '../kernel/problem.ts'
import type { Answer } from './answer.ts'

interface Routed {
  method: string
  path: string
}

/** Check 2, for whatever met no operation: the path is unknown, or known by another method. */
export function createElsewhere(
  operations: readonly Routed[],
): (method: string, target: string) => Answer {
  const paths = Map.groupBy(operations, ({ path }) => path)
  const known = [...paths].map(([path, those]) => ({ matches: matcher(path), allow: allow(those) }))
  return (method, target) => {
    const path = target.split('?', 1)[0] ?? ''
    const found = known.find(({ matches }) => matches.test(path))
    if (!found) throw new Problem('RESOURCE_UNKNOWN', 'There is no such resource.')
    const headers = { Allow: found.allow }
    if (method === 'OPTIONS') return { status: 204, headers, body: '' }
    throw new Problem('SERVICE_INVALID', `This resource takes ${found.allow}.`, { headers })
  }
}

/** `/v1/tpps/{tppId}` as an expression: a part in braces is one part of the path. */
const matcher = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`)

function allow(operations: readonly Routed[]): string {
  const methods = operations.map(({ method }) => method)
  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
