import { systemRandom } from '../../src/kernel/random.ts'

export interface OpenApi {
  paths: Record<string, Record<string, Described>>
}

interface Described {
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}

/** Mockoon's own form of a description: each operation answers with its example, as it stands. */
export function mockoonEnvironment({ paths }: OpenApi): object {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => routeOf(path, method, operation)),
  )
  return {
    ...{ uuid: systemRandom.uuid(), name: 'Nordgate', endpointPrefix: '', latency: 0 },
    ...{ folders: [], routes, data: [], callbacks: [], headers: [] },
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
  }
}

function routeOf(path: string, method: string, { responses }: Described) {
  const [status, answer] = Object.entries(responses)[0] ?? ['200', {}]
  return {
    ...{ uuid: systemRandom.uuid(), type: 'http', method, responseMode: null },
    endpoint: path.slice(1).replace(/\{(\w+)\}/g, ':$1'),
    responses: [
      {
        ...{ uuid: systemRandom.uuid(), statusCode: Number(status), bodyType: 'INLINE' },
        ...{ default: true, disableTemplating: true, latency: 0, rules: [] },
        headers: [{ key: 'Content-Type', value: 'application/json' }],
        body: JSON.stringify(answer?.content?.['application/json']?.example ?? {}),
      },
    ],
  }
}
