import type { PageRoute } from '../../web/web.ts'
import type { ScaFlow } from '../flow.ts'
import { createAppBindings } from './app-bindings.ts'
import { consentsPages } from './consents-page.ts'
import { createFetchSmall } from './fetch-small.ts'
import { scaPages } from './sca-page.ts'

export interface PsuPagesParts {
  flow: ScaFlow
  /** In a sandbox with a bank for each TPP, the bank's own page has to ask which one. */
  asksForBank: boolean
  /** App bindings are looked up at `localhost` too. */
  localhost: boolean
}

/** Everything that a customer of the bank sees. */
export function createPsuPages({ flow, asksForBank, localhost }: PsuPagesParts): PageRoute[] {
  const bindings = createAppBindings(createFetchSmall({ localhost }))
  return [...scaPages({ flow, bindings }), ...consentsPages(flow, { asksForBank })]
}
