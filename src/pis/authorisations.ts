import type { Caller } from '../kernel/caller.ts'
import { Problem } from '../kernel/problem.ts'
import type { OfferingCaller } from '../sca/sca.ts'
import { inWorld, type Transaction, type WorldQueries } from '../storage/storage.ts'
import { authorisationsMax } from '../wire/authorisations.ts'
import type { PaymentParts } from './parts.ts'
import type { Payer } from './payment.ts'
import type { Approval, ApprovalLinks } from './print.ts'

/** Something that the PSU approves; what the TPP does not have is refused as unknown. */
export interface Approvable<Path, Found extends Payer & { id: string }> {
  kind: string
  find(world: WorldQueries, tppId: string, path: Path): Promise<{ id: string }>
  /** Locked; one that waits for nobody's approval is refused. */
  lockWaiting(world: WorldQueries, tppId: string, path: Path): Promise<Found>
  links(found: Found, approval: Approval): ApprovalLinks
}

/** The PSU's ways to approve something. */
export function authorisationsOf<Path, Found extends Payer & { id: string }>(
  parts: Pick<PaymentParts, 'storage' | 'offers' | 'room'>,
  { kind, find, lockWaiting, links }: Approvable<Path, Found>,
) {
  const { storage, offers } = parts
  const subjectIn = async (world: WorldQueries, tppId: string, path: Path) => {
    const { id } = await find(world, tppId, path)
    return { kind, id }
  }

  return {
    async start(caller: OfferingCaller, { path }: { path: Path }, tx: Transaction) {
      const found = await lockWaiting(inWorld(tx, caller.world), caller.tppId, path)
      const subject = { kind, id: found.id }
      const approval = await anotherApproval(parts, { caller, subject, payer: found }, tx)
      return {
        authorisationId: approval.authorisationId,
        scaStatus: 'received' as const,
        _links: links(found, approval),
      }
    },

    async list(caller: Caller, { path }: { path: Path }) {
      const world = inWorld(storage, caller.world)
      const subject = await subjectIn(world, caller.tppId, path)
      return { authorisationIds: await offers.authorisations(world, subject) }
    },

    async read(caller: Caller, { path }: { path: Path & { authorisationId: string } }) {
      const world = inWorld(storage, caller.world)
      const subject = await subjectIn(world, caller.tppId, path)
      const scaStatus = await offers.authorisation(world, subject, path.authorisationId, caller.now)
      if (scaStatus) return { scaStatus }
      throw new Problem('RESOURCE_UNKNOWN', 'There is no such authorisation.')
    },
  }
}

interface Another {
  caller: OfferingCaller
  /** Locked by whoever asks, so that nobody else starts one meanwhile. */
  subject: { kind: string; id: string }
  payer: Payer
}

/** Of something that may have had some before: their list comes whole, so it must have an end. */
export async function anotherApproval(
  { offers, room }: Pick<PaymentParts, 'offers' | 'room'>,
  { caller, subject, payer }: Another,
  tx: Transaction,
): Promise<Approval> {
  const world = inWorld(tx, caller.world)
  const begun = await offers.authorisations(world, subject)
  if (begun.length >= authorisationsMax) {
    throw new Problem(
      'CONFLICT',
      `${authorisationsMax} authorisations have been started for this; there are no more.`,
    )
  }
  await room?.take(world, 'authorisations')
  return offers.approval(caller, subject, approverOf(caller, payer), tx)
}

/** What one person registers for a company, another may approve: the one that the TPP names. */
function approverOf({ asks, standing }: OfferingCaller, payer: Payer): Payer {
  const isNamed = asks.psuId !== undefined && standing.customerId !== null
  if (payer.context === 'PRIVATE' || !isNamed) return payer
  return { ...payer, customerId: standing.customerId }
}
