import type { TransactionDetails } from '../../../bank/port.ts'
import { bankingDay, calendarOf, type Day } from './calendar.ts'
import { invoicePayments } from './card-invoices.ts'
import { cardsOn } from './cards.ts'
import { companiesOn } from './companies.ts'
import { type AccountKey, accounts, type CardAccountKey, cardAccounts } from './customers.ts'
import { householdsOn } from './households.ts'
import { type Movement, receive } from './movement.ts'
import { parties } from './parties.ts'

/** A movement with its place in the calendar: ready to be entered into the books. */
export interface Entry {
  account: AccountKey | CardAccountKey
  minor: bigint
  status: 'booked' | 'pending'
  /** The day of the reservation while it is pending. */
  bookedOn: Day
  /** Card accounts: whether it is on an invoice. */
  invoiced?: boolean
  details: TransactionDetails
}

const monthsBack = 6

/** Half a year of all accounts up to today, oldest first; a pure function of the day. */
export function historyUntil(today: Temporal.PlainDate): Entry[] {
  const from = today.subtract({ months: monthsBack })
  const period = periodOf(calendarOf(from, today), from, today)
  const movements = period.calendar.flatMap((day) => [
    ...householdsOn(day),
    ...companiesOn(day),
    ...cardsOn(day),
  ])
  const entries = dated(movements, period)
  const paid = dated(invoicePayments(entries, period), period)
  const all = [...entries, ...paid].map((entry) => withInvoice(entry, period))
  return [...openings(all, period.first), ...all.sort(byDay)]
}

export interface Period {
  calendar: readonly Day[]
  /** The first and the last day of the history; the calendar goes a little further both ways. */
  first: Day
  today: Day
}

function periodOf(calendar: Day[], from: Temporal.PlainDate, today: Temporal.PlainDate): Period {
  const placeOf = (date: Temporal.PlainDate) => calendar[0]!.date.until(date).days
  const first = bankingDay(calendar, placeOf(from), 1)!
  return { calendar, first, today: calendar[placeOf(today)]! }
}

const dated = (movements: Movement[], period: Period): Entry[] =>
  movements
    .map((movement) => entryOf(movement, period))
    .filter((entry) => entry !== undefined)
    .filter(({ bookedOn }) => bookedOn.place >= period.first.place)

/** Nothing when it lies in the future. */
function entryOf(
  { account, minor, on, settlement, details }: Movement,
  { calendar, today }: Period,
): Entry | undefined {
  const bookedOn = settledOn(calendar, on, settlement)
  if (bookedOn && bookedOn.place <= today.place) {
    return { account, minor, status: 'booked', bookedOn, details }
  }
  const isReserved = settlement.endsWith('card') && on.place <= today.place
  return isReserved ? { account, minor, status: 'pending', bookedOn: on, details } : undefined
}

function settledOn(
  calendar: readonly Day[],
  { place }: Day,
  settlement: Movement['settlement'],
): Day | undefined {
  if (settlement === 'back') return bankingDay(calendar, place, -1)
  if (settlement === 'forward') return bankingDay(calendar, place, 1)
  const next = bankingDay(calendar, place + 1, 1)
  return settlement === 'card' ? next : next && bankingDay(calendar, next.place + 1, 1)
}

/** What was booked before this month is on an invoice, and so is whatever was paid of one. */
function withInvoice(entry: Entry, { today }: Period): Entry {
  if (!(entry.account in cardAccounts)) return entry
  const isOlder = entry.bookedOn.place <= today.place - today.dayOfMonth
  return { ...entry, invoiced: entry.status === 'booked' && (isOlder || entry.minor > 0n) }
}

/** What a history that would overdraw the account leaves on it at its lowest. */
const leastLeft = 100_000n

/**
 * What was on each account before. It leads to the balance that the account is meant to have, or to
 * more, if that would leave it overdrawn on some day.
 */
function openings(entries: Entry[], first: Day): Entry[] {
  const ofAccount = Map.groupBy(entries, ({ account }) => account)
  return (Object.keys(accounts) as AccountKey[]).map((account) => {
    const own = (ofAccount.get(account) ?? []).toSorted(byDay)
    const { booked, least } = sumsOf(own)
    const wanted = accounts[account].balance - booked
    const minor = wanted + least >= 0n ? wanted : leastLeft - least
    const wording = { text: 'Saldo overført fra annen bank' }
    const { details } = receive(account, parties.ownSavings, minor, first, wording)
    return { account, minor, status: 'booked', bookedOn: first, details }
  })
}

function sumsOf(entries: Entry[]): { booked: bigint; least: bigint } {
  let [sum, booked, least] = [0n, 0n, 0n]
  for (const { minor, status } of entries) {
    sum += minor
    if (status === 'booked') booked += minor
    if (sum < least) least = sum
  }
  return { booked, least }
}

const byDay = (a: Entry, b: Entry): number => a.bookedOn.place - b.bookedOn.place
