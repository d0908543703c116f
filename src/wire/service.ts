import { Type } from 'typebox'
import { contract } from './operation.ts'

const Health = Type.Object({ status: Type.Literal('ok') }, { title: 'Health' })

/** What operators and newcomers read of the service itself. */
export const readLiveness = contract({
  id: 'read-liveness',
  tag: 'Service',
  summary: 'Whether the process runs',
  answer: { status: 200, description: 'It runs.', schema: Health, example: { status: 'ok' } },
})

export const readReadiness = contract({
  id: 'read-readiness',
  tag: 'Service',
  summary: 'Whether requests can be served',
  description: 'Red while the database does not answer and while the process stops.',
  answer: { status: 200, description: 'They can.', schema: Health, example: { status: 'ok' } },
  refusals: ['SERVICE_UNAVAILABLE'],
})

export const readMetrics = contract({
  id: 'read-metrics',
  tag: 'Service',
  summary: 'Metrics for Prometheus',
  answer: {
    status: 200,
    description: 'The Prometheus text format.',
    type: 'text/plain; version=0.0.4; charset=utf-8',
    schema: Type.String(),
  },
})

export const readOpenApi = contract({
  id: 'read-openapi',
  tag: 'Service',
  summary: 'This interface as OpenAPI 3.1',
  answer: {
    status: 200,
    description: 'The OpenAPI document.',
    schema: Type.Unsafe<object>(Type.Object({ openapi: Type.String() })),
  },
})

export const readStartPage = contract({
  id: 'read-start-page',
  tag: 'Service',
  summary: 'Where a developer begins',
  answer: {
    status: 200,
    description: 'A page.',
    type: 'text/html; charset=utf-8',
    schema: Type.String(),
    headers: {
      'Content-Security-Policy': 'Nothing runs on the page and nothing is loaded.',
      'X-Frame-Options': 'Nobody shows the page in a frame.',
      'Referrer-Policy': 'Nobody is told where a visitor comes from.',
      'Permissions-Policy': 'The page asks for nothing of the device.',
    },
  },
})
