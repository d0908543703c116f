import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Finding } from '../kernel/problem.ts'
import { expects } from './text.ts'

/**
 * How many findings a caller is told of: several for each part of a bulk payment with a thousand of
 * them, and no more than that for whoever sends a megabyte of mistakes.
 */
export const findingsMax = 5000

// The library stops looking after eight errors; a developer wants to mend all in one go. At most two of
// its errors make one finding, so what was not looked at any more is always past the limit above.
Settings.Set({ maxErrors: 2 * findingsMax + 2 })

/**
 * Everything that is wrong with `value`, in words; nothing when it fits the schema. Texts of it that
 * have foreign characters are told along, unless the schema wants something else in their place.
 */
export type Check = (value: unknown, foreign?: readonly Finding[]) => Finding[]

interface SchemaError {
  keyword: string
  schemaPath: string
  instancePath: string
  params: object
  message: string
}

/** Compiles a schema once; `place` names the part of the request, such as `body`. */
export function checkFor(schema: TSchema, place: string): Check {
  const validator = Compile(schema)
  return (value, foreign = []) => {
    if (validator.Check(value)) return [...foreign]
    const errors = validator.Errors(value) as SchemaError[]
    const misshapen = new Set<string>()
    const told = errors.filter((error) => !isToldAlready(error, misshapen))
    const found = [
      ...told.flatMap((error) => findings(error, schema, place)),
      ...foreign.filter(({ path }) => !misshapen.has(path.slice(place.length))),
    ]
    // What does not fit is refused, also when no words are found for it.
    return found.length > 0 ? found : [{ path: place, text: 'does not fit the schema' }]
  }
}

/** All of them say that a text is not the kind of text that it should be; the first one is enough. */
const ofShape: ReadonlySet<string> = new Set(['minLength', 'format', 'pattern', 'enum'])

function isToldAlready({ keyword, instancePath }: SchemaError, misshapen: Set<string>): boolean {
  if (!ofShape.has(keyword)) return false
  const told = misshapen.has(instancePath)
  misshapen.add(instancePath)
  return told
}

function findings(error: SchemaError, schema: TSchema, place: string): Finding[] {
  const path = clip(`${place}${error.instancePath}`)
  switch (error.keyword) {
    // A schema that is false: the member it stands for may not be there.
    case 'boolean':
      return [{ path, text: 'is not a known member' }]
    // Says the same once more, for all members together, and only when there is room left for it.
    case 'additionalProperties':
      return []
    case 'required':
      return names(error.params, 'requiredProperties').map((name) => ({
        path: `${path}/${name}`,
        text: 'is required',
      }))
    case 'enum':
      return [{ path, text: `must be ${wordsAt(schema, error) ?? oneOf(error)}` }]
    case 'pattern':
      return [{ path, text: `must be ${wordsAt(schema, error) ?? 'written in another form'}` }]
    case 'format':
      return [{ path, text: `must be ${formats[formatIn(error)] ?? formatIn(error)}` }]
    default:
      return [{ path, text: error.message }]
  }
}

const oneOf = ({ params }: SchemaError): string =>
  `one of ${names(params, 'allowedValues').join(', ')}`

const formats: Record<string, string> = {
  date: 'a date, such as 2026-11-16',
  'date-time': 'a time with its offset, such as 2026-11-16T09:30:00+01:00',
  email: 'an e-mail address',
  uuid: 'a UUID',
}

const formatIn = ({ params }: SchemaError): string => (params as { format: string }).format

/** What the schema that was not met says of itself. */
function wordsAt(schema: TSchema, { schemaPath }: SchemaError): string | undefined {
  const steps = schemaPath.split('/').slice(1)
  const unescaped = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = unescaped.reduce<unknown>(
    (at, step) => (at as Record<string, unknown> | undefined)?.[step],
    schema,
  )
  return (found as Record<string, string> | undefined)?.[expects]
}

/** A path is for reading, and the caller chooses the names of unknown members. */
const clip = (path: string): string => (path.length > 100 ? `${path.slice(0, 99)}…` : path)

const names = (params: object, key: string): string[] =>
  (params as Record<string, string[]>)[key] ?? []
