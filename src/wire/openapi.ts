import { IsOptional, type TObject, type TSchema } from 'typebox'
import { repeatedId } from './openapi-errors.ts'
import { answerHeader, headerParameters } from './openapi-headers.ts'
import { Part, Printer, pascalCase } from './openapi-parts.ts'
import { rateHeaders } from './openapi-psu.ts'
import { refusals } from './openapi-refusals.ts'
import { type Contract, isSigned, type Operation } from './operation.ts'
import { here, type Said } from './saying.ts'
import { tags } from './tags.ts'

type Json = Record<string, unknown>

export interface OpenApiFacts {
  publicUrl: string
  version: string
}

/** The whole interface as OpenAPI 3.1, printed from the very schemas that check the requests. */
export function openApi(table: readonly Operation<never>[], facts: OpenApiFacts): Json {
  const operations = table.filter(({ contract }) => !contract.unlisted)
  const printer = new Printer()
  const paths = printer.print(pathsOf(operations))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nordgate',
      version: facts.version,
      summary: 'Account information and payment initiation under PSD2',
      description:
        'Every request but those marked otherwise is signed with the TPP’s eIDAS seal ' +
        'certificate. Every answer repeats X-Request-ID; every refusal has the same body.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: facts.publicUrl, description: 'This service' }],
    security: [{ signature: [] }],
    tags: tagsOf(operations),
    paths,
    components: { securitySchemes, ...printer.components() },
  }
}

function pathsOf(operations: readonly Operation<never>[]): Json {
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const methods = (those: readonly Operation<never>[]) =>
    Object.fromEntries(those.map((each) => [each.method.toLowerCase(), describe(each)]))
  return Object.fromEntries([...byPath].map(([path, those]) => [path, methods(those)]))
}

function tagsOf(operations: readonly Operation<never>[]): Json[] {
  const names = new Set(operations.map(({ contract }) => contract.tag))
  return [...names].map((name) => ({ name, description: tags[name] }))
}

function describe(operation: Operation<never>): Json {
  const { contract } = operation
  const signed = isSigned(operation)
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: sentences(operation),
    ...(signed ? {} : { security: [] }),
    parameters: [
      ...parametersIn('path', contract.path, Object.keys(contract.path?.properties ?? {})),
      ...parametersIn('query', contract.query, [
        ...(contract.query?.required ?? []),
        ...(contract.queryRequired ?? []),
      ]),
      ...(signed ? headerParameters(operation) : []),
    ],
    ...(contract.body ? { requestBody: requestBody(contract, contract.body) } : {}),
    responses: { ...success(operation), ...refusals(operation) },
  }
}

function sentences(operation: Operation<never>): string {
  const { contract } = operation
  const guard = isSigned(operation)
    ? operation.guards.role === 'any'
      ? 'Needs any PSD2 role.'
      : `Needs the role ${operation.guards.role}.`
    : `Unsigned: ${operation.unsigned}.`
  return [contract.description, guard].filter(Boolean).join(' ')
}

function parametersIn(
  place: 'path' | 'query',
  schema: TObject | undefined,
  required: readonly string[],
): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, type]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...describedIn(type),
    schema: type,
  }))
}

/** The words for the place come before those of the schema itself. */
function describedIn(schema: TSchema & { [here]?: Said; description?: string }): Json {
  const description = schema[here]?.description ?? schema.description
  return description === undefined ? {} : { description }
}

function requestBody(contract: Contract, body: TSchema): Json {
  const { bodyExample: example } = contract
  const schema = named(body, contract, 'Body')
  return {
    required: !IsOptional(body),
    content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
  }
}

function success(operation: Operation<never>): Json {
  const {
    status,
    description,
    schema,
    example,
    type = 'application/json',
    whenNothing,
  } = operation.contract.answer
  const content = schema && {
    [type]: {
      schema: named(schema, operation.contract, 'Answer'),
      ...(example === undefined ? {} : { example }),
    },
  }
  const own = Object.entries(operation.contract.answer.headers ?? {})
  const said = Object.assign({}, ...own.map(([name, meaning]) => answerHeader(name, meaning)))
  const headers = isSigned(operation)
    ? { headers: { ...answerHeaders, ...said, ...rateHeaders(operation) } }
    : {}
  return {
    [status]: { description, ...headers, ...(content ? { content } : {}) },
    ...(whenNothing && {
      [whenNothing.status]: { description: whenNothing.description, ...headers },
    }),
  }
}

const answerHeaders = {
  ...repeatedId,
  ...answerHeader('Digest', 'SHA-256 of the body.'),
  ...answerHeader('Signature', 'The bank’s signature over date, digest and x-request-id.'),
  ...answerHeader('ASPSP-Signature-Certificate', 'The bank’s certificate, base64 of its DER.'),
  ...answerHeader('x-accept-fix', 'The announced changes that were asked for and are followed.'),
}

/** An object that has no name of its own is named after the operation. */
function named(schema: TSchema, { id }: Contract, what: 'Body' | 'Answer'): TSchema | Part {
  const { type, title } = schema as { type?: string; title?: string }
  if (type !== 'object' || title !== undefined) return schema
  return new Part('schemas', `${pascalCase(id)}${what}`, { ...schema })
}

const securitySchemes = {
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description:
      'keyId="SN=<serial>,CA=<issuer>",algorithm="rsa-sha256",headers="<names>",signature="<base64>"',
  },
}
