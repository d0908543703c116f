import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import type { Finding } from '../kernel/problem.ts'

// The library stops looking after eight errors; a developer wants to mend all in one go.
Settings.Set({ maxErrors: 100 })

/** Everything that is wrong with `value`, in words; nothing when it fits the schema. */
export type Check = (value: unknown) => Finding[]

interface SchemaError {
  keyword: string
  instancePath: string
  params: object
  message: string
}

/** Compiles a schema once; `place` names the part of the request, such as `body`. */
export function checkFor(schema: TSchema, place: string): Check {
  const validator = Compile(schema)
  return (value) => {
    if (validator.Check(value)) return []
    const errors = validator.Errors(value) as SchemaError[]
    const found = errors.flatMap((error) => findings(error, place))
    // What does not fit is refused, also when no words are found for it.
    return found.length > 0 ? found : [{ path: place, text: 'does not fit the schema' }]
  }
}

function findings(error: SchemaError, place: string): Finding[] {
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
      return [{ path, text: `must be one of ${names(error.params, 'allowedValues').join(', ')}` }]
    default:
      return [{ path, text: error.message }]
  }
}

/** A path is for reading, and the caller chooses the names of unknown members. */
const clip = (path: string): string => (path.length > 100 ? `${path.slice(0, 99)}…` : path)

const names = (params: object, key: string): string[] =>
  (params as Record<string, string[]>)[key] ?? []
