import {
  bankingDayFrom,
  bankTimes,
  dayOf,
  earliestDay,
  later,
  latest,
  startOf,
} from './calendar.ts'
import { afterBatch, type Counts, hold, holdableIn, runBatch } from './model-batch.ts'
import {
  copyOf,
  isCancellable,
  type ModelAccount,
  type ModelPayment,
  moversOf,
} from './model-payment.ts'
import { firstDay, firstDue, startExecution } from './model-series.ts'
import { limitOf } from './rights.ts'

/** What the TPP is told after a visit: nothing but who it was, or the code of a failure. */
export type Told =
  | 'done'
  | 'PAYMENT_FAILED'
  | 'EXECUTION_DATE_INVALID'
  | 'FORBIDDEN'
  /** What was to be approved is not what it was, or not there any more. */
  | 'SCA_INVALID'

/** How the accounts of this bank begin. */
const ownBank = '9991'

/** A bank whose accounts begin like this posts instant payments with its next batch. */
const slowBank = '9993'

/**
 * What one TPP's bank must do, as simply as it can be said: a map of accounts, a map of payments,
 * and a batch that goes over them.
 */
export class ModelWorld {
  readonly accounts: Map<string, ModelAccount>
  readonly payments = new Map<string, ModelPayment>()
  /** By customer number, until when their session lasts. */
  readonly sessions = new Map<string, Temporal.Instant>()
  now: Temporal.Instant
  private lastBatch: Temporal.Instant | undefined

  /** With accounts of its own, or those of another TPP at the same bank. */
  constructor(now: Temporal.Instant, accounts = new Map<string, ModelAccount>()) {
    this.now = now
    this.accounts = accounts
  }

  get today(): Temporal.PlainDate {
    return dayOf(this.now)
  }

  hasSession(owner: string): boolean {
    const until = this.sessions.get(owner)
    return until !== undefined && later(until, this.now)
  }

  begunSession(owner: string): void {
    this.sessionBeganAt(owner, this.now)
  }

  sessionBeganAt(owner: string, began: Temporal.Instant): void {
    this.sessions.set(owner, began.add({ hours: 1 }))
  }

  add(payment: ModelPayment): void {
    this.payments.set(payment.id, payment)
  }

  /** Why there is nothing for this person to decide about. */
  private refusal(payment: ModelPayment, person: string): Told | undefined {
    if (payment.status !== 'RCVD') return 'SCA_INVALID'
    return this.maySign(payment, person) ? undefined : 'FORBIDDEN'
  }

  approve(payment: ModelPayment, person = payment.owner): Told {
    const refusal = this.refusal(payment, person)
    if (refusal) return refusal
    const day = this.dueDay(payment)
    if (!day) return 'EXECUTION_DATE_INVALID'
    payment.approved = true
    if (payment.kind === 'instant') return this.payAtOnce(payment)
    if (payment.kind === 'periodic') this.beginSeries(payment)
    else this.beginOn(payment, day)
    return 'done'
  }

  /** When it is carried out, if it is approved now: a day may have passed since it was made. */
  dueDay(payment: ModelPayment): Temporal.PlainDate | undefined {
    if (payment.kind === 'instant') return this.today
    if (payment.kind === 'periodic') return firstDay(payment, this.now)
    const earliest = earliestDay(this.now)
    return bankingDayFrom(payment.day.until(earliest).days > 0 ? earliest : payment.day)
  }

  private beginOn(payment: ModelPayment, day: Temporal.PlainDate): void {
    payment.day = day
    payment.status = payment.dated && !day.equals(payment.asked) ? 'ACWC' : 'ACTC'
    const readyAt = latest(this.now, startOf(day))
    if (payment.kind !== 'bulk') payment.readyAt = readyAt
    for (const part of payment.children) {
      Object.assign(part, { status: payment.status, approved: true, readyAt })
    }
  }

  private beginSeries(series: ModelPayment): void {
    series.nextDue = firstDue(series, this.now)
    Object.assign(series, { status: 'ACTC', readyAt: this.now })
  }

  private payAtOnce(payment: ModelPayment): Told {
    if (this.isRefused(payment) || !this.pay(payment)) {
      payment.status = this.isRefused(payment) ? 'RJCT' : 'ACCP'
      return 'PAYMENT_FAILED'
    }
    const isSlow = payment.creditor.startsWith(slowBank)
    payment.status = isSlow ? 'ACWP' : 'ACSC'
    if (isSlow) payment.readyAt = afterBatch(this.now)
    return 'done'
  }

  /** A person for themselves; for a company whoever may, up to their limit for each payment. */
  maySign(payment: ModelPayment, person: string): boolean {
    const { owner, company, debtor, open, meantFor } = payment
    if ((company === undefined && person !== owner) || (meantFor ?? person) !== person) return false
    if (open && !this.mayRegister(payment, person)) return false
    const limit = limitOf('approve', { person, company, bban: debtor })
    return moversOf(payment).every(({ value }) => value <= limit)
  }

  mayRegister(payment: ModelPayment, person: string): boolean {
    const { company, debtor } = payment
    const limit = limitOf('register', { person, company, bban: debtor })
    const isWithin = moversOf(payment).every(({ value }) => value <= limit)
    return isWithin && this.account(debtor).paymentsAllowed
  }

  decline(payment: ModelPayment, person = payment.owner): Told {
    const refusal = this.refusal(payment, person)
    if (refusal) return refusal
    for (const each of [payment, ...payment.children]) each.status = 'RJCT'
    return 'PAYMENT_FAILED'
  }

  approveCancellation(payment: ModelPayment): Told {
    if (!isCancellable(payment)) return 'SCA_INVALID'
    this.cancel(payment)
    return 'done'
  }

  cancel(payment: ModelPayment): void {
    payment.nextDue = undefined
    const parts = payment.kind === 'bulk' ? payment.children : []
    for (const each of [payment, ...parts]) {
      Object.assign(each, { status: 'CANC', readyAt: undefined })
    }
  }

  moveTo(target: Temporal.Instant): void {
    for (const { at, runsSeries, runsBatch } of bankTimes(this.now, target)) {
      if (runsSeries) for (const each of this.payments.values()) startExecution(each, at)
      if (runsBatch) this.batch(at)
    }
    this.now = target
  }

  /** One more batch at once: no two share an instant, even while the clock stands still. */
  batchNow(heldIds: readonly string[] = []): Counts {
    const at = this.nextBatch()
    const held = heldIds.reduce((sum, id) => sum + hold(this.payment(id), at), 0)
    return { ...this.batch(at), ...(held > 0 && { PDNG: held }) }
  }

  /** What a batch that is asked for now could take and leave lying. */
  holdable(payment: ModelPayment): ModelPayment[] {
    return holdableIn(payment, this.nextBatch())
  }

  private nextBatch(): Temporal.Instant {
    return this.lastBatch ? latest(afterBatch(this.lastBatch), this.now) : this.now
  }

  private batch(at: Temporal.Instant): Counts {
    this.lastBatch = at
    return runBatch(this, at)
  }

  /** What goes to this bank goes to an account that is there and holds kroner. */
  isRefused({ creditor }: ModelPayment): boolean {
    return creditor.startsWith(ownBank) && this.accounts.get(creditor)?.currency !== 'NOK'
  }

  /** Whether the money was there. */
  pay(payment: ModelPayment): boolean {
    const account = this.account(payment.debtor)
    const taken = payment.debit + payment.fee
    if (account.booked - account.reserved < taken) return false
    account.booked -= taken
    payment.moved += 1
    const creditor = this.accounts.get(payment.creditor)
    if (creditor) creditor.booked += payment.amount
    return true
  }

  /** As it is now, to try out what might become of it. */
  copy(): ModelWorld {
    const copied = new ModelWorld(this.now)
    copied.lastBatch = this.lastBatch
    for (const [bban, account] of this.accounts) copied.accounts.set(bban, { ...account })
    for (const [owner, until] of this.sessions) copied.sessions.set(owner, until)
    for (const [id, payment] of this.payments) copied.payments.set(id, copyOf(payment))
    return copied
  }

  payment(id: string): ModelPayment {
    const found = this.payments.get(id)
    if (!found) throw new Error(`The model has no payment ${id}.`)
    return found
  }

  account(bban: string): ModelAccount {
    const found = this.accounts.get(bban)
    if (!found) throw new Error(`The model has no account ${bban}.`)
    return found
  }
}
