import assert from 'node:assert/strict'
import type { Customer } from '../bank/port.ts'
import { osloDate } from '../kernel/oslo.ts'
import { bindingOf } from './binding.ts'
import { failures } from './failures.ts'
import { completeSca, finishApproved, finishFailed, settledContext } from './finish.ts'
import type { CustomerChoice, Step } from './flow.ts'
import { grantedIn } from './grants.ts'
import { offeredBy } from './offered.ts'
import { ownConsents } from './own-consents.ts'
import { scaRenewalDays } from './policy.ts'
import { scopeOf } from './scope.ts'
import type { ScaSubject, SubjectOfLink } from './subjects.ts'
import { commonOf, type Visit } from './visit.ts'

/** What the PSU has to do next, from how far the link has come. */
export async function due(visit: Visit): Promise<Step> {
  const { link } = visit
  const common = commonOf(link)
  if (link.logInName === null) {
    const customers = await customersToPick(visit)
    const { customerNumber } = link
    return {
      ...common,
      step: 'log-in',
      customers,
      ...(customerNumber !== null && { customerNumber }),
    }
  }
  if (link.customerId === null) {
    const { logInName: customerNumber, codeFailed: failed } = link
    return { ...common, step: 'code', customerNumber, failed }
  }
  const customer = await customerOf(visit)
  if (link.shows === 'own-consents') {
    const consents = await ownConsents(visit)
    return { ...common, step: 'own-consents', customerName: customer.name, consents }
  }
  return (await openContext(visit, customer)) ?? (await last(visit, customer))
}

async function customersToPick({ parts, world, link }: Visit): Promise<CustomerChoice[]> {
  const { customerNumber, expectedCustomerId } = link
  return (await parts.login.offers(world)).map(({ id, number, name, type }) => ({
    ...{ number, name, type },
    expected: id === expectedCustomerId || number === customerNumber,
  }))
}

async function customerOf({ bank, link }: Visit): Promise<Customer> {
  const customer = await bank.customer(link.customerId ?? '')
  assert(customer.ok, 'A customer who has logged in is gone.')
  return customer.value
}

/** Asks for the context and the agreement as far as they are open and there is a choice. */
async function openContext(visit: Visit, customer: Customer): Promise<Step | undefined> {
  const { link, bank } = visit
  if (link.context === 'PRIVATE' || (link.context === null && !link.asksContext)) return undefined
  const found = await bank.agreementsOf(customer.id)
  const agreements = found.ok ? found.value : []
  const common = { ...commonOf(link), customerName: customer.name }
  if (link.context === null) {
    if (agreements.length > 0) return { ...common, step: 'context' }
    link.context = 'PRIVATE'
    return undefined
  }
  if (link.agreementId !== null) {
    const theirs = agreements.some(({ id }) => id === link.agreementId)
    return theirs ? undefined : finishFailed(visit, 'refused')
  }
  if (agreements.length === 0) return finishFailed(visit, 'refused')
  const choices = agreements.map(({ id, name, ownerName }) => ({ id, name, ownerName }))
  return { ...common, step: 'agreement', agreements: choices }
}

async function last(visit: Visit, { name: customerName }: Customer): Promise<Step> {
  const { link, now } = visit
  const common = commonOf(link)
  if (link.shows === 'log-in') return finishApproved(visit, (await completeSca(visit)).psuId)
  if (link.shows === 'approval') {
    const description = await subjectOf(visit).describe(visit.world, subjectOfLink(visit))
    if (!description) {
      const waits = (await bindingOf(visit)) !== undefined
      return finishFailed(visit, 'refused', waits ? failures.forbidden : failures.settled)
    }
    return { ...common, step: 'approval', customerName, subject: description }
  }
  const until = osloDate(now.add({ hours: 24 * scaRenewalDays }))
  return { ...common, step: 'consent', customerName, until, ...(await consentOf(visit)) }
}

/** What can be ticked, with what is granted already. */
export async function consentOf({ world, bank, link }: Visit) {
  const context = settledContext(link)
  const customerId = link.customerId ?? ''
  const whose = { tppId: link.tppId ?? '', customerId, scope: scopeOf(context) }
  const offered = await offeredBy(bank, customerId, context, await grantedIn(world, whose))
  if (context.kind === 'PRIVATE') return { context: context.kind, ...offered }
  const agreements = await bank.agreementsOf(customerId)
  const agreement = agreements.ok && agreements.value.find(({ id }) => id === context.agreementId)
  const { name, ownerName } = agreement || { name: '', ownerName: '' }
  return { context: context.kind, agreement: { name, ownerName }, ...offered }
}

export function subjectOf({ parts, link }: Visit): ScaSubject {
  const subject = parts.subjects.find(({ kind }) => kind === link.subjectKind)
  assert(subject, `Nothing is known about approvals of ${link.subjectKind}.`)
  return subject
}

export const subjectOfLink = ({ link, now }: Visit): SubjectOfLink => ({
  id: link.subjectId ?? '',
  tppId: link.tppId ?? '',
  customerId: link.customerId ?? '',
  context: settledContext(link),
  now,
})
