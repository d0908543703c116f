import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { here } from './saying.ts'

type Json = Record<string, unknown>

const kinds = ['schemas', 'parameters', 'headers', 'responses'] as const
type Kind = (typeof kinds)[number]

/** Something that the document has once, under a name, however often it is wanted. */
export class Part {
  readonly kind: Kind
  readonly name: string
  readonly content: Json

  constructor(kind: Kind, name: string, content: Json) {
    this.kind = kind
    this.name = name
    this.content = content
  }
}

/** `read-account` and `PSU-ID` as names of parts: `ReadAccount`, `PsuId`. */
export const pascalCase = (name: string): string =>
  name
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join('')

/** Values, not schemas: whatever stands in them is printed as it is. */
const values: ReadonlySet<string> = new Set(['enum', 'example', 'examples'])

/** Prints what is described, with a reference in the place of each part, and all the parts. */
export function withParts(described: Json): { printed: Json; components: Record<Kind, Json> } {
  const parts = new Map<string, Json>()
  const done = new Map<object, unknown>()

  const print = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    // Most schemas stand in many places.
    const before = done.get(value)
    if (before !== undefined) return before
    const printed = printObject(value)
    done.set(value, printed)
    return printed
  }
  const printObject = (value: object): unknown => {
    if (Array.isArray(value)) return value.map(print)
    const part = value instanceof Part ? value : named(value as Json)
    return part ? referTo(part) : mapped(value as Json, (key, each) => inside(key, each))
  }
  const inside = (key: string, value: unknown): unknown => {
    if (values.has(key)) return value
    // Its keys are the members' own names, whatever they are.
    return key === 'properties' ? mapped(value as Json, (_, each) => print(each)) : print(value)
  }
  const referTo = ({ kind, name, content }: Part): Json => {
    const { [here]: said, ...itself } = content
    const address = `#/components/${kind}/${name}`
    const printed = mapped(itself, inside)
    const known = parts.get(address) ?? printed
    assert.match(name, /^[A-Z][A-Za-z0-9]*$/)
    assert(isDeepStrictEqual(known, printed), `Two different ${kind} are called ${name}.`)
    parts.set(address, known)
    return { $ref: address, ...(said as Json | undefined) }
  }

  const printed = mapped(described, (_, value) => print(value))
  return { printed, components: byKind(parts) }
}

/** A schema is named by its title. */
function named({ title, ...content }: Json): Part | undefined {
  return typeof title === 'string' ? new Part('schemas', title, content) : undefined
}

const mapped = (object: Json, change: (key: string, value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]))

function byKind(parts: ReadonlyMap<string, Json>): Record<Kind, Json> {
  const of = (kind: Kind): Json => {
    const start = `#/components/${kind}/`
    const found = [...parts].filter(([address]) => address.startsWith(start))
    return Object.fromEntries(found.map(([address, part]) => [address.slice(start.length), part]))
  }
  return {
    schemas: of('schemas'),
    parameters: of('parameters'),
    headers: of('headers'),
    responses: of('responses'),
  }
}
