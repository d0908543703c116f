/**
 * Whether a planned path means this one: `*` and `{anything}` stand for one part, `**` at the end
 * for all the rest, also for none.
 */
export function pathMatches(planned: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = planned.split('/')
  const anyRest = wanted.at(-1) === '**'
  if (anyRest) wanted.pop()
  if (anyRest ? parts.length < wanted.length : parts.length !== wanted.length) return false
  return wanted.every((part, place) => isAny(part) || part === parts[place])
}

const isAny = (part: string): boolean => part === '*' || /^\{\w+\}$/.test(part)
