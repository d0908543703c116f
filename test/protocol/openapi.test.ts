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
import type { ObjectSchema } from '../from-schema.ts'
import { startSandbox } from '../sandbox.ts'

interface Media {
  schema: TSchema
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
  components: Record<'schemas' | 'parameters' | 'headers' | 'responses', Record<string, object>>
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

const listed = table.filter(({ contract }) => !contract.unlisted)

/** With every part in the place of its name. */
const describedAs = (path: string, method: string) =>
  inFull(document.paths[path]?.[method.toLowerCase()]) as Described | undefined

function inFull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inFull)
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...beside } = value as { $ref?: string }
  const members = Object.entries($ref === undefined ? value : { ...partAt($ref), ...beside })
  return Object.fromEntries(members.map(([name, each]) => [name, inFull(each)]))
}

function partAt(address: string): object {
  const [, kind, name] = /^#\/components\/(\w+)\/(\w+)$/.exec(address) ?? []
  const found = document.components[kind as keyof Document['components']]?.[name ?? '']
  assert.ok(found, `${address} is nowhere`)
  return found
}

/** Every object and array of the document, whole. */
function everythingIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(everythingIn)]
}

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

test('describes exactly the operations of the route table that do more than refuse', () => {
  const inTable = listed.map(({ method, path, contract }) => `${method} ${path} ${contract.id}`)
  const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
    ),
  )
  assert.deepEqual(inDocument.toSorted(), inTable.toSorted())
  const unlisted = table.filter((each) => !listed.includes(each))
  assert.deepEqual(
    unlisted.map(({ method, path }) => `${method} ${path}`),
    [
      'POST /v1/payments/{paymentProduct}',
      'POST /v1/bulk-payments/{paymentProduct}',
      'POST /v1/periodic-payments/{paymentProduct}',
    ],
  )
})

test('names its parts instead of repeating them', () => {
  assert.ok(source.length < 500_000, `${source.length} characters`)
  const { schemas, parameters, headers, responses } = document.components
  const names = [schemas, parameters, headers, responses].flatMap(Object.keys)
  for (const name of names) assert.match(name, /^[A-Z][A-Za-z0-9]*$/)
  const lists = everythingIn(document).flatMap((each) => ('enum' in each ? [each.enum] : []))
  const long = lists.map((list) => JSON.stringify(list)).filter((text) => text.length > 100)
  assert.deepEqual(
    long.filter((text, index) => long.indexOf(text) !== index),
    [],
  )
})

test('names every object that is sent or answered', () => {
  const media = everythingIn(document.paths).filter((each): each is Media => 'schema' in each)
  const nameless = media.filter(({ schema }) => 'properties' in schema)
  assert.deepEqual(nameless, [])
})

test('every reference leads to a part, and every part is referred to', () => {
  const references = everythingIn(document).flatMap((each) =>
    '$ref' in each ? [each.$ref as string] : [],
  )
  for (const address of references) partAt(address)
  const parts = (['schemas', 'parameters', 'headers', 'responses'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `#/components/${kind}/${name}`),
  )
  assert.deepEqual([...new Set(references)].toSorted(), parts.toSorted())
})

test('every object has a name, and none that a language has for something else', () => {
  const nameless = (schema: unknown, path: string): string[] => {
    if (typeof schema !== 'object' || schema === null) return []
    return Object.entries(schema).flatMap(([key, each]) => {
      if (key.startsWith('example')) return []
      const within = nameless(each, `${path}/${key}`)
      return (each as { type?: unknown } | null)?.type === 'object'
        ? [`${path}/${key}`, ...within]
        : within
    })
  }
  const { schemas, parameters } = document.components
  const inside = Object.entries(schemas).flatMap(([name, schema]) => nameless(schema, name))
  assert.deepEqual([...inside, ...nameless(document.paths, 'paths')], [])
  const taken = ['Date', 'Error', 'Map', 'Object', 'Record', 'String']
  const names = [...Object.keys(schemas), ...Object.keys(parameters)]
  assert.deepEqual(
    names.filter((name) => taken.includes(name)),
    [],
  )
})

test('a part says what it is in its place as well as what it is', () => {
  const { CardTransaction } = document.components.schemas as Record<string, ObjectSchema>
  assert.deepEqual(CardTransaction?.properties.originalAmount, {
    $ref: '#/components/schemas/Amount',
    description: 'What the merchant asked for, in the merchant’s currency; signed alike.',
  })
})

for (const [product, required] of [
  ['norwegian-domestic-credit-transfers', ['amount']],
  ['cross-border-credit-transfers', ['amount', 'currency']],
] as const) {
  test(`the fee of ${product} cannot be asked for without ${required.join(' and ')}`, () => {
    const described = describedAs(`/v1/payments/${product}/fee-information`, 'GET')
    const asked = described?.parameters.filter((each) => each.in === 'query' && each.required)
    assert.deepEqual(
      asked?.map(({ name }) => name),
      required,
    )
  })
}

const kid = ['KID_MISSING', 'KID_INVALID']
for (const [product, own] of [
  ['norwegian-domestic-credit-transfers', [...kid, 'EXECUTION_DATE_INVALID']],
  ['instant-norwegian-credit-transfers-straks', kid],
  ['sepa-credit-transfers', ['EXECUTION_DATE_INVALID']],
  ['cross-border-credit-transfers', ['EXECUTION_DATE_INVALID']],
  ['norwegian-cross-border-credit-transfers', ['EXECUTION_DATE_INVALID']],
] as const) {
  test(`${product} lists the refusals that it has and no other product’s`, () => {
    const said = describedAs(`/v1/payments/${product}`, 'POST')?.responses['400']?.description
    const found = said?.match(/KID_[A-Z]+|EXECUTION_DATE_INVALID/g)
    assert.deepEqual(found, own)
  })
}

test('what is required under a condition says so', () => {
  const schemas = document.components.schemas as Record<string, ObjectSchema>
  const said = (schema: string, member: string): string => {
    const found = inFull(schemas[schema]?.properties[member]) as { description?: string }
    return found.description ?? ''
  }
  for (const body of ['SepaCreditTransfer', 'CrossBorderCreditTransfer']) {
    for (const member of ['creditorName', 'creditorAgent', 'creditorAddress']) {
      assert.match(said(body, member), /required in SEPA.*2026-08-13.*2026-11-15/, member)
    }
  }
  assert.match(said('GivenAddress', 'townName'), /required in SEPA/)
  for (const member of ['regulatoryReportingCode', 'regulatoryReportingInformation']) {
    assert.match(said('NorwegianCrossBorderCreditTransfer', member), /required.*100 000 NOK/)
  }
  assert.match(said('FeeQuestion', 'amount'), /unless instructedAmount/)
})

test('an account is taken with spaces and told without', () => {
  const schemas = document.components.schemas as Record<string, ObjectSchema>
  const { PaymentAccount, AccountReference, PaymentDetails } = schemas
  assert.partialDeepStrictEqual(PaymentAccount?.properties.iban, { maxLength: 42 })
  assert.partialDeepStrictEqual(AccountReference?.properties.iban, { maxLength: 34 })
  const told = { $ref: '#/components/schemas/AccountReference' }
  assert.deepEqual(PaymentDetails?.properties.creditorAccount, told)
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

for (const operation of listed) {
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

function assertFits(schema: TSchema, value: unknown, what = '') {
  const errors = Compile(schema).Errors(value)
  assert.deepEqual(errors, [], `${what} ${JSON.stringify(value)}`)
}
