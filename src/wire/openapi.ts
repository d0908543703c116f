import { IsOptional, type TObject, type TSchema } from 'typebox'
import type { ProblemCode } from '../kernel/problem.ts'
import { errorSchemas, refusal, repeatedId } from './openapi-errors.ts'
import { headerParameters } from './openapi-headers.ts'
import { forPsu, rateHeaders } from './openapi-psu.ts'
import { isSigned, type Operation } from './operation.ts'
import { problems } from './problems.ts'
import { tags } from './tags.ts'

type Json = Record<string, unknown>

/** What any operation may answer, by which part of the pipeline it passes. */
const always: ProblemCode[] = [
  'REQUESTED_FORMATS_INVALID',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'FORMAT_ERROR',
  'SYSTEM_ERROR',
  'SERVICE_UNAVAILABLE',
]
const withBody: ProblemCode[] = ['BODY_TOO_LARGE', 'MEDIA_TYPE_INVALID']
const whenSigned: ProblemCode[] = [
  'HTTP_HEADER_REQUIRED',
  'TIMESTAMP_INVALID',
  'SIGNATURE_MISSING',
  'SIGNATURE_INVALID',
  'CERTIFICATE_MISSING',
  'CERTIFICATE_INVALID',
  'CERTIFICATE_EXPIRED',
  'CERTIFICATE_REVOKED',
  'CERTIFICATE_BLOCKED',
  'ROLE_INVALID',
]

export interface OpenApiFacts {
  publicUrl: string
  version: string
}

/** The whole interface as OpenAPI 3.1, printed from the very schemas that check the requests. */
export function openApi(operations: readonly Operation<never>[], facts: OpenApiFacts): Json {
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
    paths: pathsOf(operations),
    components: components(operations),
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
      ...parametersIn('path', contract.path),
      ...parametersIn('query', contract.query),
      ...(signed ? headerParameters(operation) : []),
    ],
    ...(contract.body ? { requestBody: requestBody(contract.body, contract.bodyExample) } : {}),
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

function parametersIn(place: 'path' | 'query', schema: TObject | undefined): Json[] {
  const required: readonly string[] = schema?.required ?? []
  return Object.entries(schema?.properties ?? {}).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...('description' in type ? { description: type.description } : {}),
    schema: type,
  }))
}

const requestBody = (schema: TSchema, example: unknown): Json => ({
  required: !IsOptional(schema),
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
})

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
    [type]: { schema, ...(example === undefined ? {} : { example }) },
  }
  const own = Object.entries(operation.contract.answer.headers ?? {})
  const said = Object.fromEntries(own.map(([name, meaning]) => [name, answerHeader(meaning)]))
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

function refusals(operation: Operation<never>): Json {
  const { contract } = operation
  const codes = new Set<ProblemCode>([
    ...always,
    ...(contract.body ? withBody : []),
    ...(isSigned(operation) ? whenSigned : []),
    ...(isSigned(operation) && operation.method !== 'GET' ? (['CONFLICT'] as const) : []),
    ...(isSigned(operation) && operation.guards.quota ? (['ACCESS_EXCEEDED'] as const) : []),
    ...(contract.refusals ?? []),
  ])
  const byStatus = Map.groupBy(codes, (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort()
      .map(([status, those]) => [
        status,
        forPsu(operation, status, refusal(operation, status, those)),
      ]),
  )
}

const answerHeader = (description: string): Json => ({ description, schema: { type: 'string' } })

const answerHeaders = {
  ...repeatedId,
  Digest: answerHeader('SHA-256 of the body.'),
  Signature: answerHeader('The bank’s signature over date, digest and x-request-id.'),
  'ASPSP-Signature-Certificate': answerHeader('The bank’s certificate, base64 of its DER.'),
  'x-accept-fix': answerHeader('The announced changes that were asked for and are followed.'),
}

const components = (operations: readonly Operation<never>[]): Json => ({
  securitySchemes: {
    signature: {
      type: 'apiKey',
      in: 'header',
      name: 'Signature',
      description:
        'keyId="SN=<serial>,CA=<issuer>",algorithm="rsa-sha256",headers="<names>",signature="<base64>"',
    },
  },
  schemas: errorSchemas(operations),
})
