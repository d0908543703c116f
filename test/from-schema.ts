import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { TSchema } from 'typebox'

/**
 * Values that fit a schema, for the kinds of schema that request bodies are made of. What else must
 * hold of a member is the caller's to say: `instead` has arbitraries by member name.
 */
export type Instead = Readonly<Record<string, fc.Arbitrary<unknown>>>

export interface ObjectSchema {
  properties: Record<string, TSchema>
  required?: readonly string[]
}

interface Known {
  type?: string
  enum?: readonly string[]
  minLength?: number
  maxLength?: number
  format?: string
  minItems?: number
  maxItems?: number
  items?: TSchema
}

export function fitting(schema: TSchema, instead: Instead = {}): fc.Arbitrary<unknown> {
  const known = schema as Known
  if (known.enum) return fc.constantFrom(...known.enum)
  switch (known.type) {
    case 'object':
      return fittingObject(schema as unknown as ObjectSchema, instead)
    case 'array':
      assert(known.items)
      return fc.array(fitting(known.items, instead), {
        minLength: known.minItems ?? 0,
        maxLength: Math.min(known.maxItems ?? 3, (known.minItems ?? 0) + 3),
      })
    case 'string':
      return known.format === 'date' ? anyDay : fittingText(known)
    case 'boolean':
      return fc.boolean()
    default:
      throw new Error(`No values are made for ${JSON.stringify(schema).slice(0, 200)}`)
  }
}

/** Every member that is required, and any of the others. */
export function fittingObject(
  { properties, required }: ObjectSchema,
  instead: Instead = {},
): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, instead[name] ?? fitting(schema, instead)] as const,
  )
  return fc.record(Object.fromEntries(members), { requiredKeys: [...(required ?? [])] })
}

const anyDay = fc
  .integer({ min: 0, max: 9998 * 365 })
  .map((days) => Temporal.PlainDate.from('0001-01-01').add({ days }).toString())

/** In the bank's characters and never blank, now and then as long as it may be. */
function fittingText({ minLength = 0, maxLength = 40 }: Known): fc.Arbitrary<string> {
  const long = fc.constant('å'.repeat(maxLength))
  const some = fc
    .string({ unit: bankCharacter, minLength, maxLength })
    .map((text) => (text.trim() === '' && minLength > 0 ? 'x' : text))
  return fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: long })
}

const bankCharacter = fc.constantFrom(...'abcxyzABCXYZæøåÆØÅéüßł0123456789 .,:;-/()&+§€')
