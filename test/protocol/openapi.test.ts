import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { operations, type Rooms } from '../../src/operations.ts'
import { commonHeaders, namesOf, signingHeaders } from '../../src/wire/headers.ts'
import { isSigned } from '../../src/wire/operation.ts'
import { problems } from '../../src/wire/problems.ts'
import { expects } from '../../src/wire/text.ts'
import { startSandbox } from '../sandbox.ts'

interface Media {
  schema: TSchema & { $ref?: string }
  example?: unknown
}
interface Response {
  description: string
  headers?: Record<string, unknown>
  content?: Record<string, Media>
}
interface Described {
  operationId: string
  description: string
  security?: unknown[]
  parameters: {
    name: string
    in: string
    required: boolean
    schema: TSchema
    description?: string
  }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
}
interface Document {
  openapi: string
  servers: { url: string }[]
  security: unknown[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, TSchema> }
}

const sandbox = await startSandbox()
const answer = await fetch(`${sandbox.url}/openapi.json`)
const source = await answer.text()
const document = JSON.parse(source) as Document

/** Rooms that can be asked for anything, since only the table is looked at. */
const anything: unknown = new Proxy(() => {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 1 : anything),
  apply: () => anything,
})
const table = operations(anything as Rooms)

const describedAs = (path: string, method: string) => document.paths[path]?.[method.toLowerCase()]

test('lints clean by all rules that Redocly recommends', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // The server of a test listens on this machine.
      'no-server-example.com': 'off',
    },
  })
  const found = await lintFromString({ source, config })
  const lines = found.map(({ ruleId, message, location }) => {
    return `${ruleId}: ${message} at ${location[0]?.pointer}`
  })
  assert.deepEqual(lines, [])
})

test('is OpenAPI 3.1 at the public address of the service', () => {
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual(
    document.servers.map(({ url }) => url),
    [sandbox.publicUrl],
  )
})

test('describes exactly the operations of the route table', () => {
  const inTable = table.map(({ method, path, contract }) => `${method} ${path} ${contract.id}`)
  const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
    ),
  )
  assert.deepEqual(inDocument.toSorted(), inTable.toSorted())
})

test('every pattern of a body or a query is said in words too', () => {
  const unsaid = (schema: unknown): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const { pattern } = schema as { pattern?: unknown }
    const mute = typeof pattern === 'string' && !(expects in schema)
    return [...(mute ? [pattern] : []), ...Object.values(schema).flatMap(unsaid)]
  }
  for (const { contract } of table) {
    assert.deepEqual([contract.body, contract.query].flatMap(unsaid), [], contract.id)
  }
})

test('only these operations are unsigned, each for its reason', () => {
  const unsigned = table.flatMap((operation) =>
    isSigned(operation) ? [] : [`${operation.method} ${operation.path}: ${operation.unsigned}`],
  )
  assert.deepEqual(unsigned.toSorted(), [
    'GET /: it is documentation',
    'GET /health/live: the monitor has no certificate',
    'GET /health/ready: the monitor has no certificate',
    'GET /metrics: the monitor has no certificate',
    'GET /openapi.json: it is documentation',
    'GET /sandbox/ca.crl: it is public by nature',
    'GET /sandbox/ca.pem: it is public by nature',
    'POST /sandbox/certificates: whoever asks has no certificate yet',
  ])
})

for (const operation of table) {
  const { method, path, contract } = operation
  const described = describedAs(path, method)
  if (!described) continue

  test(`${method} ${path} says who may call it and with which headers`, () => {
    assert.deepEqual(described.security, isSigned(operation) ? undefined : [])
    const headers = described.parameters.filter((each) => each.in === 'header')
    if (!isSigned(operation)) {
      assert.deepEqual(headers, [])
      assert.match(described.description, /Unsigned: /)
      return
    }
    assert.match(described.description, /Needs (any PSD2 role|the role (AISP|PISP))\./)
    const ofNoPsu = path.startsWith('/v1/sandbox/') || path.startsWith('/v1/tpps/')
    const names = [...signingHeaders, ...(ofNoPsu ? [] : commonHeaders)].map(({ name }) => name)
    assert.deepEqual(
      headers.map(({ name }) => name),
      names,
    )
    const always = ['X-Request-ID', 'Date', 'TPP-Signature-Certificate', 'Signature']
    const digest = contract.body ? ['Digest'] : []
    const { requires = [] } = operation.guards
    // Of several that may stand in for each other none is required.
    const own = requires.map(namesOf).filter((several) => several.length === 1)
    const required = [...always, ...digest, ...own.flat()]
    assert.deepEqual(
      headers
        .filter((each) => each.required)
        .map(({ name }) => name)
        .toSorted(),
      required.toSorted(),
    )
    for (const { name, description } of headers) assert.ok(description, name)
  })

  test(`${method} ${path} lists its refusals, each with an example that is one`, () => {
    const expected = new Set([400, 406, 414, 431, 500, 503])
    if (isSigned(operation)) expected.add(401)
    if (isSigned(operation) && method !== 'GET') expected.add(409)
    if (contract.body) for (const status of [413, 415]) expected.add(status)
    for (const code of contract.refusals ?? []) expected.add(problems[code].status)
    const refusals = Object.entries(described.responses).filter(([status]) => Number(status) >= 400)
    assert.deepEqual(
      refusals.map(([status]) => Number(status)).toSorted(),
      [...expected].toSorted(),
    )
    for (const [status, { content, description, headers }] of refusals) {
      const example = content?.['application/json']?.example as { status: number; code: string }
      assert.equal(example.status, Number(status))
      assert.ok(description.includes(`\`${example.code}\``), description)
      assert.ok(headers?.['X-Request-ID'])
    }
  })

  test(`${method} ${path} has examples that fit its schemas`, () => {
    const media = [described.requestBody, ...Object.values(described.responses)].flatMap((each) =>
      Object.entries(each?.content ?? {}),
    )
    for (const [type, { schema, example }] of media) {
      if (example !== undefined) assertFits(schema, example)
      else
        assert.ok(
          type !== 'application/json' || contract.id === 'read-openapi',
          `${type}: no example`,
        )
    }
    for (const { name, schema } of described.parameters) {
      const { examples = [] } = schema as { examples?: unknown[] }
      for (const example of examples) assertFits(schema, example, name)
    }
  })
}

function assertFits(schema: Media['schema'], value: unknown, what = '') {
  const errors = Compile(resolved(schema) as TSchema).Errors(value)
  assert.deepEqual(errors, [], `${what} ${JSON.stringify(value)}`)
}

/** With the shared schemas in the place of their names, also where there is a choice. */
function resolved(schema: Media['schema']): unknown {
  if ('anyOf' in schema) return { anyOf: (schema.anyOf as Media['schema'][]).map(resolved) }
  const name = schema.$ref?.replace('#/components/schemas/', '')
  if (name === undefined) return schema
  const found = document.components.schemas[name]
  assert.ok(found, name)
  return found
}
