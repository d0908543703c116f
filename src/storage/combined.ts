import type { Prepared, Sent } from './queries.ts'
import { named } from './statement.ts'

/** As many as a call of the interface sends last; a list of any length is no statement of its own. */
const combinedMax = 5

const known = new Map<string, Sent>()

/**
 * Several writes as one statement, which spares the server and us most of what each of them costs
 * beside its work. They run in no particular order, and none sees what another one writes.
 */
export function combined(queries: readonly Prepared[]): Prepared | undefined {
  if (queries.length > combinedMax) return undefined
  if (queries.length === 1) return queries[0]
  const names = queries.map(({ statement }) => statement.name).join(' ')
  let statement = known.get(names)
  if (!statement) {
    statement = named(`combined-${known.size}`, textOf(queries))
    known.set(names, statement)
  }
  return { statement, values: queries.flatMap(({ values }) => values) }
}

/** The parameters of each stand behind those of the ones before it. */
function textOf(queries: readonly Prepared[]): string {
  let before = 0
  const texts = queries.map(({ statement, values }) => {
    const offset = before
    before += values.length
    return statement.text.replace(/\$(\d+)/g, (_, place) => `$${Number(place) + offset}`)
  })
  const last = texts.pop()
  const others = texts.map((text, place) => `write_${place} as (${text})`)
  return `with ${others.join(',\n')}\n${last}`
}
