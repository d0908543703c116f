import { Problem } from '../kernel/problem.ts'
import type { ScaGuard } from '../wire/operation.ts'
import { ruleFor, type Situation } from './policy.ts'
import type { Grant, PayingCaller, PsuAccess, PsuRequest } from './psu-access.ts'
import { ScaNeeded } from './sca-needed.ts'
import { contextOf } from './scope.ts'
import type { GrantRow, StandingRow } from './standing.ts'

/** One call at check 14: who asks, how they stand with the PSU, and what for. */
export interface Asked {
  guard: ScaGuard
  /** Whether it is for the details of a transaction. */
  details: boolean
  asks: PsuRequest
  standing: StandingRow
  /** In the path of the call, if it is about one account. */
  accountId?: string | undefined
  now: Temporal.Instant
}

const sessionHours = 1

/** Lets the call pass with what it may see, or throws what the PSU or the TPP has to do first. */
export function admit(asked: Asked): PsuAccess {
  const access = accessOf(asked)
  requireCorporateId(asked)
  const rule = ruleFor(asked.guard, situationOf(asked, access))
  if (rule) throw new ScaNeeded(rule)
  const { accountId } = asked
  // Not granted is answered like not there: nobody learns what exists.
  if (accountId !== undefined && !grantFor(access, accountId)) {
    throw new Problem('RESOURCE_UNKNOWN', 'There is no such resource.')
  }
  return access
}

/** What a payment has to know of the PSU; that its approval is due comes after it. */
export function admitPayment(
  asked: Asked,
): Pick<PayingCaller, 'psu' | 'session' | 'singleSca' | 'context' | 'agreementId'> {
  const access = accessOf(asked)
  requireCorporateId(asked)
  const situation = situationOf(asked, access)
  const rule = ruleFor(asked.guard, situation)
  if (rule) throw new ScaNeeded(rule)
  const { asks, standing } = asked
  const { psuId, customerId, session } = access
  return {
    psu: situation.psuKnown ? { psuId, customerId } : undefined,
    ...{ session: situation.psuKnown && session, singleSca: situation.singleSca },
    context: asks.psuCorporateId === undefined ? (asks.context ?? 'PRIVATE') : 'CORPORATE',
    agreementId: standing.agreementId,
  }
}

function accessOf({ asks, standing, now }: Asked): PsuAccess {
  const { psuId, customerId, agreementId, sessionScope, sessionCorporateId } = standing
  const session = sessionIsValid(standing.sessionBeganAt, now)
  return {
    psuId: psuId ?? '',
    customerId: customerId ?? '',
    context: contextOf(agreementId ?? 'PRIVATE'),
    ...(asks.psuCorporateId !== undefined && { psuCorporateId: asks.psuCorporateId }),
    accounts: grantsOf(standing, 'account'),
    cardAccounts: grantsOf(standing, 'card'),
    session,
    ...(session && {
      sessionContext: {
        kind: sessionScope === 'PRIVATE' ? 'PRIVATE' : 'CORPORATE',
        ...(sessionCorporateId !== null && { psuCorporateId: sessionCorporateId }),
      },
    }),
    present: asks.present,
  }
}

/** It ends when the hour is over, not after it. */
const sessionIsValid = (beganAt: Temporal.Instant | null, now: Temporal.Instant): boolean =>
  beganAt !== null && hoursBetween(beganAt, now) < sessionHours

function grantsOf({ grants }: StandingRow, wanted: GrantRow['kind']): Map<string, Grant> {
  const found = new Map<string, Grant>()
  for (const grant of grants) if (grant.kind === wanted) found.set(grant.accountId, grant)
  return found
}

const grantFor = ({ accounts, cardAccounts }: PsuAccess, accountId: string): Grant | undefined =>
  accounts.get(accountId) ?? cardAccounts.get(accountId)

/**
 * Someone who has acted for companies and never for themselves must say for which. Asking for the
 * agreements, or for a new consent, is how a TPP finds out.
 */
function requireCorporateId({ guard, asks, standing }: Asked): void {
  const actsInContext = guard === 'accounts' || guard === 'payment'
  if (!actsInContext || asks.psuId === undefined || standing.psuId === null) return
  if (asks.psuCorporateId !== undefined || asks.context === 'PRIVATE') return
  if (asks.context !== 'CORPORATE' && standing.actsPrivately !== false) return
  throw new Problem('FORMAT_ERROR', 'This PSU acts for a company: say for which.', {
    findings: [{ path: 'header PSU-Corporate-ID', text: 'is required in the corporate context' }],
  })
}

function situationOf({ asks, standing, details, accountId, now }: Asked, access: PsuAccess) {
  const grant = details && accountId ? grantFor(access, accountId) : undefined
  const situation: Situation = {
    // An identity number is nothing that only the PSU's own TPP could know.
    psuKnown: standing.psuId !== null && (asks.psuId !== undefined || access.session),
    agreementKnown: asks.psuCorporateId === undefined || standing.agreementId !== null,
    granted: standing.grants.length > 0,
    session: access.session,
    present: asks.present,
    singleSca: asks.context !== undefined,
    scaAgeDays: standing.lastScaAt ? daysBetween(standing.lastScaAt, now) : Infinity,
    detailsGrantAgeDays: grant ? daysBetween(Temporal.Instant.from(grant.grantedAt), now) : 0,
  }
  return situation
}

/** Of 24 hours each, so that summer time makes no consent longer. */
const daysBetween = (from: Temporal.Instant, to: Temporal.Instant): number =>
  hoursBetween(from, to) / 24

/** A tenth of the time that `until` takes, which every call would pay. */
const hoursBetween = (from: Temporal.Instant, to: Temporal.Instant): number =>
  (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000
