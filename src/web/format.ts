import { formatBban } from '../kernel/bban.ts'
import { type Currency, minorUnits } from '../kernel/currency.ts'
import { formatAmount, type Money } from '../kernel/money.ts'
import { osloDate } from '../kernel/oslo.ts'
import { inEach, type Language, type Said } from './language.ts'

const locales: Record<Language, string> = { nb: 'nb-NO', nn: 'nn-NO', en: 'en-GB' }

/**
 * Made once, since that takes long. A date is shown as its first instant in UTC: the formatter takes
 * ten times as long for one without a time.
 */
function dateFormats(form: Intl.DateTimeFormatOptions): Said<(date: Temporal.PlainDate) => string> {
  return inEach((language) => {
    const format = new Intl.DateTimeFormat(locales[language], { ...form, timeZone: 'UTC' })
    return (date) => format.format(date.toZonedDateTime('UTC').epochMilliseconds)
  })
}

const days = dateFormats({ day: 'numeric', month: 'long', year: 'numeric' })
const weekdays = dateFormats({ weekday: 'long' })
const months = dateFormats({ month: 'long' })
const lists = inEach((language) => new Intl.ListFormat(locales[language]))
const moneyFormats = inEach(() => new Map<Currency, Intl.NumberFormat>())

/** 1 234,50 kr and 125,50 EUR: `$` is the sign of many; digits are those of our own table, since retired currencies differ elsewhere. */
export function showMoney(money: Money, language: Language): string {
  const format = moneyFormats[language].getOrInsertComputed(money.currency, (currency) =>
    moneyFormat(currency, language),
  )
  // As text, so that no digit is lost in a floating-point number.
  return format.format(formatAmount(money) as Intl.StringNumericLiteral)
}

function moneyFormat(currency: Currency, language: Language): Intl.NumberFormat {
  const digits = minorUnits(currency)
  return new Intl.NumberFormat(locales[language], {
    ...{ style: 'currency', currency, currencyDisplay: currency === 'NOK' ? 'symbol' : 'code' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  })
}

/** 13. mai 2027 */
export function showDate(date: Temporal.PlainDate | Temporal.Instant, language: Language): string {
  const day = date instanceof Temporal.Instant ? osloDate(date) : date
  return unbroken(days[language](day))
}

/** torsdag */
export const showWeekday = (date: Temporal.PlainDate, language: Language): string =>
  weekdays[language](date)

/** mai, of the months 1 to 12 */
export const showMonth = (month: number, language: Language): string =>
  months[language](Temporal.PlainDate.from({ year: 2000, month, day: 1 }))

/** 15. and 15th */
export function showOrdinal(count: number, language: Language): string {
  if (language !== 'en') return `${count}.`
  return `${count}${ordinalEnds[englishOrdinals.select(count)] ?? 'th'}`
}

const englishOrdinals = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinalEnds: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
}

/** mars, juni og september */
export const showList = (words: readonly string[], language: Language): string =>
  lists[language].format(words)

/** A date is read as one word, so it stays on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/**
 * As Norwegians write it, 1234 56 78901, which is also what they know of their IBAN; other IBANs and
 * card numbers in groups of four.
 */
export function showAccountNumber(number: string): string {
  const own = /^(?:NO\d\d)?(\d{11})$/.exec(number)?.[1]
  if (own !== undefined) return formatBban(own)
  return number.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')
}
