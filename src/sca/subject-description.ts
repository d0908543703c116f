import type { Money } from '../kernel/money.ts'
import type { Said } from '../web/web.ts'
import type { Failure } from './failures.ts'

/** What exactly is approved: shown as it is, and bound to the challenge. */
export interface SubjectDescription {
  title: Words
  /** What the main button does. */
  does: SubjectDeed
  /** What leaves the account in all, one for each currency; shown large. */
  amounts: readonly Money[]
  /** Said right under the amount, such as about how much it is in the account's currency. */
  underAmount?: Words
  /** What the person should know before anything else: the day has moved, the money is short. */
  remarks: readonly Words[]
  /** It can be declined, but not approved: not any more, or not now. */
  tooLate?: TooLate
  lines: readonly SubjectLine[]
  /** Basket and bulk: everyone who gets money. */
  payees?: readonly Payee[]
}

export interface TooLate {
  /** Said to the person, who finds nothing to approve with. */
  why: Words
  /** What the redirect tells the TPP, however the person goes back to it, unless they decline. */
  failure: Failure
}

export type SubjectDeed = 'pay' | 'pay-regularly' | 'cancel'

export interface SubjectLine {
  label: Words
  value: Words | Money | Temporal.PlainDate
  /** Smaller, under the value, each on a line: an account number under its name. */
  notes?: readonly Words[]
}

export interface Payee {
  /** Empty where nobody has told it. */
  name: string
  account: string
  amount: Money
  /** The message or KID that goes with it, and its own day where they differ. */
  notes: readonly Words[]
}

/** What a one-time code is made for. Another digest at approval, and the code approves nothing. */
export interface Binding {
  digest: string
  does: SubjectDeed
  /** Shown beside the code on the person's device. */
  amount: Words
  payee: Words
}

/** Words of ours in all languages, or those of somebody else as they are. */
export type Words = Said | string
