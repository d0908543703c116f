import { inWorld } from '../storage/storage.ts'
import { createFlow } from './create-flow.ts'
import { createGuard, type GuardParts } from './guard.ts'
import { createHeadless } from './headless.ts'
import type { PsuLogin } from './log-in.ts'
import { createOffers } from './offer.ts'
import type { PsuCaller } from './psu-access.ts'
import { corporateIdsFor, readCorporateIds } from './psu-ids.ts'
import { createQuotaOperations } from './quota-operations.ts'
import type { ScaSubject } from './subjects.ts'

export interface ScaParts extends GuardParts {
  login: PsuLogin
  subjects: readonly ScaSubject[]
  ownPagesPerMinute: number
}

export type CreatedSca = ReturnType<typeof createSca>

export function createSca(parts: ScaParts) {
  const { storage, clock, random, hold } = parts
  const flow = createFlow(parts)
  return {
    flow,
    guard: createGuard(parts),
    offers: createOffers(parts),
    /** Sandbox only. */
    headless: createHeadless(flow),
    quotas: createQuotaOperations(parts),

    /** The PSU-Corporate-IDs of agreements towards the caller, made where there is none yet. */
    async corporateIds(
      { world, tppId, requestId }: PsuCaller,
      agreementIds: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const found = await inWorld(storage, world).rows(readCorporateIds, [tppId, agreementIds])
      const known = new Map(found.map(({ agreementId, id }) => [agreementId, id]))
      if (agreementIds.every((id) => known.has(id))) return known
      const note = { actor: tppId, action: 'name-agreements', requestId }
      return storage.transaction(note, async (tx) => {
        await hold(tx, { world, realNow: clock.now() })
        return corporateIdsFor(inWorld(tx, world), random, tppId, agreementIds)
      })
    },
  }
}
