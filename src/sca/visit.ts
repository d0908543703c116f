import { timingSafeEqual } from 'node:crypto'
import type { Bank } from '../bank/port.ts'
import { inWorld, type WorldQueries } from '../storage/storage.ts'
import { failureParameters, failures } from './failures.ts'
import type { Browser, Step, StepCommon } from './flow.ts'
import type { GuardParts } from './guard.ts'
import { type LinkRow, lockLink, saveLink, worldOfLink } from './link-rows.ts'
import { hashOf, linkId, newSecret, secondsLeft } from './links.ts'
import type { PsuLogin } from './log-in.ts'
import { withParameters } from './redirect-uri.ts'
import type { ScaSubject } from './subjects.ts'

type Shared = Pick<GuardParts, 'storage' | 'clock' | 'random' | 'hold' | 'bank'>

export interface FlowParts extends Shared {
  login: PsuLogin
  subjects: readonly ScaSubject[]
  /** How often everybody together may log in on the bank's own page. */
  ownPagesPerMinute: number
}

/** One step of a PSU on one link, which nobody else takes at the same time. */
export interface Visit {
  parts: FlowParts
  world: WorldQueries
  bank: Bank
  now: Temporal.Instant
  /** Changed by the steps, and saved when they are done. */
  link: LinkRow
}

export interface Entry {
  secret: string
  browser: Browser
  /** The name of the step in the audit log. */
  action: string
  /** What an unbound link is bound to instead of a new token; only headless SCA has its own. */
  token?: string
  /** False for what shall leave a link that nobody has opened as it is. */
  opens?: boolean
  /** A link of another TPP is then unknown. */
  ofTpp?: string
}

/** Opens the link, lets the step be taken, and keeps how far it has come. */
export async function visit(
  parts: FlowParts,
  entry: Entry,
  step: (visit: Visit, opened: boolean) => Promise<Step>,
): Promise<Step | undefined> {
  const { storage, clock } = parts
  if (!linkId.test(entry.secret)) return undefined
  const secretHash = hashOf(entry.secret)
  const found = await storage.row(worldOfLink, [secretHash])
  if (!found) return undefined
  const note = { actor: 'psu', action: entry.action, requestId: null }
  return storage.transaction(note, async (tx) => {
    const { now } = await parts.hold(tx, { world: found.world, realNow: clock.now() })
    const world = inWorld(tx, found.world)
    const link = await world.row(lockLink, [secretHash])
    if (!link || (entry.ofTpp !== undefined && link.tppId !== entry.ofTpp)) return undefined
    const closed = closedFor(link, entry.browser, now)
    if (closed) return closed
    const opened = link.browserHash !== null
    const visit = { parts, world, bank: parts.bank(world), now, link }
    if (!opened && entry.opens === false) return ofNobody(await step(visit, opened))
    const token = opened ? undefined : (entry.token ?? newSecret(parts.random))
    if (token !== undefined) link.browserHash = hashOf(token)
    const next = await step(visit, opened)
    await save(world, link, now)
    return token === undefined ? next : { ...next, newBrowser: token }
  })
}

/** The first page as it is for everybody: whom the link is for is told to who opens it. */
function ofNobody(step: Step): Step {
  if (step.step === 'code') return { ...step, customerNumber: '' }
  if (step.step !== 'log-in') return step
  const { customerNumber: _, customers, ...rest } = step
  return { ...rest, customers: customers.map((each) => ({ ...each, expected: false })) }
}

/** What everybody sees who may not go on. */
function closedFor(link: LinkRow, browser: Browser, now: Temporal.Instant): Step | undefined {
  const common = { ...commonOf(link), step: 'closed' } as const
  if (!sameBrowser(link.browserHash, browser)) return { ...common, reason: 'other-browser' }
  if (link.outcome !== null) {
    const reason = link.outcome === 'locked' ? 'locked' : 'used'
    return { ...common, reason, ...(link.redirect && { back: link.redirect }) }
  }
  if (secondsLeft(link, now) > 0) return undefined
  const back = backTo(link, 'expired')
  return { ...common, reason: 'expired', ...(back !== '' && { back }) }
}

function sameBrowser(bound: Buffer | null, browser: Browser): boolean {
  if (bound === null) return true
  return browser !== undefined && timingSafeEqual(bound, hashOf(browser))
}

export const commonOf = (link: LinkRow): StepCommon => ({
  tppId: link.tppId ?? '',
  tppName: link.tppName ?? '',
  shows: link.shows,
  prefersApp: link.prefersApp,
  ...(link.redirectUri !== null && { returnsTo: link.redirectUri }),
})

/** Back to the TPP with nothing done; nowhere from the bank's own page. */
const backTo = ({ redirectUri }: LinkRow, why: keyof typeof failures): string =>
  redirectUri === null ? '' : withParameters(redirectUri, failureParameters(failures[why]))

export const save = (world: WorldQueries, link: LinkRow, now: Temporal.Instant): Promise<number> =>
  world.run(saveLink, [
    link.secretHash,
    now,
    link.browserHash,
    link.logInName,
    link.code,
    link.codeFailed,
    link.customerId,
    link.context,
    link.agreementId,
    link.outcome,
    link.redirect,
    link.binding,
  ])
