import { Problem } from '../kernel/problem.ts'

export interface ServiceParts {
  /** False while the database does not answer and while the process stops. */
  ready(): boolean
  metrics(): Promise<string>
  openApi(): object
}

/** What the service says of itself, to monitors and developers. */
export const createService = ({ ready, metrics, openApi }: ServiceParts) => ({
  live: async () => ({ status: 'ok' as const }),

  async ready() {
    if (ready()) return { status: 'ok' as const }
    throw new Problem('SERVICE_UNAVAILABLE', 'The service cannot serve requests right now.', {
      headers: { 'Retry-After': '2' },
    })
  },

  metrics: () => metrics(),

  openApi: async () => openApi(),
})

export type Service = ReturnType<typeof createService>
