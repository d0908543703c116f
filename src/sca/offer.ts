import { inWorld, type Transaction } from '../storage/storage.ts'
import {
  consentsDeprecation,
  type createConsent,
  type offerConsent,
  toScaRedirect,
} from '../wire/consents.ts'
import type { Output } from '../wire/operation.ts'
import { type GuardParts, linkFor } from './guard.ts'
import { ruleFor, unasked } from './policy.ts'
import type { OfferingCaller } from './psu-access.ts'

/** Consents that a TPP asks for by itself; the PSU decides about them at the bank. */
export function createOffers(parts: Pick<GuardParts, 'random' | 'bank' | 'publicUrl'>) {
  async function offer(
    caller: OfferingCaller,
    _input: unknown,
    tx: Transaction,
  ): Promise<Output<typeof offerConsent>> {
    const { asks, standing, now, world } = caller
    const rule = ruleFor('offer', unasked)!
    const order = { caller, asks, standing, now, rule, guards: { sca: 'offer' } } as const
    return toScaRedirect(await linkFor(parts, inWorld(tx, world), order))
  }
  return {
    offer,

    /** The address where the PSU approves the subject, which must be registered, or declines it. */
    async approval(
      caller: OfferingCaller,
      subject: { kind: string; id: string },
      tx: Transaction,
    ): Promise<string> {
      const { asks, standing, now, world } = caller
      const rule = ruleFor('approval', unasked)!
      const order = { caller, asks, standing, now, rule, subject, guards: {} }
      return linkFor(parts, inWorld(tx, world), order)
    },

    async offerOldWay(
      caller: OfferingCaller,
      input: unknown,
      tx: Transaction,
    ): Promise<Output<typeof createConsent>> {
      return { headers: consentsDeprecation, body: await offer(caller, input, tx) }
    },
  }
}

export type Offers = ReturnType<typeof createOffers>
