import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { here } from './saying.ts'

type Json = Record<string, unknown>

type Kind = 'schemas' | 'parameters' | 'headers' | 'responses'

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

/** `read-account`, `PSU-ID` and `_links` as names: `ReadAccount`, `PsuId`, `Links`. */
export const pascalCase = (name: string): string =>
  name
    .split(/[-_]/)
    .map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

/** Values, not schemas: whatever stands in them is printed as it is. */
const values: ReadonlySet<string> = new Set(['enum', 'example', 'examples'])

/** Prints what is described with a reference in the place of each part, and keeps the parts. */
export class Printer {
  readonly #parts = new Map<string, Json>()
  /** Most schemas stand in many places. */
  readonly #printed = new Map<object, unknown>()

  print(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const printed = this.#printed.get(value) ?? this.#printOnce(value)
    this.#printed.set(value, printed)
    return printed
  }

  /** All that was referred to so far, by name. */
  components(): Record<Kind, Json> {
    return {
      schemas: this.#partsOf('schemas'),
      parameters: this.#partsOf('parameters'),
      headers: this.#partsOf('headers'),
      responses: this.#partsOf('responses'),
    }
  }

  #printOnce(value: object): unknown {
    if (Array.isArray(value)) return value.map((each) => this.print(each))
    const part = value instanceof Part ? value : titled(value as Json)
    return part ? this.#referTo(part) : this.#printMembers(value as Json)
  }

  #printMembers(object: Json): Json {
    return mapped(object, (key, value) => {
      if (values.has(key)) return value
      // Its keys are names of members, whatever they are.
      return key === 'properties'
        ? mapped(value as Json, (_, each) => this.print(each))
        : this.print(value)
    })
  }

  #referTo({ kind, name, content }: Part): Json {
    assert.match(name, /^[A-Z][A-Za-z0-9]*$/)
    const { [here]: said, ...itself } = content
    const address = `${addressOf(kind)}${name}`
    const printed = this.#printMembers(withNamedMembers(name, itself))
    const known = this.#parts.get(address) ?? printed
    assert(isDeepStrictEqual(known, printed), `Two different ${kind} are called ${name}.`)
    this.#parts.set(address, known)
    return { $ref: address, ...(said as Json | undefined) }
  }

  #partsOf(kind: Kind): Json {
    const start = addressOf(kind)
    const found = [...this.#parts].filter(([address]) => address.startsWith(start))
    const named = found.map(([address, part]) => [address.slice(start.length), part] as const)
    return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }
}

const addressOf = (kind: Kind): string => `#/components/${kind}/`

/** A schema is named by its title. */
function titled({ title, ...content }: Json): Part | undefined {
  return typeof title === 'string' ? new Part('schemas', title, content) : undefined
}

/** An object that has no name of its own is named after the one that it is a member of. */
function withNamedMembers(name: string, content: Json): Json {
  if (content.type !== 'object' || content.properties === undefined) return content
  const properties = mapped(content.properties as Json, (key, member) => {
    const { type, title } = member as Json
    const nameless = type === 'object' && title === undefined && !(member instanceof Part)
    return nameless ? new Part('schemas', `${name}${pascalCase(key)}`, member as Json) : member
  })
  return { ...content, properties }
}

const mapped = (object: Json, change: (key: string, value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]))
