import { Problem } from '../kernel/problem.ts'
import type { ScaGuard } from '../wire/operation.ts'
import { ruleFor, type Situation, unasked } from './policy.ts'
import type { Grant, PayingCaller, PsuAccess, PsuRequest } from './psu-access.ts'
import { ScaNeeded } from './sca-needed.ts'
import { contextOf } from './scope.ts'
import type { GrantedStanding, GrantRow, Standing } from './standing.ts'

/** One call at check 14: who asks, how they stand with the PSU, and what for. */
interface Asked {
  guard: ScaGuard
  asks: PsuRequest
  standing: Standing
  now: Temporal.Instant
}

/** One that goes by what the PSU has granted. */
export interface AskedOfGrants extends Asked {
  standing: GrantedStanding
  /** Whether it is for the details of a transaction. */
  details: boolean
  /** In the path of the call, if it is about one account. */
  accountId?: string | undefined
}

const sessionHours = 1

/** Lets the call pass with what it may see, or throws what the PSU or the TPP has to do first. */
export function admit(asked: AskedOfGrants): PsuAccess {
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
  const { guard, asks, standing, now } = asked
  requireCorporateId(asked)
  const session = sessionIsValid(standing.sessionBeganAt, now)
  const known = knownOf(asks, standing, session)
  const rule = ruleFor(guard, { ...unasked, ...known, session })
  if (rule) throw new ScaNeeded(rule)
  const { psuId, customerId, agreementId } = standing
  return {
    psu: known.psuKnown ? { psuId: psuId ?? '', customerId: customerId ?? '' } : undefined,
    ...{ session: known.psuKnown && session, singleSca: known.singleSca },
    context: asks.psuCorporateId === undefined ? (asks.context ?? 'PRIVATE') : 'CORPORATE',
    agreementId,
  }
}

function accessOf({ asks, standing, now }: AskedOfGrants): PsuAccess {
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

function grantsOf({ grants }: GrantedStanding, wanted: GrantRow['kind']): Map<string, Grant> {
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

function situationOf(
  { asks, standing, details, accountId, now }: AskedOfGrants,
  access: PsuAccess,
): Situation {
  const grant = details && accountId ? grantFor(access, accountId) : undefined
  const { session } = access
  return {
    ...knownOf(asks, standing, session),
    ...{ granted: standing.grants.length > 0, session, present: asks.present },
    scaAgeDays: standing.lastScaAt ? daysBetween(standing.lastScaAt, now) : Infinity,
    detailsGrantAgeDays: grant ? daysBetween(Temporal.Instant.from(grant.grantedAt), now) : 0,
  }
}

/** For whom it is, as far as that is settled. */
const knownOf = (asks: PsuRequest, standing: Standing, session: boolean) => ({
  // An identity number is nothing that only the PSU's own TPP could know.
  psuKnown: standing.psuId !== null && (asks.psuId !== undefined || session),
  agreementKnown: asks.psuCorporateId === undefined || standing.agreementId !== null,
  singleSca: asks.context !== undefined,
})

/** Of 24 hours each, so that summer time makes no consent longer. */
const daysBetween = (from: Temporal.Instant, to: Temporal.Instant): number =>
  hoursBetween(from, to) / 24

/** A tenth of the time that `until` takes, which every call would pay. */
const hoursBetween = (from: Temporal.Instant, to: Temporal.Instant): number =>
  (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000
