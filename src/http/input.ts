import { isUtf8 } from 'node:buffer'
import { IsOptional, IsUnknown, type TObject, type TSchema } from 'typebox'
import { type Finding, Problem } from '../kernel/problem.ts'
import type { CharacterSet } from '../kernel/text.ts'
import { anyText, commonHeaders } from '../wire/headers.ts'
import type { Contract, Input } from '../wire/operation.ts'
import { type Check, checkFor, findingsMax } from '../wire/validate.ts'
import { hasPlainTextsOnly, textReader } from './bank-text.ts'
import type { Received } from './received.ts'
import { repeatedMember } from './repeated-member.ts'

/** Check 12: turns path, query, headers and body into the operation's input, or refuses. */
export type ReadInput = (request: Received) => Input<Contract>

export function inputReader({ path, query, body }: Contract, set: CharacterSet): ReadInput {
  const checkPath = path ? checkFor(path, 'path') : undefined
  const readQuery = queryReader(query)
  const readBody = bodyReader(body, set)
  return (request) => {
    // A malformed id is answered like an unknown one: nobody learns what exists.
    if (checkPath && checkPath(request.path).length > 0) throw unknownResource()
    const findings = headerFindings(request)
    const input = {
      path: request.path,
      query: readQuery(request.target, findings),
      body: readBody(request.body, findings),
    }
    refuse(findings)
    return input
  }
}

export const unknownResource = (): Problem =>
  new Problem('RESOURCE_UNKNOWN', 'There is no such resource.')

function refuse(findings: Finding[]): void {
  if (findings.length === 0) return
  const told = findings.slice(0, findingsMax)
  const message =
    told.length === findings.length
      ? 'The request is not as the interface describes it:'
      : `The first ${findingsMax} things that are not as the interface describes them:`
  throw new Problem('FORMAT_ERROR', message, { findings: told })
}

const headerRules = commonHeaders
  .filter(({ takes }) => takes !== anyText)
  .map((rule) => ({ ...rule, key: rule.name.toLowerCase() }))

function headerFindings({ headers }: Received): Finding[] {
  const wrong = headerRules.filter(({ key, valid }) => {
    const value = headers.get(key)
    return value !== undefined && !valid(value)
  })
  return wrong.map(({ name, takes }) => ({ path: `header ${name}`, text: `must be ${takes}` }))
}

type ReadQuery = (target: string, findings: Finding[]) => Record<string, unknown>

function queryReader(schema: TObject | undefined): ReadQuery {
  const properties: Record<string, TSchema> = schema?.properties ?? {}
  const check: Check | undefined = schema && checkFor(schema, 'query')
  return (target, findings) => {
    const values: Record<string, unknown> = {}
    const wrong = new Map<string, string>()
    for (const [name, value] of parametersOf(target)) {
      if (!Object.hasOwn(properties, name)) wrong.set(name, 'is not a parameter of this operation')
      else if (Object.hasOwn(values, name)) wrong.set(name, 'was given more than once')
      else values[name] = typed(value, properties[name])
    }
    for (const [name, text] of wrong) findings.push({ path: `query/${name.slice(0, 64)}`, text })
    if (check) findings.push(...check(values))
    return values
  }
}

/** Most requests have none. */
function parametersOf(target: string): Iterable<[name: string, value: string]> {
  const start = target.indexOf('?')
  return start === -1 ? [] : new URLSearchParams(target.slice(start + 1))
}

/** Query values are text; a whole number or a boolean stays text when it is not one, and fails. */
function typed(value: string, schema: TSchema | undefined): unknown {
  const type = schema && 'type' in schema ? schema.type : undefined
  if (type === 'integer' && /^-?[0-9]{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

type ReadBody = (body: Buffer, findings: Finding[]) => unknown

function bodyReader(schema: TSchema | undefined, set: CharacterSet): ReadBody {
  if (!schema) {
    return (body, findings) => {
      if (body.length > 0) findings.push(inBody('is not taken by this operation'))
    }
  }
  const mayBeLeftOut = IsOptional(schema)
  const readValue = IsUnknown(schema) ? ignore : valueReader(schema, set)
  return (body, findings) => {
    if (mayBeLeftOut && body.length === 0) return undefined
    const json = jsonIn(body)
    if (json.ok) return readValue(json, findings)
    findings.push(inBody(json.text))
    return undefined
  }
}

const inBody = (text: string): Finding => ({ path: 'body', text })

interface Json {
  ok: true
  source: string
  value: unknown
}

function jsonIn(body: Buffer): Json | { ok: false; text: string } {
  if (body.length === 0) return { ok: false, text: 'is required' }
  if (!isUtf8(body)) return { ok: false, text: 'is not valid UTF-8' }
  const source = body.toString('utf8')
  try {
    return { ok: true, source, value: JSON.parse(source) }
  } catch (error) {
    return { ok: false, text: `is not JSON: ${error instanceof Error ? error.message : ''}` }
  }
}

/** What is in such a body is of no interest, nor how deep it is nested. */
const ignore = () => undefined

function valueReader(
  schema: TSchema,
  set: CharacterSet,
): (json: Json, findings: Finding[]) => unknown {
  const check = checkFor(schema, 'body')
  const readTexts = textReader(schema, set)
  return ({ source, value }, findings) => {
    const twice = repeatedMember(source)
    if (twice !== undefined) {
      findings.push(inBody(`has the member “${twice.slice(0, 64)}” more than once`))
    }
    const foreign: Finding[] = []
    const read = hasPlainTextsOnly(source, set) ? value : readTexts(value, 'body', foreign)
    for (const finding of check(read, foreign)) findings.push(finding)
    return read
  }
}
