import { type Parsed, parsed, type Refusal, refused } from './parsed.ts'
import { remembered } from './remembered.ts'

export type DateRefusal = Refusal<'date-format' | 'date-unknown'>

/** Only `2026-05-17`: the shorter and longer forms of ISO 8601 would make one day many strings. */
export function parseDate(raw: string): Parsed<Temporal.PlainDate, DateRefusal> {
  if (/^\d{4}-\d{2}-\d{2}$/.test(raw)) return dateWritten(raw)
  return refused('date-format', 'Write the date as YYYY-MM-DD.')
}

const datesRemembered = 10_000

/** Most callers ask for the same few days. */
const dateWritten = remembered(datesRemembered, (text: string): ReturnType<typeof parseDate> => {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  if (month < 1 || month > 12) return refused('date-unknown', 'There is no such month.')
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  if (day < 1 || day > first.daysInMonth) {
    return refused('date-unknown', 'There is no such day in that month.')
  }
  return parsed(first.with({ day }))
})
