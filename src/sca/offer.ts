import type { Context } from '../bank/port.ts'
import { inWorld, type Transaction } from '../storage/storage.ts'
import {
  consentsDeprecation,
  type createConsent,
  type offerConsent,
  toScaRedirect,
} from '../wire/consents.ts'
import type { Output } from '../wire/operation.ts'
import { authorisation, authorisations, type Subject } from './authorisations.ts'
import { askedBy, type GuardParts, linkFor } from './guard.ts'
import { insertLink, type NewLink } from './link-rows.ts'
import { newLink } from './links.ts'
import { approvalRule, ruleFor, unasked } from './policy.ts'
import type { AskingCaller, OfferingCaller } from './psu-access.ts'

/** What a TPP asks for by itself, consents and approvals; the PSU decides about it at the bank. */
export function createOffers(parts: Pick<GuardParts, 'random' | 'publicUrl'>) {
  const { random, publicUrl } = parts
  async function offer(
    caller: OfferingCaller,
    _input: unknown,
    tx: Transaction,
  ): Promise<Output<typeof offerConsent>> {
    const { asks, standing, now, world } = caller
    const rule = ruleFor('offer', unasked)!
    const order = { caller, asks, standing, now, rule, guards: { sca: 'offer' } } as const
    return toScaRedirect(linkFor(parts, inWorld(tx, world), order))
  }
  return {
    offer,

    /** Where the PSU approves the subject, which must be registered, or declines it. */
    approval(
      caller: AskingCaller,
      subject: Subject,
      approver: Approver,
      tx: Transaction,
    ): { href: string; authorisationId: string } {
      const { asks, now } = caller
      const { context, agreementId, meantFor, customerId } = approver
      const { tppId, tppName, redirectUri, prefersApp, sessionId } = askedBy(caller, asks)
      const authorisationId = random.uuid()
      const link: NewLink = {
        reason: approvalRule.reason,
        shows: approvalRule.shows,
        tppId,
        tppName,
        redirectUri,
        prefersApp,
        sessionId,
        subjectKind: subject.kind,
        subjectId: subject.id,
        authorisationId,
        context,
        agreementId,
        asksContext: agreementId === null,
        customerNumber: meantFor,
        expectedCustomerId: customerId,
      }
      const { secret, row } = newLink(random, link, now)
      inWorld(tx, caller.world).runLast(insertLink, row)
      return { href: `${publicUrl()}/sca/${secret}`, authorisationId }
    },
    authorisations,
    authorisation,

    async offerOldWay(
      caller: OfferingCaller,
      input: unknown,
      tx: Transaction,
    ): Promise<Output<typeof createConsent>> {
      return { headers: consentsDeprecation(publicUrl()), body: await offer(caller, input, tx) }
    },
  }
}

export type Offers = ReturnType<typeof createOffers>

/** Who is to approve, as far as that is known. */
export interface Approver {
  customerId: string | null
  /** The number that they log in with, when that is all that is known: the TPP has told it. */
  meantFor: string | null
  context: Context['kind']
  /** Null in the corporate context when the PSU has to choose. */
  agreementId: string | null
}
