import { remembered } from '../kernel/remembered.ts'
import { quote, SigningFault } from './faults.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The three forms that RFC 7231 section 7.1.1.1 makes a recipient accept. */
const forms = [
  /^(?<weekday>[A-Z][a-z]{2}), (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?<weekday>Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday), (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  /^(?<weekday>[A-Z][a-z]{2}) (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
]

export const clockToleranceMs = 60_000

/** Requests of a second mostly carry the same text, which is read once. */
const near = new Map<string, number>()
const nearMax = 200

/** "A deviation of at most 60 seconds is allowed." */
export function checkDate(value: string | undefined, now: Temporal.Instant): void {
  if (value === undefined) throw new SigningFault('date-missing', 'There is no Date header.')
  const nowMs = now.epochMilliseconds
  if (isNear(near.get(value), nowMs)) return
  const ms = epochMs(value, now)
  if (isNear(ms, nowMs)) {
    if (near.size >= nearMax) near.clear()
    near.set(value, ms)
    return
  }
  const aheadMs = ms - nowMs
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  throw new SigningFault('date-skew', `The Date header is ${seconds} seconds ${side} the server.`)
}

const isNear = (ms: number | undefined, nowMs: number): boolean =>
  ms !== undefined && Math.abs(ms - nowMs) <= clockToleranceMs

/** `now` decides the century of the two-digit years of the oldest form. */
export const parseHttpDate = (value: string, now: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(epochMs(value, now))

/** In plain numbers, since it runs for every request and Temporal takes four times as long. */
function epochMs(value: string, now: Temporal.Instant): number {
  const fields = matchForm(value)
  const month = months.indexOf(fields.month) + 1
  const weekday = weekdays.indexOf(fields.weekday.slice(0, 3))
  if (month === 0 || weekday < 0) throw badFormat(value)
  const year = fields.year.length === 2 ? nearYear(Number(fields.year), now) : Number(fields.year)
  const day = Number(fields.day)
  if (day < 1 || day > daysInMonth(year, month)) {
    throw new SigningFault('date-impossible', `Date ${quote(value)}: there is no such day.`)
  }
  const dayNumber = daysSinceEpoch(year, month, day)
  // The epoch began on a Thursday.
  const rightWeekday = (((dayNumber + 3) % 7) + 7) % 7
  if (rightWeekday !== weekday) {
    const right = weekdays[rightWeekday]
    throw new SigningFault('date-weekday', `Date ${quote(value)}: that day is a ${right}.`)
  }
  return (dayNumber * 86_400 + secondsOfDay(fields.time, value)) * 1000
}

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Counts from March, so that the leap day comes last in its year. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = (month + 9) % 12
  const leapDays =
    Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + Math.floor((marchMonth * 153 + 2) / 5) + day - 719_469
}

/** As `Sun, 06 Nov 1994 08:49:37 GMT`. */
export const formatHttpDate = (instant: Temporal.Instant): string =>
  printSecond(Math.floor(instant.epochMilliseconds / 1000))

const secondsRemembered = 10

const printSecond = remembered(secondsRemembered, (second: number): string =>
  new Date(second * 1000).toUTCString(),
)

interface Fields {
  weekday: string
  day: string
  month: string
  year: string
  time: string
}

function matchForm(value: string): Fields {
  for (const form of forms) {
    const groups = form.exec(value)?.groups
    if (groups) return groups as unknown as Fields
  }
  throw badFormat(value)
}

/** RFC 7231: a year that seems more than 50 years ahead is the latest past one with those digits. */
function nearYear(twoDigits: number, now: Temporal.Instant): number {
  const thisYear = now.toZonedDateTimeISO('UTC').year
  const year = thisYear - (thisYear % 100) + twoDigits
  return year > thisYear + 50 ? year - 100 : year
}

function secondsOfDay(time: string, value: string): number {
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
  // 60 is a leap second, which RFC 7231 allows.
  if (hour > 23 || minute > 59 || second > 60) {
    throw new SigningFault('date-impossible', `Date ${quote(value)}: there is no such time.`)
  }
  return hour * 3600 + minute * 60 + second
}

const badFormat = (value: string): SigningFault =>
  new SigningFault('date-format', `Date ${quote(value)} is not in a form of RFC 7231.`)
