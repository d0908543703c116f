import { systemRandom } from '../../src/kernel/random.ts'

export interface OpenApi {
  paths: Record<string, Record<string, Described>>
}

interface Described {
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}

/**
 * Mockoon's own form of a description: each operation answers with its example. By itself Mockoon
 * looks for templates in every text; with that switched off the text is sent as it stands.
 */
export function mockoonEnvironment({ paths }: OpenApi, disableTemplating: boolean): object {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...routeOf(path, method),
      responses: [responseOf(operation, disableTemplating)],
    })),
  )
  return {
    ...{ uuid: systemRandom.uuid(), name: 'Nordgate', endpointPrefix: '', latency: 0 },
    ...{ folders: [], routes, data: [], callbacks: [], headers: [] },
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
  }
}

const routeOf = (path: string, method: string) => ({
  ...{ uuid: systemRandom.uuid(), type: 'http', method, responseMode: null },
  endpoint: path.slice(1).replace(/\{(\w+)\}/g, ':$1'),
})

function responseOf({ responses }: Described, disableTemplating: boolean) {
  const [status, answer] = Object.entries(responses)[0] ?? ['200', {}]
  return {
    ...{ uuid: systemRandom.uuid(), statusCode: Number(status), bodyType: 'INLINE' },
    ...{ default: true, disableTemplating, latency: 0, rules: [] },
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    body: JSON.stringify(answer?.content?.['application/json']?.example ?? {}),
  }
}
