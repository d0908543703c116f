import { Problem } from '../kernel/problem.ts'

export interface ServiceParts {
  /** False while the database does not answer and while the process stops. */
  ready(): boolean
  metrics(): Promise<string>
  openApi(): object
}

/** What the service says of itself, to monitors and developers. */
export function createService({ ready, metrics, openApi }: ServiceParts) {
  let document: object | undefined
  return {
    live: async () => ({ status: 'ok' as const }),

    async ready() {
      if (ready()) return { status: 'ok' as const }
      throw new Problem('SERVICE_UNAVAILABLE', 'The service cannot serve requests right now.', {
        headers: { 'Retry-After': '2' },
      })
    },

    metrics: () => metrics(),

    /** The same as long as the process runs, so it is printed once. */
    async openApi() {
      document ??= openApi()
      return document
    },
  }
}

export type Service = ReturnType<typeof createService>
