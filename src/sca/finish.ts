import assert from 'node:assert/strict'
import type { Context } from '../bank/port.ts'
import { recordSca } from './completed.ts'
import { type Failure, failureParameters, failures } from './failures.ts'
import type { Step } from './flow.ts'
import type { LinkRow } from './link-rows.ts'
import { corporateIdsFor, psuIdFor } from './psu-ids.ts'
import { withParameters } from './redirect-uri.ts'
import { scopeOf } from './scope.ts'
import { commonOf, type Visit } from './visit.ts'

/** The context that the PSU acts in, once it is settled. */
export const settledContext = ({ context, agreementId }: LinkRow): Context =>
  context === 'CORPORATE' && agreementId !== null
    ? { kind: 'CORPORATE', agreementId }
    : { kind: 'PRIVATE' }

/** The PSU has proven who they are: the TPP gets its ids, the session begins. */
export async function completeSca(visit: Visit): Promise<{ psuId: string; scope: string | null }> {
  const { world, parts, link, now } = visit
  assert(link.tppId !== null && link.customerId !== null)
  const psuId = await psuIdFor(world, parts.random, link.tppId, link.customerId)
  // Who only logs in need not say for whom they act.
  const scope = link.context === null ? null : scopeOf(settledContext(link))
  const { sessionId, shows } = link
  await recordSca(world, { psuId, scope, sessionId, renews: shows === 'consent' }, now)
  return { psuId, scope }
}

export async function finishApproved(visit: Visit, psuId: string): Promise<Step> {
  const { world, parts, link } = visit
  const { tppId, agreementId, sessionId, redirectUri } = link
  assert(tppId !== null && redirectUri !== null)
  const ids =
    agreementId === null
      ? undefined
      : await corporateIdsFor(world, parts.random, tppId, [agreementId])
  const corporateId = ids?.get(agreementId ?? '')
  return finish(visit, {
    outcome: 'approved',
    redirect: withParameters(redirectUri, {
      'psu-id': psuId,
      ...(corporateId !== undefined && { 'psu-corporate-id': corporateId }),
      ...(sessionId !== null && { 'tpp-session-id': sessionId }),
      context: link.context ?? 'PRIVATE',
    }),
  })
}

export const finishFailed = (
  visit: Visit,
  outcome: 'declined' | 'aborted' | 'locked' | 'refused',
  failure: Failure = failures[outcome],
): Step => {
  const { redirectUri } = visit.link
  const redirect =
    redirectUri === null ? '' : withParameters(redirectUri, failureParameters(failure))
  return finish(visit, { outcome, redirect })
}

/** The link has worked; from now on it only says so. */
function finish(
  { link }: Visit,
  end: { outcome: NonNullable<LinkRow['outcome']>; redirect: string },
): Step {
  link.outcome = end.outcome
  link.redirect = end.redirect
  link.code = null
  const common = commonOf(link)
  if (end.outcome === 'locked') {
    return { ...common, step: 'closed', reason: 'locked', back: end.redirect }
  }
  return { ...common, step: 'finished', outcome: end.outcome, redirect: end.redirect }
}
