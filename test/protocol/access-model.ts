/**
 * Who may see what, by the words of the interface and as simply as they can be put: no links, no
 * tables, no windows that slide by themselves. The property test holds the service against it.
 */

export const scopes = ['PRIVATE', 'CORPORATE'] as const
export type Scope = (typeof scopes)[number]
export type ReadKind =
  | 'list'
  | 'list-with-balances'
  | 'account'
  | 'balances'
  | 'transactions'
  | 'details'

/** What a PSU reaches in a context; cards are only told apart by where they are read. */
export interface Place {
  id: string
  card: boolean
}

export interface Read {
  kind: ReadKind
  scope: Scope
  /** Which of all accounts that there are; the lists are about all that is granted. */
  account: Place
  /** Of the transaction whose details are asked for, or the first one of a list. */
  day: Temporal.PlainDate
  present: boolean
  session: string | undefined
}

export type Verdict =
  | { answer: 'shown'; ids: string[] }
  | { answer: 'sca'; asks: 'consent' | 'log-in' }
  | { answer: 'corporate-id-missing' | 'unknown' | 'too-far-back' | 'exceeded' }

interface Granted {
  /** When the PSU last gave or renewed the consent. */
  lastSca: Temporal.Instant
  accounts: Map<string, Temporal.Instant>
}

const days = (count: number) => Temporal.Duration.from({ hours: 24 * count })
const olderThan = (at: Temporal.Instant, age: Temporal.Duration, now: Temporal.Instant) =>
  Temporal.Instant.compare(at.add(age), now) < 0
const youngerThan = (at: Temporal.Instant, age: Temporal.Duration, now: Temporal.Instant) =>
  Temporal.Instant.compare(at.add(age), now) > 0

const oneHour = Temporal.Duration.from({ hours: 1 })
const callsADay = 4

/** One PSU towards one TPP. */
export class PsuModel {
  readonly #scopes = new Map<Scope, Granted>()
  readonly #calls = new Map<string, Temporal.Instant[]>()
  #session: { id: string; at: Temporal.Instant } | undefined
  #known = false

  /** A completed SCA, in a context if that was settled, with what was ticked if that was asked. */
  authenticate(
    scope: Scope | undefined,
    now: Temporal.Instant,
    { session, ticked }: { session: string | undefined; ticked?: readonly string[] },
  ): void {
    this.#known = true
    if (session !== undefined) this.#session = { id: session, at: now }
    if (scope === undefined || (!ticked && this.#scopes.has(scope))) return
    const accounts = new Map((ticked ?? []).map((id) => [id, now]))
    this.#scopes.set(scope, { lastSca: now, accounts })
  }

  revoke(scope: Scope): void {
    this.#scopes.get(scope)?.accounts.clear()
  }

  /** The contexts in which something is granted, as the bank's own page lists them. */
  consents(): Scope[] {
    return [...this.#scopes].filter(([, { accounts }]) => accounts.size > 0).map(([scope]) => scope)
  }

  #actsOnlyForCompanies = (): boolean =>
    this.#scopes.has('CORPORATE') && !this.#scopes.has('PRIVATE')

  read(read: Read, reached: readonly Place[], now: Temporal.Instant): Verdict {
    const { kind, scope, account, present } = read
    if (!this.#known) return { answer: 'sca', asks: 'consent' }
    if (scope === 'PRIVATE' && this.#actsOnlyForCompanies()) {
      return { answer: 'corporate-id-missing' }
    }
    const granted = this.#scopes.get(scope)
    const visible = reached.filter(({ id }) => granted?.accounts.has(id))
    if (!granted || visible.length === 0) return { answer: 'sca', asks: 'consent' }
    if (olderThan(granted.lastSca, days(180), now)) return { answer: 'sca', asks: 'consent' }
    const given = visible.some(({ id }) => id === account.id) && granted.accounts.get(account.id)
    if (kind === 'details' && !present && given && olderThan(given, days(90), now)) {
      return { answer: 'sca', asks: 'consent' }
    }
    const wanted = kind.startsWith('list')
      ? visible.filter(({ card }) => !card)
      : given && [account]
    if (!wanted) return { answer: 'unknown' }
    const spends = present ? undefined : this.#spending(kind)
    const ids = wanted.map(({ id }) => id)
    if (spends && ids.some((id) => this.#spent(id, spends, now) >= callsADay)) {
      return { answer: 'exceeded' }
    }
    const beyond = this.#beyondReach(read, now)
    if (beyond) return beyond
    if (spends) for (const id of ids) this.#spend(id, spends, now)
    return { answer: 'shown', ids }
  }

  /** Which of the limits a call counts against. */
  #spending(kind: ReadKind): string | undefined {
    if (kind === 'list-with-balances') return 'balances'
    return kind === 'list' || kind === 'account' ? undefined : kind
  }

  #spent(id: string, what: string, now: Temporal.Instant): number {
    const calls = this.#calls.get(`${what} ${id}`) ?? []
    return calls.filter((at) => youngerThan(at, days(1), now)).length
  }

  #spend(id: string, what: string, now: Temporal.Instant): void {
    const key = `${what} ${id}`
    this.#calls.set(key, [...(this.#calls.get(key) ?? []), now])
  }

  /** Older than 90 days: never without the PSU, and with the PSU only in a session. */
  #beyondReach({ kind, day, present, session }: Read, now: Temporal.Instant): Verdict | undefined {
    if (kind !== 'transactions' && kind !== 'details') return undefined
    const today = now.toZonedDateTimeISO('Europe/Oslo').toPlainDate()
    if (Temporal.PlainDate.compare(day, today.subtract({ days: 90 })) >= 0) return undefined
    if (!present) return { answer: 'too-far-back' }
    const valid = session === this.#session?.id && this.#session !== undefined
    if (valid && youngerThan(this.#session!.at, oneHour, now)) return undefined
    return { answer: 'sca', asks: 'log-in' }
  }
}
