import { isUtf8 } from 'node:buffer'
import { IsOptional, IsUnknown, type TObject, type TSchema } from 'typebox'
import { type Finding, Problem } from '../kernel/problem.ts'
import { anyText, commonHeaders } from '../wire/headers.ts'
import type { Contract, Input } from '../wire/operation.ts'
import { type Check, checkFor } from '../wire/validate.ts'
import { bankText } from './bank-text.ts'
import type { Received } from './received.ts'
import { repeatedMember } from './repeated-member.ts'

/** Check 12: turns path, query, headers and body into the operation's input, or refuses. */
export type ReadInput = (request: Received) => Input<Contract>

export function inputReader({ path, query, body }: Contract): ReadInput {
  const checkPath = path ? checkFor(path, 'path') : undefined
  const readQuery = queryReader(query)
  const readBody = bodyReader(body)
  return (request) => {
    // A malformed id is answered like an unknown one: nobody learns what exists.
    if (checkPath && checkPath(request.path).length > 0) throw unknownResource()
    refuse(headerFindings(request))
    return { path: request.path, query: readQuery(request.target), body: readBody(request.body) }
  }
}

export const unknownResource = (): Problem =>
  new Problem('RESOURCE_UNKNOWN', 'There is no such resource.')

function refuse(findings: Finding[]): void {
  if (findings.length === 0) return
  throw new Problem('FORMAT_ERROR', 'The request is not as the interface describes it:', {
    findings,
  })
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

function queryReader(schema: TObject | undefined): (target: string) => Record<string, unknown> {
  const properties: Record<string, TSchema> = schema?.properties ?? {}
  const check: Check | undefined = schema && checkFor(schema, 'query')
  return (target) => {
    const start = target.indexOf('?')
    const values: Record<string, unknown> = {}
    if (start === -1 || start === target.length - 1) return checked(values, check)
    for (const [name, value] of new URLSearchParams(target.slice(start + 1))) {
      if (!Object.hasOwn(properties, name)) {
        refuseParameter(name, 'is not a parameter of this operation')
      }
      if (Object.hasOwn(values, name)) refuseParameter(name, 'was given more than once')
      values[name] = typed(value, properties[name])
    }
    return checked(values, check)
  }
}

const refuseParameter = (name: string, text: string): void =>
  refuse([{ path: `query/${name.slice(0, 64)}`, text }])

function checked(values: Record<string, unknown>, check: Check | undefined) {
  if (check) refuse(check(values))
  return values
}

/** Query values are text; a whole number or a boolean stays text when it is not one, and fails. */
function typed(value: string, schema: TSchema | undefined): unknown {
  const type = schema && 'type' in schema ? schema.type : undefined
  if (type === 'integer' && /^-?[0-9]{1,15}$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function bodyReader(schema: TSchema | undefined): (body: Buffer) => unknown {
  if (!schema) {
    return (body) => {
      if (body.length > 0) refuse([{ path: 'body', text: 'is not taken by this operation' }])
    }
  }
  const check = checkFor(schema, 'body')
  const mayBeLeftOut = IsOptional(schema)
  // What is in such a body is of no interest, nor how deep it is nested.
  const ignored = IsUnknown(schema)
  return (body) => {
    if (mayBeLeftOut && body.length === 0) return undefined
    const parsed = parseJson(body, ignored)
    if (ignored) return undefined
    refuse(check(parsed))
    const findings: Finding[] = []
    const value = bankText(parsed, 'body', findings)
    refuse(findings)
    return value
  }
}

function parseJson(body: Buffer, ignored: boolean): unknown {
  if (body.length === 0) refuse([{ path: 'body', text: 'is required' }])
  if (!isUtf8(body)) refuse([{ path: 'body', text: 'is not valid UTF-8' }])
  const json = body.toString('utf8')
  const parsed = parse(json)
  const twice = ignored ? undefined : repeatedMember(json)
  if (twice !== undefined) {
    refuse([{ path: 'body', text: `has the member “${twice.slice(0, 64)}” more than once` }])
  }
  return parsed
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    const text = error instanceof Error ? error.message : 'cannot be parsed'
    throw new Problem('FORMAT_ERROR', 'The body is not JSON:', {
      findings: [{ path: 'body', text }],
    })
  }
}
