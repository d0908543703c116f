import type { ScaGuard } from '../wire/operation.ts'
import type { PsuCaller } from './psu-access.ts'
import { ScaNeeded } from './sca-needed.ts'

/** What a call is about; `history` is what is older than 90 days, with the PSU present. */
export type ScaCase = ScaGuard | 'history'

/** What the rules look at. */
export interface Situation {
  /** The TPP has named a PSU that it has been given. */
  psuKnown: boolean
  /** PSU-Corporate-ID, if there is one, is one that this TPP has been given. */
  agreementKnown: boolean
  /** Something is granted in this context and still reached. */
  granted: boolean
  session: boolean
  present: boolean
  /** PSU-Context was sent: one SCA is log-in and approval of a payment. */
  singleSca: boolean
  /** Days since the PSU last authenticated to give or renew a consent in this context. */
  scaAgeDays: number
  /** Days since the consent for the account of a call for details. */
  detailsGrantAgeDays: number
}

export interface ScaRule {
  reason: ScaReason
  of: readonly ScaCase[]
  when(situation: Situation): boolean
  /** What the PSU then does. */
  shows: 'log-in' | 'consent'
  /** Whether context and agreement are asked for where the request leaves them open. */
  asksContext: boolean
}

export const scaReasons = [
  'psu-unknown',
  'agreement-unknown',
  'nothing-granted',
  'sca-over-180-days-ago',
  'details-consent-over-90-days-old',
  'history-without-session',
  'no-session',
  'consent-offered',
] as const
export type ScaReason = (typeof scaReasons)[number]

export const scaRenewalDays = 180
const detailsConsentDays = 90

const ticking = { shows: 'consent', asksContext: true } as const
const loggingIn = { shows: 'log-in', asksContext: false } as const
const sayingWho = { shows: 'log-in', asksContext: true } as const

/** When the PSU is needed, and what for; the first rule that holds is the reason. */
// biome-ignore format: a table
export const scaPolicy: readonly ScaRule[] = [
  { reason: 'psu-unknown', of: ['accounts'], when: (s) => !s.psuKnown, ...ticking },
  { reason: 'agreement-unknown', of: ['accounts'], when: (s) => !s.agreementKnown, ...ticking },
  { reason: 'nothing-granted', of: ['accounts'], when: (s) => !s.granted, ...ticking },
  { reason: 'sca-over-180-days-ago', of: ['accounts'], when: (s) => s.scaAgeDays > scaRenewalDays, ...ticking },
  { reason: 'details-consent-over-90-days-old', of: ['accounts'], when: (s) => !s.present && s.detailsGrantAgeDays > detailsConsentDays, ...ticking },
  { reason: 'history-without-session', of: ['history'], when: (s) => s.present && !s.session, ...loggingIn },
  { reason: 'psu-unknown', of: ['agreements'], when: (s) => !s.psuKnown, ...loggingIn },
  { reason: 'no-session', of: ['agreements'], when: (s) => !s.session, ...loggingIn },
  { reason: 'no-session', of: ['user'], when: (s) => !s.psuKnown || !s.session, ...sayingWho },
  { reason: 'psu-unknown', of: ['payment'], when: (s) => !s.singleSca && !s.psuKnown, ...sayingWho },
  { reason: 'agreement-unknown', of: ['payment'], when: (s) => !s.singleSca && !s.agreementKnown, ...sayingWho },
  { reason: 'no-session', of: ['payment'], when: (s) => !s.singleSca && !s.session, ...sayingWho },
  { reason: 'consent-offered', of: ['offer'], when: () => true, ...ticking },
]

/** What is bound to amount and payee is approved, whatever has gone before. */
export const approvalRule = { reason: 'approval-is-due', shows: 'approval' } as const

export const ruleFor = (what: ScaCase, situation: Situation): ScaRule | undefined =>
  scaPolicy.find((rule) => rule.of.includes(what) && rule.when(situation))

/** Nothing in the way, for rules that look at one thing only. */
export const unasked: Situation = {
  ...{ psuKnown: true, agreementKnown: true, granted: true, session: true, present: true },
  ...{ singleSca: false, scaAgeDays: 0, detailsGrantAgeDays: 0 },
}

/**
 * Transactions or details older than 90 days need a valid session when the PSU is present. The
 * operation knows how old what it shows is, and calls this; the answer is then the 401.
 */
export function requireSession({ psu }: PsuCaller): void {
  const { session, present } = psu
  const rule = ruleFor('history', { ...unasked, session, present })
  if (rule) throw new ScaNeeded(rule)
}
