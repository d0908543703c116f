import { osloDate } from '../../kernel/oslo.ts'
import { Problem } from '../../kernel/problem.ts'
import { recordsMax } from '../../wire/sandbox-transactions.ts'
import { refusedBecause } from './books-refusal.ts'

interface GivenDates {
  bookingDate?: string
  valueDate?: string
}

/** Both dates of a mock transaction, each today or earlier by the world's clock. */
export function mockDates(given: GivenDates, now: Temporal.Instant, path: string) {
  const today = osloDate(now)
  const date = (name: keyof GivenDates) => pastDate(given[name], today, `${path}/${name}`)
  const [bookingDate, valueDate] = [date('bookingDate'), date('valueDate')]
  if (bookingDate && valueDate && Temporal.PlainDate.compare(bookingDate, valueDate) > 0) {
    throw refusedBecause({ path: `${path}/bookingDate`, text: 'is after the value date' })
  }
  const usual = bookingDate ?? valueDate ?? today
  return { bookingDate: usual, valueDate: valueDate ?? usual }
}

export function pastDate(
  given: string | undefined,
  today: Temporal.PlainDate,
  path: string,
): Temporal.PlainDate | undefined {
  if (given === undefined) return undefined
  const date = Temporal.PlainDate.from(given)
  if (Temporal.PlainDate.compare(date, today) > 0) {
    throw refusedBecause({ path, text: `lies in the future: in your sandbox it is ${today}` })
  }
  return date
}

interface GivenPeriod {
  fromDate?: string
  toDate?: string
  offset?: number
  limit?: number
}

/** Which transactions a list asks for. */
export function askedRecords(
  { fromDate, toDate, offset = 0, limit }: GivenPeriod,
  now: Temporal.Instant,
) {
  const from = fromDate === undefined ? undefined : Temporal.PlainDate.from(fromDate)
  const to = toDate === undefined ? undefined : Temporal.PlainDate.from(toDate)
  if (from && Temporal.PlainDate.compare(from, osloDate(now)) > 0) {
    throw new Problem('PERIOD_INVALID', `fromDate lies in the future: it is ${osloDate(now)}.`)
  }
  if (from && to && Temporal.PlainDate.compare(from, to) > 0) {
    throw new Problem('PERIOD_INVALID', 'fromDate is after toDate.')
  }
  return {
    ...(from && { from }),
    ...(to && { to }),
    offset,
    limit: Math.min(limit ?? recordsMax, recordsMax),
  }
}
