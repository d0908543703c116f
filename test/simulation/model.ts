import {
  bankingDayFrom,
  bankingDayUpTo,
  bankTimes,
  dayOf,
  earliestDay,
  later,
  latest,
  startOf,
} from './calendar.ts'
import { limitOf } from './rights.ts'

/**
 * What one TPP's bank must do, as simply as it can be said: a map of accounts, a map of payments,
 * and a batch that goes over them. Amounts are in øre; accounts are known by their number.
 */
export interface ModelAccount {
  bban: string
  iban: string
  owner: string
  currency: string
  booked: bigint
  /** Set aside by what the bank knew before the run began. */
  reserved: bigint
  paymentsAllowed: boolean
  kidRequired: boolean
}

export type Kind =
  | 'single'
  | 'instant'
  | 'sepa'
  | 'swift'
  | 'bulk'
  | 'periodic'
  | 'part'
  | 'execution'

export interface ModelPayment {
  id: string
  kind: Kind
  /** Who has it made, and for which company. */
  owner: string
  company: string | undefined
  debtor: string
  creditor: string
  /** As it was asked for; what that takes from the account, what it costs, and its worth in NOK. */
  amount: bigint
  debit: bigint
  fee: bigint
  value: bigint
  status: string
  asked: Temporal.PlainDate
  /** Whether the TPP asked for that day, or left it to the bank. */
  dated: boolean
  day: Temporal.PlainDate
  /** The parts of a bulk payment, or the executions of a periodic one. */
  children: ModelPayment[]
  approved: boolean
  /** Of a part in its bulk payment. */
  place?: number
  readyAt?: Temporal.Instant | undefined
  /** Periodic: a payment every week from `day` on, and the last day it may be due. */
  until?: Temporal.PlainDate
  nextDue?: Temporal.PlainDate | undefined
  /** Whether the TPP did not know who pays; whoever approves says so. */
  anonymous: boolean
  /** How many times its money has moved. */
  moved: number
}

/** What becomes of an approval. */
type Approved = 'done' | 'no-money' | 'no-day' | 'may-not'

export class ModelWorld {
  readonly accounts = new Map<string, ModelAccount>()
  readonly payments = new Map<string, ModelPayment>()
  /** By customer number, until when their session lasts. */
  readonly sessions = new Map<string, Temporal.Instant>()
  now: Temporal.Instant
  private lastBatch: Temporal.Instant | undefined

  constructor(now: Temporal.Instant) {
    this.now = now
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

  /** A day may have passed between creation and approval, so it is counted from now. */
  approve(payment: ModelPayment, person = payment.owner): Approved {
    if (!this.maySign(payment, person)) return 'may-not'
    if (payment.kind === 'periodic') return this.approveSeries(payment)
    payment.approved = true
    if (payment.kind === 'instant') return this.payAtOnce(payment)
    const earliest = earliestDay(this.now)
    payment.day = bankingDayFrom(payment.day.until(earliest).days > 0 ? earliest : payment.day)
    const isMoved = payment.dated && !payment.day.equals(payment.asked)
    payment.status = isMoved ? 'ACWC' : 'ACTC'
    const readyAt = latest(this.now, startOf(payment.day))
    if (payment.kind !== 'bulk') payment.readyAt = readyAt
    for (const part of payment.children) {
      part.status = payment.status
      part.approved = true
      part.readyAt = readyAt
    }
    return 'done'
  }

  /** A person for themselves; for a company whoever may, up to their limit for each payment. */
  maySign({ owner, company, debtor, value, children }: ModelPayment, person: string): boolean {
    if (company === undefined && person !== owner) return false
    const limit = limitOf('approve', { person, company, bban: debtor })
    return children.length > 0 ? children.every((part) => part.value <= limit) : value <= limit
  }

  /** What was due before the approval falls away; so does the series when nothing is left. */
  private dueOf(series: ModelPayment): Temporal.PlainDate | undefined {
    let due = series.asked
    while (dayFor(due, series).until(this.today).days > 0) due = due.add({ days: 7 })
    return series.until && due.until(series.until).days < 0 ? undefined : due
  }

  /** Whether a series would begin today although its hour has passed: on the brink, left alone. */
  isOnTheBrink(payment: ModelPayment): boolean {
    if (payment.kind !== 'periodic') return false
    const due = this.dueOf(payment)
    const { hour } = this.now.toZonedDateTimeISO('Europe/Oslo')
    return due !== undefined && hour >= 6 && dayFor(due, payment).equals(this.today)
  }

  /** Without a day left there is nothing to show to the PSU, and nothing to decide. */
  canBeShown(payment: ModelPayment): boolean {
    return payment.kind !== 'periodic' || this.dueOf(payment) !== undefined
  }

  private approveSeries(series: ModelPayment): Approved {
    const due = this.dueOf(series)
    if (!due) return 'no-day'
    Object.assign(series, { approved: true, status: 'ACTC', nextDue: due, readyAt: this.now })
    return 'done'
  }

  decline(payment: ModelPayment): void {
    for (const each of [payment, ...payment.children]) each.status = 'RJCT'
  }

  cancel(payment: ModelPayment): void {
    payment.status = 'CANC'
    payment.readyAt = undefined
    payment.nextDue = undefined
    if (payment.kind !== 'bulk') return
    for (const part of payment.children) {
      part.status = 'CANC'
      part.readyAt = undefined
    }
  }

  moveTo(target: Temporal.Instant): void {
    for (const { at, runsSeries, runsBatch } of bankTimes(this.now, target)) {
      if (runsSeries) this.startSeries(at)
      if (runsBatch) this.batch(at)
    }
    this.now = target
  }

  /** One more batch at once: no two share an instant, even while the clock stands still. */
  batchNow(held: readonly string[] = []): void {
    const at = this.nextBatch()
    for (const id of held) {
      const payment = this.payment(id)
      for (const each of this.holdable(payment)) {
        each.status = 'PDNG'
        each.readyAt = at.add({ microseconds: 1 })
      }
      payment.status = 'PDNG'
    }
    this.batch(at)
  }

  /** What a batch that is asked for now could take and leave lying. */
  holdable(payment: ModelPayment): ModelPayment[] {
    const at = this.nextBatch()
    const carried = payment.kind === 'bulk' ? payment.children : [payment]
    return carried.filter(
      ({ status, readyAt }) => status !== 'ACSP' && readyAt && !later(readyAt, at),
    )
  }

  private nextBatch(): Temporal.Instant {
    const next = this.lastBatch?.add({ microseconds: 1 })
    return next ? latest(next, this.now) : this.now
  }

  /** One after the other, each on what those before it have left. */
  private batch(at: Temporal.Instant): void {
    this.lastBatch = at
    const ready = [...this.everyPayment()]
      .filter(({ kind }) => kind !== 'periodic' && kind !== 'bulk')
      .filter(({ readyAt }) => readyAt && !later(readyAt, at))
      .sort(byReadiness)
    for (const payment of ready) {
      if (payment.status === 'ACSP') this.finish(payment, 'ACSC')
      else this.carryOut(payment, at)
    }
    for (const parent of this.payments.values()) settleParent(parent)
  }

  private carryOut(payment: ModelPayment, at: Temporal.Instant): void {
    if (!this.pay(payment)) this.finish(payment, 'ACCP')
    else if (this.accounts.has(payment.creditor)) this.finish(payment, 'ACSC')
    else {
      payment.status = 'ACSP'
      payment.readyAt = at.add({ microseconds: 1 })
    }
  }

  /** Whether the money was there. */
  private pay(payment: ModelPayment): boolean {
    const account = this.account(payment.debtor)
    const taken = payment.debit + payment.fee
    if (account.booked - account.reserved < taken) return false
    account.booked -= taken
    payment.moved += 1
    const creditor = this.accounts.get(payment.creditor)
    if (creditor) creditor.booked += payment.amount
    return true
  }

  private payAtOnce(payment: ModelPayment): Approved {
    const paid = this.pay(payment)
    payment.status = paid ? 'ACSC' : 'ACCP'
    return paid ? 'done' : 'no-money'
  }

  private finish(payment: ModelPayment, status: string): void {
    payment.status = status
    payment.readyAt = undefined
  }

  private startSeries(at: Temporal.Instant): void {
    for (const series of this.payments.values()) {
      if (series.kind !== 'periodic' || series.status !== 'ACTC' || !series.nextDue) continue
      if (dayFor(series.nextDue, series).until(dayOf(at)).days < 0) continue
      if (series.readyAt && later(series.readyAt, at)) continue
      series.children.push(executionOf(series, at))
      const next = series.nextDue.add({ days: 7 })
      series.nextDue = series.until && next.until(series.until).days < 0 ? undefined : next
    }
  }

  private *everyPayment(): Generator<ModelPayment> {
    for (const payment of this.payments.values()) {
      yield payment
      yield* payment.children
    }
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

const copyOf = (payment: ModelPayment): ModelPayment => ({
  ...payment,
  children: payment.children.map(copyOf),
})

/** The next banking day, or the one before where the series would end meanwhile. */
function dayFor(due: Temporal.PlainDate, { until }: ModelPayment): Temporal.PlainDate {
  const following = bankingDayFrom(due)
  return until && following.until(until).days < 0 ? bankingDayUpTo(due) : following
}

const executionOf = (series: ModelPayment, at: Temporal.Instant): ModelPayment => ({
  ...series,
  ...{ id: '', kind: 'execution', status: 'ACTC', children: [], moved: 0, readyAt: at },
})

const over = new Set(['ACSC', 'ACCP', 'RJCT', 'CANC'])

/** A whole goes by its parts. */
function settleParent(parent: ModelPayment): void {
  if (!parent.approved || parent.status === 'CANC') return
  const ended = parent.children.every(({ status }) => over.has(status))
  if (parent.kind === 'periodic' && ended && !parent.nextDue) parent.status = 'ACSC'
  if (parent.kind === 'bulk') parent.status = ended ? endOf(parent) : underWay(parent)
}

function endOf({ children }: ModelPayment): string {
  const settled = children.filter(({ status }) => status === 'ACSC').length
  if (settled === children.length) return 'ACSC'
  return settled === 0 ? 'RJCT' : 'PART'
}

const underWay = ({ status, children }: ModelPayment): string =>
  children.some((part) => part.status === 'ACSP') ? 'ACSP' : status

/** As the batch takes them: what has waited longest first, parts in their order, the rest by id. */
function byReadiness(one: ModelPayment, other: ModelPayment): number {
  const waited = Temporal.Instant.compare(one.readyAt!, other.readyAt!)
  if (waited !== 0) return waited
  const placeOf = ({ place = Number.POSITIVE_INFINITY }: ModelPayment) => place
  if (placeOf(one) !== placeOf(other)) return placeOf(one) - placeOf(other)
  return one.id < other.id ? -1 : 1
}
