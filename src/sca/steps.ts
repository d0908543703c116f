import { bindingOf, isMadeFor, newCode } from './binding.ts'
import { consentOf, due, subjectOf, subjectOfLink } from './due.ts'
import { failures } from './failures.ts'
import { completeSca, finishApproved, finishFailed } from './finish.ts'
import type { Decision, Step } from './flow.ts'
import { type GrantedAccount, setGrants } from './grants.ts'
import { countWrongCode, forgetWrongCodes, holdIsLocked, isLocked, logInName } from './log-in.ts'
import type { ApprovalFailure } from './subjects.ts'
import type { Visit } from './visit.ts'

/** What a PSU can do on a link. Each changes the link only when it is due there. */

export async function identify(visit: Visit, typed: string): Promise<Step> {
  const { link, world, now } = visit
  if (link.customerId !== null) return due(visit)
  const name = logInName(typed)
  if (name === '') return due(visit)
  if (await isLocked(world, name, now)) return finishFailed(visit, 'locked')
  link.logInName = name
  await newCode(visit)
  link.codeFailed = false
  return due(visit)
}

/**
 * A code is good for one attempt, right or wrong. That nobody has the name looks the same as a
 * wrong code, and is counted and locked the same.
 */
export async function enterCode(visit: Visit, typed: string): Promise<Step> {
  const { link, parts, world, now } = visit
  const { logInName: name, code } = link
  if (name === null || code === null || link.customerId !== null) return due(visit)
  if (await holdIsLocked(world, name, now)) return finishFailed(visit, 'locked')
  const customer = await parts.login.customerNamed(world, name)
  if (customer && typed.replace(/\s+/g, '') === code) {
    link.customerId = customer.id
    link.code = null
    link.codeFailed = false
    await forgetWrongCodes(world, name)
    return due(visit)
  }
  if (await countWrongCode(world, name, now)) return finishFailed(visit, 'locked')
  await newCode(visit)
  link.codeFailed = true
  return due(visit)
}

export async function chooseContext(visit: Visit, context: 'PRIVATE' | 'CORPORATE'): Promise<Step> {
  const step = await due(visit)
  if (step.step !== 'context') return step
  visit.link.context = context
  return due(visit)
}

export async function chooseAgreement(visit: Visit, agreementId: string): Promise<Step> {
  const step = await due(visit)
  if (step.step !== 'agreement' || !step.agreements.some(({ id }) => id === agreementId)) {
    return step
  }
  visit.link.agreementId = agreementId
  return due(visit)
}

export async function decide(visit: Visit, decision: Decision): Promise<Step> {
  const step = await due(visit)
  if (step.step === 'consent') {
    if (decision.decision === 'decline') return finishFailed(visit, 'declined')
    return consent(visit, new Set(decision.accountIds ?? []))
  }
  if (step.step !== 'approval') return step
  const [subject, which] = [subjectOf(visit), subjectOfLink(visit)]
  if (decision.decision === 'decline') {
    return finishFailed(visit, 'declined', await subject.reject(visit.world, which))
  }
  if (!isMadeFor(visit, await bindingOf(visit))) {
    return finishFailed(visit, 'refused', failures.changed)
  }
  const { tooLate } = step.subject
  const failure: ApprovalFailure | undefined =
    tooLate?.failure ?? (await subject.approve(visit.world, which))
  // What was not approved is no completed SCA: no session begins, and none ends.
  if (failure && !failure.approved) return finishFailed(visit, 'refused', failure)
  const { psuId } = await completeSca(visit)
  if (!failure) return finishApproved(visit, psuId)
  const end = finishFailed(visit, 'refused', failure)
  // What the PSU and the TPP are told is that it failed, but the SCA did not.
  visit.link.outcome = 'approved'
  return end
}

/** Nothing is done. Where nothing could be approved any more, the TPP is told why not. */
export async function abort(visit: Visit): Promise<Step> {
  const step = visit.link.shows === 'approval' ? await due(visit) : undefined
  const tooLate = step?.step === 'approval' ? step.subject.tooLate : undefined
  return tooLate ? finishFailed(visit, 'refused', tooLate.failure) : finishFailed(visit, 'aborted')
}

/** Only what was offered can be ticked. */
async function consent(visit: Visit, ticked: ReadonlySet<string>): Promise<Step> {
  const { accounts, cardAccounts } = await consentOf(visit)
  const chosen = (kind: GrantedAccount['kind'], offered: readonly { id: string }[]) =>
    offered.filter(({ id }) => ticked.has(id)).map(({ id }) => ({ id, kind }))
  const granted = [...chosen('account', accounts), ...chosen('card', cardAccounts)]
  const { psuId, scope } = await completeSca(visit)
  await setGrants(visit.world, { psuId, scope: scope ?? 'PRIVATE' }, granted, visit.now)
  return finishApproved(visit, psuId)
}
